import Foundation
import Glibc
import Testing

@Suite("verify that is ended before its time")
struct EndedTests {
  /// Much to look at: no proof, and no run that is near.
  private static let endless = """
    entity Lift
      load: Int = 0
      trips: Int = 0
    event enter(lift: Lift) from rider
      lift.load += 1
    event leave(lift: Lift) from rider
      require lift.load > 7
      lift.load -= 7
      lift.trips += 1
    invariant light "No lift has gone so often."
      all l: Lift: l.load + 3 * l.trips is not 100001
    """

  private struct Ended: Decodable {
    struct Property: Decodable { let verdict: String }
    let ended: String?
    let properties: [Property]
  }

  @Test("At the end of the time what is known is the result")
  func time() throws {
    let folder = try Folder()
    try folder.writeBook(Self.endless)
    let command = ["verify", "r.rulebook", "--time", "0s"]
    let text = try Tool.run(command, in: folder)
    #expect(text.code == 3, "\(text.output)\(text.errors)")
    #expect(text.output.contains("ended: the time was over; what is open was not looked at"))
    let json = try Tool.run(command + ["--format", "json"], in: folder)
    #expect(json.code == 3)
    let ended = try JSONDecoder().decode(Ended.self, from: Data(json.output.utf8))
    #expect(ended.ended == "time")
    #expect(ended.properties.allSatisfy { $0.verdict == "undecided" })
    #expect(try Tool.run(command, in: folder).output == text.output)
  }

  @Test("Events that were not looked at leave it open, even if nothing is claimed")
  func nothingClaimed() throws {
    let folder = try Folder()
    try folder.writeBook(
      """
      entity Lift
        load: Int = 0
      event enter(lift: Lift) from rider
        require lift.load < 7
        lift.load += 1
      """)
    let ended = try Tool.run(["verify", "r.rulebook", "--time", "0s"], in: folder)
    #expect(ended.code == 3, "\(ended.output)\(ended.errors)")
    #expect(ended.output.contains("the event 'enter' is undecided"))
    let whole = try Tool.run(["verify", "r.rulebook"], in: folder)
    #expect(whole.code == 0)
    #expect(whole.output.contains("\nno property: the rulebook claims nothing; z3 "))
  }

  @Test("Where there is time enough, nothing says so")
  func enough() throws {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    let command = ["verify", "r.rulebook", "--format", "json"]
    let plain = try Tool.run(command, in: folder)
    let timed = try Tool.run(command + ["--time", "1h"], in: folder)
    #expect(timed.code == 0 && !timed.output.contains("\"ended\""))
    #expect(plain.code == 0 && !plain.output.contains("\"ended\""))
  }

  @Test("A duration that is none is a wrong input", arguments: ["soon", "60", "-1s"])
  func mistakes(_ duration: String) throws {
    let folder = try Folder()
    try folder.writeBook(Book.proved)
    let result = try Tool.run(["verify", "r.rulebook", "--time=\(duration)"], in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains("--time \(duration): expected a duration such as"))
  }

  @Test("A signal ends it with what is known", arguments: [SIGINT, SIGTERM])
  func signal(_ number: Int32) throws {
    let folder = try Folder()
    try folder.writeBook(Self.endless)
    var pause: UInt32 = 1
    // A signal that comes before anything is under way ends a program as it always does.
    while pause <= 16 {
      let process = Process()
      process.executableURL = try Tool.executable()
      process.arguments = ["verify", "r.rulebook", "--format", "json"]
      process.currentDirectoryURL = folder.url
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      sleep(pause)
      kill(process.processIdentifier, number)
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      pause *= 2
      guard process.terminationReason == .exit else { continue }
      #expect(process.terminationStatus == 3)
      #expect(try JSONDecoder().decode(Ended.self, from: data).ended == "signal")
      return
    }
    Issue.record("it never came as far as noting signals")
  }
}
