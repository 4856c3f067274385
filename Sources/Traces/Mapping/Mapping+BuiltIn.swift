extension Mapping {
  /// The mappings that have names of their own, as texts.
  package static let builtIn: [(name: String, text: String)] = [
    ("cloudevents", cloudEvents), ("csv", csv), ("mds", mds), ("otlp", otlp),
  ]

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

  private static let mds = """
    // Vehicle events of the Mobility Data Specification 2.0, of either mode, as agencies get them.
    format json
    records events[] | data.events[] | []
    event event_types[]
    time timestamp
    id event_id
    source provider_id
    argument vehicle device_id | vehicle_id
    argument vehicle_state vehicle_state
    argument trip trip_ids[0]
    // It holds after the last of the types.
    fact Vehicle.vehicle_state device_id | vehicle_id, vehicle_state
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
