import Basics

/// The areas in a GeoJSON text (RFC 7946): features with rings of decimal positions, before a grid
/// is chosen.
package struct MapDocument: Sendable {
  /// A longitude and a latitude in degrees, as they were written.
  package struct Position: Hashable, Sendable {
    /// The longitude, from -360 to 360: a map across the antimeridian may run on beyond 180.
    package let longitude: DecimalNumber
    /// The latitude, from -90 to 90.
    package let latitude: DecimalNumber
  }

  /// A closed line: the border of an area, or of a hole in it.
  package struct Ring: Sendable {
    /// The positions in their order, the last not repeated; no two neighbours are the same, so
    /// that a ring all of whose positions are one has one.
    package let positions: [Position]
    /// The number of positions that the text has.
    let length: Int
    /// The first ring of a polygon is its border, all others are holes.
    package let isHole: Bool
    /// The array of positions in the text.
    package let span: SourceSpan

    /// The least number of positions of a ring, the last of which repeats the first.
    static let leastLength = 4

    var isTooShort: Bool { length < Self.leastLength }
  }

  /// One zone as the file has it.
  package struct Feature: Sendable {
    /// The position of the feature in the file, from 0.
    package let index: Int
    /// Features with the same are one zone; `city` in a document that is read as a city.
    package let id: String
    /// The rings of all its polygons; each border comes before its holes.
    package let rings: [Ring]
    /// The feature as a whole; of a file that is a bare geometry, all of it.
    package let span: SourceSpan
    /// The member `properties` as it was written; `null` if there is none.
    package let properties: SourceSpan?
    /// The member `geometry`.
    package let geometry: SourceSpan
  }

  package let source: SourceText
  /// The features in the order of the file; at least one.
  package let features: [Feature]
  /// The requirements for which the map is evidence, as its member `requirements` lists them.
  package let requirements: [String]

  /// The purpose for which a document is read.
  package enum Role: Sendable {
    /// The zones of a city, one for each feature; the identifier is this property, or the feature's
    /// own `id`. Several features of one identifier are one zone if they are to be merged, and else
    /// a fault.
    case zones(idProperty: String, mergesFeatures: Bool = false)
    /// All features together are one area.
    case city
  }

  /// The document, if nothing is wrong with it, and the diagnostics.
  package struct Reading: Sendable {
    /// The document; nil: some diagnostic is an error.
    package let document: MapDocument?
    /// The features with which nothing is wrong, to look for other faults in them; nil if there
    /// are none.
    package let readable: MapDocument?
    /// The diagnostics: at most 40 for one file, and one more that counts the rest.
    package let diagnostics: [Diagnostic]
  }

  /// Reads a text; time and memory are linear in its length.
  package static func read(_ source: SourceText, as role: Role) -> Reading {
    var reader = MapReader(source, role)
    return reader.read()
  }
}
