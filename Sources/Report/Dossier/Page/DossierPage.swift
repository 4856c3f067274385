import Basics
import Findings
import FoundationEssentials
internal import Mustache

/// A dossier as one HTML page, which needs no other file and no network.
package struct DossierPage {
  /// A rulebook as the page shows it.
  package struct Rulebook: Sendable {
    /// An event with its line, its source and the properties that concern it.
    package struct Event: Sendable {
      package let name: String
      package let line: Int
      /// The word behind `from`.
      package let source: String
      /// The properties that read a place that it changes.
      package let properties: [String]

      package init(name: String, line: Int, source: String, properties: [String]) {
        self.name = name
        self.line = line
        self.source = source
        self.properties = properties
      }
    }

    package let text: String
    package let machines: [StateMachine]
    package let events: [Event]
    /// The lines at which properties are declared, by name.
    package let propertyLines: [String: Int]

    package init(
      text: String, machines: [StateMachine], events: [Event], propertyLines: [String: Int]
    ) {
      self.text = text
      self.machines = machines
      self.events = events
      self.propertyLines = propertyLines
    }
  }

  /// The number of findings of traces that are shown in full.
  package static let mostInFull = 500
  /// The number of further findings that have a row of their own.
  package static let mostRows = 10_000

  let dossier: Dossier
  let rulebook: Rulebook
  /// The map; nil: there is none.
  let map: DossierMap?
  /// The findings of all traces, each with the trace that it is in.
  let allFindings: [(path: String, finding: Finding)]
  /// The traces of which it is shown who was in which zone.
  let journeyedTraces: [(path: String, journey: DossierMap.Journey)]
  /// The findings that are shown in full.
  var findingsInFull: ArraySlice<(path: String, finding: Finding)> {
    allFindings.prefix(Self.mostInFull)
  }

  package init(_ dossier: Dossier, rulebook: Rulebook, map: DossierMap?) {
    self.dossier = dossier
    self.rulebook = rulebook
    self.map = map
    journeyedTraces = (dossier.replaying?.traces ?? []).compactMap { trace in
      map?.traces[trace.path].map { (trace.path, $0) }
    }
    allFindings = (dossier.replaying?.traces ?? []).flatMap { trace in
      trace.findings.map { (trace.path, $0) }
    }
  }

  /// Returns the page as HTML. Linear in the dossier.
  ///
  /// All text from input is escaped twice: characters that could hide or reorder text by
  /// `escapedForDisplay`, those with a meaning in HTML by the template.
  package func html() throws -> String {
    let template = try MustacheTemplate(
      string: String(decoding: PackageResources.page_mustache, as: UTF8.self))
    var values: Values = [:]
    for part in [summary, scope, findings, requirements, properties, rules, traces, zones] {
      values.merge(part, uniquingKeysWith: { first, _ in first })
    }
    values["style"] = Markup(String(decoding: PackageResources.style_css, as: UTF8.self))
    values["script"] = Markup(String(decoding: PackageResources.script_js, as: UTF8.self))
    values["data"] = Markup(try scriptData())
    return template.render(displayed(values))
  }

  /// The data of the script.
  private struct ScriptData: Encodable {
    let runs: [Run]
    let map: Map?

    struct Map: Encodable {
      let width, height: Double
      let zonesID: String
      let zones: [DossierMap.Zone]
      let roles: [DossierMap.Role]
      /// The journeys by the id of the element that shows them.
      let journeys: [String: DossierMap.Journey]
    }
  }

  /// The data for the script. No text in it can end the element that holds it.
  private func scriptData() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let json = try encoder.encode(
      ScriptData(runs: propertiesWithRuns.compactMap(\.run), map: map.map(mapData)))
    return String(decoding: json, as: UTF8.self).unicodeScalars.map { scalar in
      if "<>&".unicodeScalars.contains(scalar) {
        return "\\u00\(String(scalar.value, radix: 16))"
      }
      // Inside of a text: it is shown as other texts of the page show it.
      let shown = String(scalar).escapedForDisplay
      return shown.utf8.first == UInt8(ascii: "\\") && scalar != "\\" ? "\\" + shown : shown
    }.joined()
  }

  private func mapData(_ map: DossierMap) -> ScriptData.Map {
    var journeys: [String: DossierMap.Journey] = [:]
    for (property, journey) in map.runs { journeys[id(ofRun: property)] = journey }
    for (index, trace) in journeyedTraces.enumerated() {
      journeys[id(ofJourney: index)] = trace.journey
    }
    return ScriptData.Map(
      width: map.width, height: map.height, zonesID: map.zonesID, zones: map.zones,
      roles: map.roles, journeys: journeys)
  }

  var propertiesWithRuns: [Verification.PropertyResult] {
    dossier.verification.properties.filter { $0.run != nil }
  }

  func id(ofRun property: String) -> String { "run-\(property)" }

  func id(ofJourney index: Int) -> String { "journey-\(index + 1)" }

  func id(ofOccurrence index: Int) -> String { "o-\(index + 1)" }
}

/// The values of a template by their names: texts, numbers, flags, and lists of such.
typealias Values = [String: Any]

/// Text that is HTML already.
struct Markup {
  let text: String

  init(_ text: String) { self.text = text }
}

/// Returns the values with all text from input escaped.
private func displayed(_ value: Any) -> Any {
  switch value {
  case let text as String: text.linesEscapedForDisplay
  case let markup as Markup: markup.text
  case let values as Values: values.mapValues(displayed)
  case let list as [Any]: list.map(displayed)
  default: value
  }
}
