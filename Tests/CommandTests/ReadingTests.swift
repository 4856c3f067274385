import Foundation
import Testing

/// Files of production, read as a user would have them read.
@Suite("What people have instead of traces")
struct ReadingTests {
  private static let rulebook = """
    rulebook Trips
    requirements "trips.tsv"

    entity Taxi
      busy: Bool = false

    event pickUp(taxi: Taxi) from driver
      require not taxi.busy                                                                 [T1]
      taxi.busy = true

    event dropOff(taxi: Taxi) from driver
      require taxi.busy                                                                     [T1]
      taxi.busy = false

    """

  private static let lines = [
    #"{"at":1,"event":"pickUp","taxi":"Té"}"#, #"{"at":2,"event":"dropOff","taxi":"Té"}"#,
    #"{"at":3,"event":"pickUp","taxi":"Tü"}"#,
  ]

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write("trips.rulebook", Self.rulebook)
    try folder.write(
      "trips.tsv",
      "id\tsource\tkind\trequirement\nT1\t-\trule\tA taxi has one passenger at a time.\n")
    return folder
  }

  private func replay(_ arguments: [String], in folder: Folder) throws -> Tool.Result {
    let result = try Tool.run(["replay", "trips.rulebook"] + arguments, in: folder)
    #expect(result.isExit)
    return result
  }

  private static let text = lines.joined(separator: "\n") + "\n"

  /// By name: what it holds, and a word of what the message says to do.
  static let forms: [(String, [UInt8], String)] = [
    (
      "utf16le", [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "iconv"
    ),
    (
      "utf16be", [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, "iconv"
    ),
    ("utf16", text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "iconv -f UTF-16"),
    ("latin", text.unicodeScalars.map { UInt8($0.value) }, "iconv -f LATIN1"),
    ("zip", Array("PK\u{3}\u{4}xxxxxxxx".utf8), "unzip -p"),
    ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4], "xz -dc"),
    ("bz2", Array("BZh91AY&SY".utf8), "bzip2 -dc"),
    (
      "tar",
      [UInt8](repeating: 65, count: 257) + Array("ustar\u{0}00".utf8)
        + [UInt8](repeating: 0, count: 300), "tar -xOf"
    ),
    ("parquet", Array("PAR1xxxxxxxxxxx".utf8), "duckdb"),
    (
      "xes", Array("<?xml version=\"1.0\"?>\n<!-- x -->\n<log xes.version=\"1.0\">\n".utf8),
      "pm4py"
    ),
  ]

  @Test("A form that cannot be read is one message that says what to do", arguments: forms)
  func refused(name: String, bytes: [UInt8], words: String) throws {
    let folder = try folder()
    try folder.write(name, Data(bytes))
    for options in [[], ["--mapping", "csv"], ["--explain-mapping", "--mapping", "otlp"]] {
      let result = try replay([name] + options, in: folder)
      #expect(result.code == 2 && result.output == "")
      #expect(result.errors.hasPrefix("error: cannot read the trace '\(name)': it is "))
      #expect(result.errors.contains(words), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  /// The number of lines, that of unreadable ones among the first of them, and the exit code.
  static let shares: [(lines: Int, unreadable: Int, code: Int32)] = [
    (10, 9, 3), (18, 9, 3), (19, 11, 2), (20, 10, 3), (21, 12, 2), (3_000, 500, 3), (3_000, 501, 2),
    (3_000, 2_000, 2),
  ]

  @Test("A file of which more than half of the first lines are unreadable is of another form")
  func otherForm() throws {
    let folder = try folder()
    for (lines, unreadable, code) in Self.shares {
      let rest = Array(repeating: Self.lines[0], count: lines - unreadable)
      let all = Array(repeating: #"{"when":1,"what":"x"}"#, count: unreadable) + rest
      try folder.write("t.jsonl", all.joined(separator: "\n") + "\n")
      // A trace with a checkpoint may go on, and tells its form later.
      let keeping = lines < 1_000 ? [] : [["--checkpoint", "\(lines).\(unreadable)"]]
      for options in [[], ["--reorder", "1s"]] + keeping {
        let result = try replay(["t.jsonl"] + options, in: folder)
        if code == 2 {
          #expect(result.code == 2, "\(lines), \(unreadable), \(options)")
          #expect(result.output == "")
          let count = min(unreadable, 1_000)
          #expect(
            result.errors.contains("\(count) of the first ")
              && result.errors.contains(" lines of the trace cannot be read"), "\(result.errors)")
        } else {
          #expect(result.code != 2, "\(lines), \(unreadable), \(options): \(result.errors)")
        }
      }
    }
  }

  @Test("One damaged letter makes no other encoding")
  func damaged() throws {
    let folder = try folder()
    var bytes = Array(Self.text.utf8)
    bytes.insert(0xE9, at: bytes.count - 5)
    try folder.write("t.jsonl", Data(bytes))
    let result = try replay(["t.jsonl"], in: folder)
    #expect(result.code == 3, "\(result.errors)")
  }

  @Test(
    "Some damaged or binary lines make no other encoding",
    arguments: [[0xA7, 0xFF], [0xFF, 0x7F, 0x07, 0x41], [0xC8, 0x42], [0x01, 0xE9, 0x41]])
  func binary(damage: [UInt8]) throws {
    let folder = try folder()
    var lines = (0..<5).flatMap { _ in Self.lines }.map { Array($0.utf8) }
    for index in [4, lines.count - 2] { lines[index] = damage + [0x41, 0xB1, 0x42] }
    while lines.count < 21 { lines.append(lines[0]) }
    try folder.write("t.jsonl", Data(lines.joined(separator: [0x0A])))
    let result = try replay(["t.jsonl"], in: folder)
    #expect(result.code != 2, "\(result.errors)")
  }

  @Test("An array that is cut off between its elements is told of", arguments: ["", ",", ",\n"])
  func cutArray(_ end: String) throws {
    let folder = try folder()
    try folder.write("cut", "[" + Self.lines.joined(separator: ",\n") + end)
    let result = try replay(["cut"], in: folder)
    #expect(result.output.contains("the array has no end"), "\(result.output)\(result.errors)")
  }

  @Test("Arrays, pretty-printed documents and packed ones say what lines say")
  func documents() throws {
    let folder = try folder()
    try folder.write("lines", Self.text)
    try folder.write("array", "[" + Self.lines.joined(separator: ", ") + "]")
    let pretty = Self.lines.map {
      $0.replacing("{", with: "{\n  ").replacing(",", with: ",\n  ").replacing("}", with: "\n}")
    }
    try folder.write("pretty", pretty.joined(separator: "\n") + "\n")
    try folder.write("prettyArray", "[\n" + pretty.joined(separator: ",\n") + "\n]\n")
    for name in ["lines", "array", "pretty", "prettyArray"] {
      let result = try replay([name], in: folder)
      #expect(result.code == 0)
      #expect(
        result.output.hasPrefix("\(name): conforms  3 events, 3 lines, completeness not shown\n"))
      #expect(result.output.contains("no JSON Lines") == (name != "lines"))
      #expect(!result.output.contains("the array has no end"))
      let kept = try replay([name, "--checkpoint", "\(name).checkpoint"], in: folder)
      #expect(kept.output == result.output)
      let again = try replay([name, "--checkpoint", "\(name).checkpoint"], in: folder)
      #expect(
        again.output.hasPrefix("\(name): conforms  3 events, 3 lines, completeness not shown\n"))
    }
  }

  @Test("Of documents, too, the text of a line is that of the record")
  func textsOfDocuments() throws {
    let folder = try folder()
    let twice = [Self.lines[0], Self.lines[0].replacing(":1,", with: ":2,")]
    let pretty = twice.map { $0.replacing("{", with: "{\n  ").replacing("}", with: "\n}") }
    let shown = twice[1].replacing("{", with: "{ ").replacing("}", with: " }")
    for (text, shown) in [
      (twice.joined(separator: "\n") + "\n", twice[1]),
      ("[" + twice.joined(separator: ", ") + "]", twice[1]),
      (pretty.joined(separator: "\n") + "\n", shown),
      ("[\n" + pretty.joined(separator: ",\n") + "\n]\n", shown),
    ] {
      try folder.write("t", text)
      let result = try replay(["t", "--show-lines"], in: folder)
      #expect(result.code == 1 && result.output.contains(shown + "\n"), "\(result.output)")
    }
  }

  static let hints: [(String, String)] = [
    (#"{"value":"{\"event\":\"pickUp\"}"}"#, "JSON in a string"),
    (#"INFO {"at":1,"event":"pickUp","taxi":"T"}"#, "`after \"…\"`"),
    (#"at=1 event=pickUp taxi=T"#, "`format logfmt`"), (#"{"kind":"pickUp"}"#, "--mapping"),
    ("at,event\n1,pickUp", "--mapping csv"),
  ]

  @Test("What could be read with a mapping says so", arguments: hints)
  func hint(line: String, words: String) throws {
    let folder = try folder()
    try folder.write("t", line + "\n")
    let result = try replay(["t"], in: folder)
    #expect(result.code == 3)
    #expect(result.output.contains(words), "\(result.output)")
  }

  @Test("By whose clock instants are read is noted, with the release of the zone data")
  func zones() throws {
    let folder = try folder()
    try folder.write(
      "m",
      "format csv\nevent event\ntime at written \"YYYY-MM-DD hh:mm\" zone \"America/New_York\"\n"
        + "argument taxi taxi\n")
    try folder.write(
      "t.csv", "at,event,taxi\n2016-11-06 01:50,pickUp,T\n2016-11-06 01:10,dropOff,T\n")
    let result = try replay(["t.csv", "--mapping", "m"], in: folder)
    #expect(result.code == 0)
    #expect(result.output.contains("note: instants are by the clocks of America/New_York by "))
    let document = try replay(["t.csv", "--mapping", "m", "--format", "json"], in: folder)
    #expect(document.output.contains("America/New_York by "))
  }

  @Test("Zone data that are damaged are none, whatever they hold")
  func damagedZones() throws {
    let folder = try folder()
    let good = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/America/New_York"))
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "zones"), withIntermediateDirectories: true)
    try folder.write(
      "m",
      "format csv\nevent event\ntime at written \"YYYY-MM-DD hh:mm\" zone \"Test\"\n"
        + "argument taxi taxi\n")
    try folder.write("t.csv", "at,event,taxi\n2016-11-06 01:50,pickUp,T\n")
    func code(_ data: Data) throws -> Int32 {
      try folder.write("zones/Test", data)
      let result = try Tool.run(
        ["replay", "trips.rulebook", "t.csv", "--mapping", "m"], in: folder,
        environment: ["TZDIR": folder.url.appending(path: "zones").path])
      #expect(result.isExit)
      return result.code
    }
    #expect(try code(good) == 0)
    var damaged: [Data] = [Data(), Data("TZif".utf8), Data(repeating: 0xFF, count: 100)]
    for length in [20, 44, 60, good.count / 2, good.count - 80, good.count - 1] {
      damaged.append(good.prefix(length))
    }
    for place in [20, 24, 28, 32, 36, 40] {
      var data = good
      data[data.startIndex + place] = 0xFF
      damaged.append(data)
    }
    for data in damaged { #expect(try code(data) == 2) }
  }

  @Test("MDS as agencies get it, of either mode, in each envelope")
  func mds() throws {
    let folder = try folder()
    let passenger = [
      #"{"event_id":"1","provider_id":"p","device_id":"V","vehicle_state":"reserved","event_types":["reservation_start"],"timestamp":1456682460000,"trip_ids":["J"]}"#,
      #"{"event_id":"2","provider_id":"p","device_id":"V","vehicle_state":"on_trip","event_types":["reservation_stop","trip_start"],"timestamp":1456682520000,"trip_ids":["J"]}"#,
    ]
    let micro = [
      #"{"event_id":"1","provider_id":"p","device_id":"V","vehicle_state":"on_trip","event_types":["trip_start"],"timestamp":1456682460000,"trip_ids":["J"]}"#,
      #"{"event_id":"2","provider_id":"p","device_id":"V","vehicle_state":"available","event_types":["trip_end"],"timestamp":1456682520000,"trip_ids":["J"]}"#,
    ]
    for (model, events, lines) in [("MDSPassenger", passenger, 5), ("MDSMicromobility", micro, 4)] {
      let list = events.joined(separator: ",")
      for (name, text) in [
        ("lines", events.joined(separator: "\n") + "\n"), ("array", "[\(list)]"),
        ("events", #"{"version":"2.0.0","events":[\#(list)]}"#),
        ("data", "{\"version\":\"1.2.0\",\n\"data\":{\n\"events\":[\n\(list)\n]}}\n"),
      ] {
        try folder.write(name, text)
        let result = try Tool.run(
          ["replay", Tool.model(model), name, "--mapping", "mds"], in: folder)
        #expect(result.code == 0, "\(model) \(name): \(result.output)")
        #expect(result.output.contains("\(lines - 2) events, \(lines) lines"), "\(result.output)")
      }
      // The state after the last type is another one.
      try folder.write(
        "wrong", events[0] + "\n" + events[1].replacing("on_trip", with: "stopped") + "\n")
      guard model == "MDSPassenger" else { continue }
      let wrong = try Tool.run(
        ["replay", Tool.model(model), "wrong", "--mapping", "mds"], in: folder)
      #expect(wrong.code == 1 && wrong.output.contains("observ"), "\(wrong.output)")
    }
    let other = try replay(["lines", "--mapping", "mds"], in: folder)
    #expect(other.code == 2 && other.errors.hasPrefix("mds:"), "\(other.errors)")
  }
}
