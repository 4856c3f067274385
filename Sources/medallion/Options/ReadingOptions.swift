import ArgumentParser
import Basics
import Findings
import Rulebook
import Traces

/// The options on how records become lines, and on the order of lines.
struct ReadingOptions: ParsableArguments {
  @Option(help: "How records become lines: cloudevents, csv, mds, otlp, or a mapping file.")
  var mapping: String?

  @Flag(help: "Show what the mapping makes of the first records, and judge nothing.")
  var explainMapping = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "By how much a line may be late, recorded after one of a later instant: 5s.",
      valueName: "duration"))
  var reorder: String = "0s"

  @Flag(
    help: "All files, also those of folders, are one trace, of a log that was rotated or split.")
  var oneTrace = false

  @Flag(help: "Leave out a line without an id if one at the same instant says the same.")
  var dropDoubled = false

  @Option(
    name: .customLong("clock"),
    help: ArgumentHelp(
      "By how much the clock of a source is ahead, or behind: gateway-2=-250ms; may be given "
        + "several times.", valueName: "source=duration"))
  var clocks: [String] = []

  @Option(
    help: ArgumentHelp(
      "Take [longitude, latitude] for the zone of this map that is there: Zone=zones.geojson.",
      valueName: "entity=file"))
  var zones: [String] = []

  @Option(
    help: ArgumentHelp(
      "The property of the map's features that holds their ids; zone if not said.",
      valueName: "name"))
  var idProperty: String?

  func validate() throws {
    guard zones.count < 2 else {
      throw ValidationError("--zones is given twice; positions are looked up on one map")
    }
    guard idProperty == nil || !zones.isEmpty else {
      throw ValidationError("--id-property needs --zones")
    }
  }

  private var featureID: String { idProperty ?? "zone" }

  /// The files among the options.
  var files: [String] {
    let mappings = mapping.map { Self.isBuiltIn($0) ? [] : [$0] } ?? []
    return mappings
      + zones.flatMap { $0.split(separator: "=", maxSplits: 1).dropFirst().map(String.init) }
  }

  /// A digest that identifies the mapping; the name of a built-in one, empty without any.
  var mappingDigest: String {
    get throws(Failure) {
      guard let mapping, !Self.isBuiltIn(mapping) else { return mapping ?? "" }
      return Digest.sha256(
        try Files.read(mapping, limit: MappingParser.largestFile, what: "mapping"))
    }
  }

  /// A digest that identifies the map, with its options; empty without a map.
  var mapDigest: String {
    get throws(Failure) {
      guard let zones = zones.first, let sign = zones.firstIndex(of: "=") else { return "" }
      let map = try Files.read(
        String(zones[zones.index(after: sign)...]), limit: LoadedZones.largestFile, what: "map")
      return "\(zones[..<sign]) by \(featureID): \(Digest.sha256(map))"
    }
  }

  func resolve(_ rules: Core.Rules) throws(Failure) -> TraceReading {
    if explainMapping, mapping == nil {
      throw Failure(.wrongInput, "--explain-mapping needs a --mapping")
    }
    var offsets: [String: Int64] = [:]
    for clock in clocks {
      let (source, offset) = try Self.clock(clock)
      guard offsets.updateValue(offset, forKey: source) == nil else {
        throw Failure(.wrongInput, "--clock \(clock): '\(source)' is given twice")
      }
    }
    if !offsets.isEmpty, mapping == nil {
      throw Failure(.wrongInput, "--clock needs a --mapping that says what the source of a line is")
    }
    return TraceReading(
      mapping: try mapping.map { name throws(Failure) in try Self.load(name, rules) },
      order: TraceOrder.Options(
        window: try Durations.parse(reorder, option: "--reorder"), dropsDoubled: dropDoubled,
        clockOffsets: offsets),
      positions: try zones.first.map { option throws(Failure) in
        try LoadedPositions.load(option, idProperty: featureID, rules)
      })
  }

  private static func isBuiltIn(_ name: String) -> Bool {
    Mapping.builtIn.contains { $0.name == name }
  }

  /// The mapping that is built in under this name, or that of the file.
  static func load(_ name: String, _ rules: Core.Rules) throws(Failure) -> Mapping {
    let source = try source(of: name)
    let (mapping, diagnostics) = MappingParser.parse(source, rules: rules)
    let renderer = DiagnosticRenderer(source: source, style: Console.standardError.style)
    guard let mapping else { throw Failure(.wrongInput, rendered: renderer.render(diagnostics)) }
    return mapping
  }

  private static func source(of name: String) throws(Failure) -> SourceText {
    if let text = Mapping.builtIn.first(where: { $0.name == name })?.text {
      return SourceText(path: name, text: text)
    }
    guard Files.exists(name) else {
      let hint = suggestion(for: name, among: Mapping.builtIn.map(\.name))
      throw Failure(.wrongInput, Files.cannot("read", name, "mapping").message + hint)
    }
    let bytes = try Files.read(name, limit: MappingParser.largestFile, what: "mapping")
    return SourceText(path: name, bytes: bytes)
  }

  /// `SOURCE=DURATION`, the duration perhaps with a sign.
  private static func clock(_ text: String) throws(Failure) -> (source: String, offset: Int64) {
    guard let sign = text.lastIndex(of: "="), sign != text.startIndex else {
      throw Failure(
        .wrongInput, "--clock \(text): expected SOURCE=DURATION, such as gateway-2=-250ms")
    }
    let duration = text[text.index(after: sign)...]
    let isBehind = duration.first == "-"
    let digits = isBehind || duration.first == "+" ? duration.dropFirst() : duration
    let length = try Durations.parse(String(digits), option: "--clock", in: text)
    return (String(text[..<sign]), isBehind ? -length : length)
  }
}
