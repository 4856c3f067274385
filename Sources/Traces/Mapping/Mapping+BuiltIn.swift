import Diagnostics
public import Rulebook

extension Mapping {
  /// The mappings that have names of their own, as texts.
  public static let builtIn: [(name: String, text: String)] = [
    ("cloudevents", cloudEvents), ("csv", csv), ("otlp", otlp),
  ]

  /// The mapping of that name; nil: there is none.
  ///
  /// A rulebook cannot make it wrong: the texts name no event and no argument.
  public static func builtIn(_ name: String, rules: Core.Rules) -> Mapping? {
    guard let text = builtIn.first(where: { $0.name == name })?.text else { return nil }
    return MappingParser.parse(SourceText(path: name, text: text), rules: rules).mapping
  }

  private static let cloudEvents = """
    // CloudEvents 1.0 in the JSON format, one a line. The type may have a prefix (com.example.offer).
    format json
    require specversion is "1.0"
    event type after "."
    time time
    source source
    id id
    outcome data.outcome
    notified data.notified
    observe data.observe
    arguments data
    ignore others
    """

  private static let csv = """
    // RFC 4180. The columns are called as the keys of a line are.
    format csv
    event event
    time at
    source source
    id id
    outcome outcome
    notified notified json
    observe observe json
    arguments .
    ignore others
    """

  private static let otlp = """
    // Logs of OpenTelemetry in OTLP's JSON form, one export a line.
    format json
    records resourceLogs[].scopeLogs[].logRecords[]
    unwrap stringValue, boolValue, intValue as number, doubleValue, arrayValue[], kvlistValue as object, values[]
    pairs key, value
    event eventName | attributes."event.name" | body after "."
      "" is absent
    time timeUnixNano | observedTimeUnixNano in nanoseconds
      "0" is absent
    source ^^resource.attributes."service.instance.id" | ^^resource.attributes."service.name"
    id attributes."log.record.uid"
    outcome attributes.outcome
    notified attributes.notified json
    observe attributes.observe json
    arguments attributes
    ignore others
    """
}
