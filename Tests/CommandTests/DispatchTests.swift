import Foundation
import Testing

/// The reference service on the command line.
@Suite struct DispatchTests {
  private static let small = [
    "--taxis", "4", "--passengers", "8", "--zones", "2", "--hours", "1", "--demand", "3",
  ]

  @Test func aSimulatedCityConforms() throws {
    let folder = try Folder()
    let run = try Tool.run(
      ["dispatch", "--journal", "day.jsonl", "--svg", "day.svg"] + Self.small, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("4 taxis, 8 passengers"))
    #expect(run.output.contains("waiting"))
    let plots = try folder.read("day.svg")
    for title in [
      "Requests an hour", "Taxis in a queue", "Requests at once", "Minutes until the taxi is there",
      "Refused commands an hour",
    ] {
      #expect(plots.contains(">\(title)</text>"))
    }
    // Axes are marked in round numbers.
    #expect(!plots.contains(#/text-anchor="end">[0-9]+\.[0-9]/#))
    let replay = try Tool.run(["replay", Tool.model("MyTaxiService"), "day.jsonl"], in: folder)
    #expect(replay.code == 0, "\(replay.output)")
    #expect(replay.output.contains("conforms"))
  }

  /// The journal tells coordinates; replay finds the zones on the map by itself, and agrees.
  @Test func coordinatesAreLookedUpOnTheSameMap() throws {
    let folder = try Folder()
    let map = Tool.model("MyTaxiService")
      .replacing("MyTaxiService.rulebook", with: "zones.geojson")
    let arguments = [
      "--map", map, "--taxis", "12", "--passengers", "40", "--hours", "3", "--demand", "4",
    ]
    let run = try Tool.run(
      ["dispatch", "--positions", "--journal", "day.jsonl"] + arguments, in: folder)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("26 zones"))
    let replay = try Tool.run(
      ["replay", Tool.model("MyTaxiService"), "day.jsonl", "--zones", "Zone=\(map)"], in: folder)
    #expect(replay.code == 0, "\(replay.output)\(replay.errors)")
    #expect(replay.output.contains("conforms"))
    #expect(replay.output.contains("positions were looked up"))
    // Without coordinates it is the same day, told by the names of the map.
    let named = try Tool.run(["dispatch", "--journal", "named.jsonl"] + arguments, in: folder)
    #expect(named.output == run.output)
    let names = try Tool.run(["replay", Tool.model("MyTaxiService"), "named.jsonl"], in: folder)
    #expect(names.code == 0, "\(names.output)")
    let text = try folder.read("named.jsonl")
    #expect(text.contains("\"into\":\"Old Town\""))
  }

  /// Another map has other zones at these places; what the journal tells is then found wrong.
  @Test func onAnotherMapCoordinatesDoNotConform() throws {
    let folder = try Folder()
    let map = Tool.model("MyTaxiService")
      .replacing("MyTaxiService.rulebook", with: "zones.geojson")
    let run = try Tool.run(
      [
        "dispatch", "--positions", "--map", map, "--taxis", "12", "--passengers", "40", "--hours",
        "2", "--demand", "4", "--journal", "day.jsonl",
      ], in: folder)
    #expect(run.code == 0, "\(run.errors)")
    let text = try String(contentsOfFile: map, encoding: .utf8)
    try folder.write(
      "other.geojson",
      text.replacing("\"Old Town\"", with: "\"x\"")
        .replacing("\"Cathedral\"", with: "\"Old Town\"")
        .replacing("\"x\"", with: "\"Cathedral\""))
    let replay = try Tool.run(
      ["replay", Tool.model("MyTaxiService"), "day.jsonl", "--zones", "Zone=other.geojson"],
      in: folder)
    #expect(replay.code != 0, "\(replay.output)")
  }

  @Test(arguments: [
    (["--positions"], "--positions needs --map"),
    (["--map", "m.geojson", "--zones", "4"], "--zones is for a city without --map"),
    (["--map", "none.geojson"], "none.geojson"), (["--map", "m.geojson"], "m.geojson"),
    (["--map", "x.geojson"], "the rings of 'x' cross"),
    (
      ["--map", "x.geojson", "--journal", "x.geojson"],
      "the journal 'x.geojson' is one of the inputs"
    ),
  ])
  func wrongMaps(_ arguments: [String], _ message: String) throws {
    let folder = try Folder()
    try folder.write("m.geojson", "{}")
    try folder.write(
      "x.geojson",
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"zone":"x"},
      "geometry":{"type":"Polygon","coordinates":[[[0,0],[2,2],[2,0],[0,1],[0,0]]]}}]}
      """)
    let result = try Tool.run(["dispatch"] + arguments, in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func theSameSeedGivesTheSameBytes() throws {
    let folder = try Folder()
    let first = try Tool.run(["dispatch", "--format", "json"] + Self.small, in: folder)
    let second = try Tool.run(["dispatch", "--format", "json"] + Self.small, in: folder)
    #expect(first.output == second.output)
    #expect(first.output.contains("\"schema\" : \"medallion.dispatch/1\""))
    let other = try Tool.run(
      ["dispatch", "--format", "json", "--seed", "2"] + Self.small, in: folder)
    #expect(other.output != first.output)
  }

  @Test(arguments: [
    (["--taxis", "0"], "--taxis is between 1 and 100000, not 0"),
    (["--passengers", "10000001"], "--passengers is between"),
    (["--zones", "0"], "--zones is between"), (["--hours", "721"], "--hours is between"),
    (["--demand", "0"], "--demand is above 0"), (["--demand", "nan"], "--demand is above 0"),
  ])
  func whatIsOutOfRangeIsAWrongInput(_ arguments: [String], _ message: String) throws {
    let result = try Tool.run(["dispatch"] + arguments, in: try Folder())
    #expect(result.code == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  /// What is asked for is so large that whoever finds out at the end only is noticed.
  @Test(arguments: ["--journal", "--svg", "--output"])
  func whatCannotBeWrittenIsToldAtOnce(_ option: String) throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "folder"), withIntermediateDirectories: true)
    for path in ["none/file", "folder"] {
      let result = try Tool.run(
        ["dispatch", "--taxis", "100000", "--hours", "720", option, path], in: folder)
      #expect(result.code == 2)
      #expect(result.errors.contains("cannot write the"), "\(result.errors)")
      #expect(result.errors.contains("'\(path)'"), "\(result.errors)")
      #expect(try folder.names == ["folder"])
    }
  }

  @Test func aFullDiskIsToldAndLeavesNothing() throws {
    try #require(FileHandle(forWritingAtPath: "/dev/full") != nil)
    let folder = try Folder()
    for option in ["--journal", "--svg", "--output"] {
      let result = try Tool.run(["dispatch", option, "/dev/full"] + Self.small, in: folder)
      #expect(result.code == 2)
      #expect(result.errors.contains("No space left on device"), "\(result.errors)")
    }
    #expect(try folder.names.isEmpty)
  }

  /// As a large journal fills a disk: after some of it has been written.
  @Test func aJournalThatGrowsTooLargeLeavesNothing() throws {
    let folder = try Folder()
    let result = try Tool.shell(
      "ulimit -f 200; trap '' XFSZ; medallion dispatch --hours 240 --journal day.jsonl",
      in: folder)
    #expect(result.code == 2)
    #expect(result.output.contains("cannot write the journal 'day.jsonl': File too large"))
    #expect(try folder.names.isEmpty)
  }

  @Test(arguments: ["INT", "TERM"])
  func whoeverIsInterruptedLeavesNoFile(_ signal: String) throws {
    let folder = try Folder()
    // What comes through the pipe shows that the run is under way. The shell may say of itself
    // what became of it.
    let result = try Tool.shell(
      """
      exec 3>&2 2>/dev/null
      mkfifo pipe
      medallion dispatch --hours 720 --journal pipe --svg day.svg --output day.txt 2>&3 3>&- &
      exec 4<pipe
      head -c 1000 <&4 >/dev/null
      kill -\(signal) $!
      cat <&4 >/dev/null
      wait $!
      echo "code $?"
      """, in: folder)
    #expect(
      result.output == "interrupted; no file was written\ncode \(signal == "INT" ? 130 : 143)\n")
    #expect(try folder.names == ["pipe"])
  }

  /// It is killed once a part of the new journal is written, whether that has a name or not.
  @Test func aKilledRunLeavesTheOldJournal() throws {
    let folder = try Folder()
    try folder.write("day.jsonl", "old\n")
    let result = try Tool.shell(
      """
      medallion dispatch --taxis 10000 --hours 720 --journal day.jsonl &
      for _ in $(seq 1200); do
        part=$(find -L /proc/$!/fd -type f -size +64k)
        test -n "$part" && break
        sleep 0.05
      done
      kill -KILL $!
      wait $!
      echo "${part:+part} code $?"
      """, in: folder)
    #expect(result.output.hasSuffix("part code 137\n"), "\(result.output)")
    #expect(try folder.read("day.jsonl") == "old\n")
    #expect(try folder.names == ["day.jsonl"])
  }

  @Test func howMuchWasGoingOnIsTold() throws {
    let folder = try Folder()
    let busy = ["--taxis", "12", "--passengers", "80", "--zones", "4", "--demand", "4"]
    let run = try Tool.run(["dispatch", "--hours", "3"] + busy, in: folder)
    #expect(run.output.contains(#/at once, from hour 1 +fewest +median +most\n/#))
    #expect(run.output.contains(#/requests open +[0-9]+ +[0-9]+ +[0-9]+\n/#))
    #expect(run.output.contains(#/taxis in service +[0-9]+ +[0-9]+ +[0-9]+\n/#))
    let points = run.output.split(separator: "\n").drop { !$0.contains("mean queue") }.dropFirst()
      .map { line in line.firstIndex(of: ".").map { line.distance(from: line.startIndex, to: $0) } }
    #expect(points.count == 3 && Set(points).count == 1 && points[0] != nil, "\(run.output)")
    let short = try Tool.run(["dispatch", "--hours", "1"] + busy, in: folder)
    #expect(!short.output.contains("at once, from hour 1"))
  }

  @Test(arguments: [
    ["--journal", "a", "--svg", "a"], ["--journal", "a", "--svg", "./a"],
    ["--svg", "b/../a", "--output", "a"], ["--journal", "link", "--output", "old"],
  ])
  func oneFileForTwoOutputsIsAWrongInput(_ arguments: [String]) throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "b"), withIntermediateDirectories: true)
    try folder.write("old", "old")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "link").path, withDestinationPath: "old")
    let result = try Tool.run(["dispatch"] + arguments + Self.small, in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains("are one file"), "\(result.errors)")
    #expect(try folder.names == ["b", "link", "old"])
  }

  @Test func linksAndOpenFilesStayWhatTheyAre() throws {
    let folder = try Folder()
    try folder.write("old", "old")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "link").path, withDestinationPath: "old")
    let result = try Tool.shell(
      """
      medallion dispatch \(Self.small.joined(separator: " ")) --journal link --output /dev/fd/3 \\
        3>summary
      test -L link && test -f old && echo linked
      """, in: folder)
    #expect(result.output == "linked\n")
    #expect(try folder.read("old").hasPrefix("{\"at\":"))
    #expect(try folder.read("summary").hasPrefix("4 taxis, 8 passengers"))
    #expect(try folder.names == ["link", "old", "summary"])
  }

  @Test func theServiceAgreesWithItsRulebook() throws {
    let result = try Tool.run(
      ["lockstep", Tool.model("MyTaxiService"), "--inputs", "3000"], in: try Folder())
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    #expect(result.output.hasPrefix("agrees\n"))
  }

  @Test func anotherRulebookIsAWrongInput() throws {
    let result = try Tool.run(["lockstep", Tool.model("RideHailing")], in: try Folder())
    #expect(result.code == 2)
    #expect(result.errors.contains("the service knows no event"))
  }

  @Test func aChangedRulebookDiffersWithTheShortestRun() throws {
    let folder = try Folder()
    let source = Tool.model("MyTaxiService")
    let text = try String(contentsOfFile: source, encoding: .utf8)
      .replacing("parameter answerWindow    = 2 min", with: "parameter answerWindow    = 3 min")
    try folder.write("changed.rulebook", text)
    let table = source.replacing("MyTaxiService.rulebook", with: "requirements.tsv")
    try folder.write("requirements.tsv", try String(contentsOfFile: table, encoding: .utf8))
    let result = try Tool.run(["lockstep", "changed.rulebook", "--inputs", "5000"], in: folder)
    #expect(result.code == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("early: offerExpires [A30 G6.6]"))
    #expect(result.output.split(separator: "\n").count < 20)
  }
}
