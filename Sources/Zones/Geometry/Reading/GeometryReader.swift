import Basics

/// Reads the geometry of one feature: polygons, several of them, or collections of such.
struct GeometryReader {
  struct Fault {
    let id: String
    let message: String
    let span: SourceSpan?
  }

  static let types: Set<String> = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    "GeometryCollection",
  ]

  let featureName: String
  private(set) var faults: [Fault] = []
  private var rings: [MapDocument.Ring] = []

  init(featureName: String) { self.featureName = featureName }

  /// All rings, each polygon's border before its holes.
  mutating func rings(of geometry: JSONValue) -> [MapDocument.Ring] {
    read(geometry)
    if rings.isEmpty, faults.isEmpty {
      fault("empty-geometry", "it has no polygon", at: geometry.span)
    }
    return rings
  }

  private mutating func fault(_ id: String, _ message: String, at span: SourceSpan?) {
    faults.append(Fault(id: id, message: "feature \(featureName): \(message)", span: span))
  }

  private mutating func read(_ json: JSONValue) {
    guard case .object(let members) = json.content else {
      if case .null = json.content {
        return fault("null-geometry", "its geometry is null: a zone has an area", at: json.span)
      }
      return fault(
        "not-an-object", "a geometry is an object, this is \(json.kindDescription)", at: json.span)
    }
    guard case .string(let type)? = members["type"]?.content else {
      return fault("unknown-type", "the geometry has no type", at: json.span)
    }
    let key = type == "GeometryCollection" ? "geometries" : "coordinates"
    guard let content = members[key] else {
      return fault("missing-member", "the geometry has no member `\(key)`", at: json.span)
    }
    switch type {
    case "Polygon": readPolygon(content)
    case "MultiPolygon": for polygon in elements(content, "polygons") { readPolygon(polygon) }
    // The parser limits how deep collections can be nested.
    case "GeometryCollection": for part in elements(content, "geometries") { read(part) }
    case _ where Self.types.contains(type):
      fault("not-an-area", "a \(type) has no area", at: json.span)
    default: fault("unknown-type", "no geometry of GeoJSON is called '\(type)'", at: json.span)
    }
  }

  private mutating func elements(_ json: JSONValue, _ what: String) -> [JSONValue] {
    if case .array(let elements) = json.content { return elements }
    fault(
      "not-an-array", "expected an array of \(what), this is \(json.kindDescription)",
      at: json.span)
    return []
  }

  private mutating func readPolygon(_ json: JSONValue) {
    let parts = elements(json, "rings")
    if parts.isEmpty { fault("empty-geometry", "a polygon without rings", at: json.span) }
    for (index, part) in parts.enumerated() { readRing(part, isHole: index > 0) }
  }

  private mutating func readRing(_ json: JSONValue, isHole: Bool) {
    let elements = elements(json, "positions")
    let before = faults.count
    var positions: [MapDocument.Position] = []
    positions.reserveCapacity(elements.count)
    for element in elements {
      guard let position = position(element) else { continue }
      positions.append(position)
      // One fault of this kind says enough of a ring.
      if faults.count > before { return }
    }
    guard faults.count == before else { return }
    let isTooShort = positions.count < MapDocument.Ring.leastLength
    guard isTooShort || positions.first == positions.last else {
      return fault(
        "ring-not-closed", "\(isHole ? "a hole" : "a border") ends where it begins; this does not",
        at: elements[elements.count - 1].span)
    }
    var distinct: [MapDocument.Position] = []
    distinct.reserveCapacity(positions.count)
    for position in positions where position != distinct.last {
      distinct.append(position)
    }
    while distinct.count > 1, distinct.first == distinct.last { distinct.removeLast() }
    rings.append(
      MapDocument.Ring(
        positions: distinct, length: positions.count, isHole: isHole, span: json.span))
  }

  private mutating func position(_ json: JSONValue) -> MapDocument.Position? {
    guard case .array(let parts) = json.content, parts.count >= 2 else {
      fault(
        "unfit-position", "a position is an array of longitude and latitude", at: json.span)
      return nil
    }
    guard let longitude = coordinate(parts[0], "longitude", limit: 360),
      let latitude = coordinate(parts[1], "latitude", limit: 90)
    else { return nil }
    return MapDocument.Position(longitude: longitude, latitude: latitude)
  }

  private mutating func coordinate(
    _ json: JSONValue, _ name: String, limit: Int64
  ) -> DecimalNumber? {
    do throws(DecimalNumber.Problem) {
      let number: DecimalNumber
      switch json.content {
      case .integer(let value): number = try DecimalNumber(value)
      case .number(let text): number = try DecimalNumber(text)
      default:
        fault(
          "not-a-number", "a \(name) is a number, this is \(json.kindDescription)", at: json.span)
        return nil
      }
      if number.isWithin(limit) { return number }
      throw .tooLarge
    } catch {
      switch error {
      case .tooFine:
        fault(
          "too-many-decimals",
          "a \(name) with more than \(Grid.mostDecimals) decimals, finer than an atom; "
            + "round the coordinates (9 decimals are a tenth of a millimetre)", at: json.span)
      case .tooLarge:
        fault(
          "out-of-range",
          "a \(name) is between -\(limit) and \(limit) degrees; projected coordinates must be "
            + "converted to longitude and latitude first", at: json.span)
      }
      return nil
    }
  }
}
