import Foundation
import Testing

/// `medallion mapping`: what it writes is read by `replay` as it is.
@Suite("Drafted mappings")
struct MappingCommandTests {
  private static let rulebook = """
    type Stage = booked | riding | over

    entity Bus
      lines: Int = 0

    entity Trip
      stage: Stage = booked

    event book(trip: Trip, bus: Bus) from passenger
      require trip.stage is booked

    event tripStart(trip: Trip) from driver
      require trip.stage is booked
      trip.stage = riding

    event tripEnd(trip: Trip, bus: Bus, stage: Stage) from driver
      require trip.stage is riding
      trip.stage = over

    """

  /// By name: what a logger writes of four events.
  static let files: [(String, String)] = [
    (
      "plain.jsonl",
      """
      {"at":1700000000000,"event":"book","trip":"R1","bus":"B1","outcome":"ok"}
      {"at":1700000060000,"event":"tripStart","trip":"R1","outcome":"ok"}
      {"at":1700000120000,"event":"tripEnd","trip":"R1","bus":"B1","stage":"over","outcome":"ok"}
      {"at":1700000180000,"event":"book","trip":"R2","bus":"B1","outcome":"refused"}

      """
    ),
    (
      "mining.csv",
      """
      ,case:concept:name,concept:name,time:timestamp,org:resource,vehicle,to
      0,R1,Booked,2023-11-14 22:13:20+00:00,app,B1,
      1,R1,Trip started,2023-11-14 22:14:20.500000+00:00,app,,
      2,R1,Trip ended,2023-11-14 22:15:20+00:00,app,B1,Over
      3,R2,Booked,2023-11-14 22:16:20+00:00,app,B1,

      """.replacing("vehicle", with: "bus_no")
    ),
    (
      "kafka.jsonl",
      """
      {"topic":"rides","partition":3,"offset":1,"timestamp":1700000000000,"key":"R1","headers":[{"key":"tenant","value":"x"}],"value":"{\\"type\\":\\"desk.BOOK\\",\\"tripId\\":\\"R1\\",\\"bus\\":{\\"id\\":\\"B1\\"}}"}
      {"topic":"rides","partition":3,"offset":2,"timestamp":1700000060000,"key":"R1","headers":[{"key":"tenant","value":"x"}],"value":"{\\"type\\":\\"desk.TRIP_START\\",\\"tripId\\":\\"R1\\"}"}
      {"topic":"rides","partition":3,"offset":3,"timestamp":1700000120000,"key":"R1","headers":[{"key":"tenant","value":"x"}],"value":"{\\"type\\":\\"desk.TRIP_END\\",\\"tripId\\":\\"R1\\",\\"bus\\":{\\"id\\":\\"B1\\"},\\"stage\\":\\"OVER\\"}"}
      {"topic":"rides","partition":3,"offset":4,"timestamp":1700000180000,"key":"R2","headers":[{"key":"tenant","value":"x"}],"value":"{\\"type\\":\\"desk.BOOK\\",\\"tripId\\":\\"R2\\",\\"bus\\":{\\"id\\":\\"B1\\"}}"}

      """
    ),
    (
      "feed.json",
      """
      {"version":"2.0.0","last_updated":1700000900000,"data":{"events":[
        {"event_id":"a","provider_id":"p","bus_id":"B1","event_types":["book","trip_start"],"timestamp":1700000000000,"trip_ids":["R1"]},
        {"event_id":"b","provider_id":"p","bus_id":"B1","event_types":["trip_end"],"timestamp":1700000060000,"trip_ids":["R1"],"stage":"over"},
        {"event_id":"c","provider_id":"p","bus_id":"B1","event_types":["book"],"timestamp":1700000120000,"trip_ids":["R2"]}]}}

      """
    ),
  ]

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.writeBook(Self.rulebook)
    return folder
  }

  @Test("Read what they were drafted for", arguments: files)
  func reads(name: String, text: String) throws {
    let folder = try folder()
    try folder.write(name, text)
    let draft = try Tool.run(["mapping", "r.rulebook", name, "-o", "m"], in: folder)
    #expect(draft.code == 0 && draft.output == "", "\(draft.errors)")
    let mapping = try folder.read("m")
    #expect(mapping.hasPrefix("// A draft for \(name) and the rulebook R.\n"))
    let result = try Tool.run(["replay", "r.rulebook", name, "--mapping", "m"], in: folder)
    #expect(!result.output.contains("rejected"), "\(mapping)\n\(result.output)")
    #expect(result.output.contains("4 events, 4 lines"), "\(mapping)\n\(result.output)")
    #expect(result.code <= 1, "\(mapping)\n\(result.output)")
  }

  @Test("Go to standard output, from standard input and packed files too")
  func streams() throws {
    let folder = try folder()
    try folder.write("t", Self.files[0].1)
    let piped = try Tool.shell(
      "gzip -k t && cat t.gz | medallion mapping r.rulebook - > m && "
        + "medallion replay r.rulebook t.gz --mapping m", in: folder)
    #expect(piped.output.contains("4 events, 4 lines"), "\(piped.output)")
  }

  @Test("Of a file without records there is a draft that says so")
  func nothing() throws {
    let folder = try folder()
    for text in ["", "\n", "what is this?\n", "[]", "{\"a\":"] {
      try folder.write("t", text)
      let draft = try Tool.run(["mapping", "r.rulebook", "t"], in: folder)
      #expect(draft.code == 0 && draft.output.contains("Undecided"), "\(draft.output)")
      try folder.write("m", draft.output)
      let result = try Tool.run(
        ["replay", "r.rulebook", "t", "--mapping", "m", "--explain-mapping"], in: folder)
      #expect(result.code == 0, "\(result.errors)")
    }
  }

  @Test("What cannot be read is one message")
  func wrong() throws {
    let folder = try folder()
    try folder.write("z", "PK\u{3}\u{4}xxxxxxxx")
    try folder.write("t", "")
    for (arguments, words) in [
      (["r.rulebook", "z"], "unzip"), (["r.rulebook", "none"], "No such file"),
      (["none", "t"], "none"), (["r.rulebook", "t", "-o", "t"], "t"),
    ] {
      let result = try Tool.run(["mapping"] + arguments, in: folder)
      #expect(result.isExit && result.code == 2 && result.output == "")
      #expect(result.errors.contains(words), "\(result.errors)")
    }
  }
}
