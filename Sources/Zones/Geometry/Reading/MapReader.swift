import Basics

/// Reads the objects of GeoJSON: collections, features and their identifiers.
struct MapReader {
  let source: SourceText
  let role: MapDocument.Role
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var unreported = 0
  private var features: [MapDocument.Feature] = []
  private var requirements: [String] = []
  private var featureCount = 0
  private var unidentified = PropertySurvey()

  /// The number of diagnostics of one file that are shown in full.
  private static let mostDiagnostics = 40

  init(_ source: SourceText, _ role: MapDocument.Role) {
    self.source = source
    self.role = role
  }

  mutating func read() -> MapDocument.Reading {
    var bytes = source.bytes[...]
    if bytes.starts(with: byteOrderMark) { bytes.removeFirst(byteOrderMark.count) }
    do throws(JSONError) {
      let root = try JSONParser.parse(bytes, offset: bytes.startIndex)
      readRoot(root)
    } catch {
      report(error.reason.rawValue, error.message, at: SourceSpan(error.offset, error.offset + 1))
    }
    reportUnidentified()
    checkIdentifiers()
    if features.isEmpty, diagnostics.isEmpty {
      report("map-without-areas", "the map has no polygon", at: nil)
    }
    if unreported > 0 {
      diagnostics.append(
        Diagnostic("more-faults", .error, "\(unreported) more faults of this file", at: nil))
    }
    let document =
      features.isEmpty
      ? nil : MapDocument(source: source, features: features, requirements: requirements)
    return MapDocument.Reading(
      document: diagnostics.containsError ? nil : document, readable: document,
      diagnostics: diagnostics)
  }

  mutating func report(_ id: String, _ message: String, at span: SourceSpan?) {
    if diagnostics.count < Self.mostDiagnostics {
      diagnostics.append(Diagnostic(id, .error, message, at: span))
    } else {
      unreported += 1
    }
  }

  private mutating func readRoot(_ root: JSONValue) {
    guard let members = object(root, "a GeoJSON text") else { return }
    if let system = members["crs"], !isLongitudeLatitude(system) {
      report(
        "other-reference-system",
        "the coordinates are in another reference system than longitude and latitude of WGS 84; "
          + "convert the file first", at: system.span)
    }
    readRequirements(members["requirements"])
    switch type(members, of: root) {
    case "FeatureCollection"?:
      guard let list = required("features", members, root),
        let elements = array(list, "`features`")
      else { return }
      for element in elements { readFeature(element) }
    case "Feature"?: readFeature(root)
    case let type?:
      if GeometryReader.types.contains(type) {
        addFeature(root, geometry: root, id: nil, properties: nil)
      } else {
        report("unknown-type", "no type of GeoJSON is called '\(type)'", at: root.span)
      }
    case nil: break
    }
  }

  /// Returns true if a reference system is a name, of the time before RFC 7946, for the one that
  /// the standard prescribes.
  private func isLongitudeLatitude(_ system: JSONValue) -> Bool {
    if case .null = system.content { return true }
    guard case .object(let members) = system.content,
      case .object(let properties)? = members["properties"]?.content,
      case .string(let name)? = properties["name"]?.content
    else { return false }
    return name.hasSuffix("CRS84") || name.hasSuffix("EPSG::4326") || name == "EPSG:4326"
  }

  private mutating func readRequirements(_ value: JSONValue?) {
    guard let value, case .array(let elements) = value.content else { return }
    for element in elements {
      if case .string(let text) = element.content { requirements.append(text) }
    }
  }

  private mutating func readFeature(_ json: JSONValue) {
    guard let members = object(json, "a feature") else { return }
    guard let type = type(members, of: json) else { return }
    guard type == "Feature" else {
      return report("unknown-type", "expected a Feature, this is a '\(type)'", at: json.span)
    }
    guard let geometry = required("geometry", members, json) else { return }
    addFeature(
      json, geometry: geometry, id: members["id"], properties: members["properties"])
  }

  private mutating func addFeature(
    _ json: JSONValue, geometry: JSONValue, id: JSONValue?, properties: JSONValue?
  ) {
    let index = featureCount
    featureCount += 1
    let identifier = identifier(index, json, id: id, properties: properties)
    var reader = GeometryReader(featureName: identifier.map { "'\($0)'" } ?? "number \(index + 1)")
    let rings = reader.rings(of: geometry)
    for fault in reader.faults { report(fault.id, fault.message, at: fault.span) }
    guard let identifier, reader.faults.isEmpty else { return }
    features.append(
      MapDocument.Feature(
        index: index, id: identifier, rings: rings, span: json.span, properties: properties?.span,
        geometry: geometry.span))
  }

  private mutating func identifier(
    _ index: Int, _ json: JSONValue, id: JSONValue?, properties: JSONValue?
  ) -> String? {
    guard case .zones(let property, _) = role else { return "city" }
    var found: JSONValue?
    if case .object(let members)? = properties?.content { found = members[property] }
    guard let value = found ?? id else {
      unidentified.add(index, json.span, properties)
      return nil
    }
    switch value.content {
    case .string(let text) where !text.isEmpty: return text
    case .integer(let number): return String(number)
    case .number(let text): return text
    default:
      report(
        "unfit-id",
        "the identifier of a zone is a string that is not empty, or a number; this is "
          + value.kindDescription, at: value.span)
      return nil
    }
  }

  /// Features without an identifier, one by one; or once if no feature has one, with the
  /// properties that could be meant.
  private mutating func reportUnidentified() {
    guard case .zones(let property, _) = role, let first = unidentified.features.first else {
      return
    }
    if unidentified.features.count == featureCount, featureCount > 1 {
      let names = unidentified.uniqueProperties.prefix(8).map { "'\($0)'" }
      let hint =
        names.isEmpty
        ? ""
        : "; different in each feature, so fit for --id-property: "
          + names.joined(separator: ", ")
      return report(
        "missing-id", "no feature has a property '\(property)' or an `id`\(hint)",
        at: SourceSpan(first.span.lower, first.span.lower + 1))
    }
    for (index, span) in unidentified.features {
      report(
        "missing-id",
        "feature number \(index + 1) has neither a property '\(property)' nor an `id`",
        at: SourceSpan(span.lower, span.lower + 1))
    }
  }

  private mutating func checkIdentifiers() {
    guard case .zones(_, mergesFeatures: false) = role else { return }
    var first: [[UInt8]: Int] = [:]
    for feature in features {
      if let other = first.updateValue(feature.index, forKey: Array(feature.id.utf8)) {
        report(
          "repeated-id",
          "two zones have the identifier '\(feature.id)': features number \(other + 1) "
            + "and \(feature.index + 1); --merge-features makes one zone of them",
          at: SourceSpan(feature.span.lower, feature.span.lower + 1))
      }
    }
  }
}
