import Foundation
import Testing

/// Counts against limits that are too large to be written out, and against what can change.
@Suite("Counts of entities")
struct CountTests {
  private static let park = """
    parameter places = 120
    parameter few    = 9

    entity Owner

    entity Park
      taken: Int = 0
      line:  Queue<Car>

    entity Car
      fixed owner: Owner = any
      park:        Park? = none

    entity Permit
      park:    Park
      car:     Car
      revoked: Bool = false

    event enter(car: Car, park: Park) from driver
      require car.park is none
      require (count c: Car where c.park is park) < places
      car.park    = park
      park.taken += 1

    event leave(car: Car) from driver
      require car.park is not none
      car.park.taken -= 1
      car.park        = none

    event queue(car: Car, park: Park) from driver
      require car not in park.line
      require (count c in park.line) < few
      append car to park.line

    event next(park: Park, car: Car) from keeper
      require car is first c in park.line
      remove car from park.line

    event shut(park: Park) from keeper
      clear park.line

    event issue(car: Car, park: Park) from keeper -> new permit: Permit
      require (count p: Permit where p.park is park and not p.revoked) < few
      permit.park = park
      permit.car  = car

    event revoke(permit: Permit) from keeper
      permit.revoked = true

    event revokeAll(car: Car) from keeper
      each p: Permit where p.car is car: p.revoked = true

    invariant full "A park has 120 places."
      all p: Park: (count c: Car where c.park is p) <= places

    invariant counted "The number of cars is kept."
      all p: Park: p.taken is count c: Car where c.park is p

    invariant notNegative
      all p: Park: p.taken >= 0

    invariant occupied "A park that counts no car holds none."
      all c: Car where c.park is not none: c.park.taken >= 1

    invariant pair "A park that counts one car holds one."
      all c, d: Car where c is not d and c.park is not none and d.park is c.park: c.park.taken >= 2

    invariant short "At most nine wait."
      all p: Park: (count c in p.line) <= few

    invariant permits "At most nine permits are good."
      all p: Park: (count m: Permit where m.park is p and not m.revoked) <= few

    """

  private func verify(_ text: String, _ arguments: [String] = []) throws -> Tool.Result {
    let folder = try Folder()
    try folder.writeBook(text)
    return try Tool.run(["verify", "r.rulebook", "--no-cache"] + arguments, in: folder)
  }

  @Test("Limits of any size are proved", arguments: ["7", "120", "1000000", "2"])
  func proved(places: String) throws {
    let result = try verify(Self.park, ["--set", "places=\(places)"])
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("10 proved"), "\(result.output)")
  }

  @Test(
    "What lets a count grow is not proved",
    arguments: [
      ("c.park is park) < places", "c.park is park) <= places", "full"),
      ("  require car.park is none\n", "", "counted"),
      ("  park.taken += 1", "  park.taken += 2", "counted"),
      ("  car.park.taken -= 1\n", "", "counted"),
      ("  car.park        = none\n", "", "counted"),
      ("(count c in park.line) < few", "(count c in park.line) <= few", "short"),
      ("not p.revoked) < few", "not p.revoked) <= few", "permits"),
      // A permit that is good again is one more, however it comes about.
      ("  permit.revoked = true", "  permit.revoked = false", "permits"),
      (
        "each p: Permit where p.car is car: p.revoked = true",
        "each p: Permit where p.car is car: p.revoked = false", "permits"
      ),
    ])
  func mistakes(old: String, new: String, property: String) throws {
    let text = Self.park.replacingOccurrences(of: old, with: new)
    #expect(text != Self.park)
    let result = try verify(text, ["--property", property])
    let isOpen = result.output.split(separator: "\n").contains {
      $0.hasSuffix(property) && ($0.contains("refuted") || $0.contains("notInductive"))
    }
    #expect(result.code != 0 && isOpen, "\(result.output)\(result.errors)")
  }

  @Test("A run of eight steps fills a park of seven places")
  func reached() throws {
    let text = Self.park.replacingOccurrences(of: "invariant full", with: "reach full")
      .replacingOccurrences(
        of: "all p: Park: (count c: Car where c.park is p) <= places",
        with: "some p: Park: (count c: Car where c.park is p) is places")
    let result = try verify(
      text, ["--set", "places=7", "--property", "full", "--scope", "Car=7,Park=1,Owner=1"])
    #expect(result.output.contains("reached"), "\(result.output)\(result.errors)")
  }

  @Test("Replay counts, also what a trace that begins in mid-stream leaves open")
  func replayed() throws {
    let folder = try Folder()
    try folder.writeBook(Self.park)
    func replay(_ cars: Int, _ arguments: [String] = []) throws -> (code: Int32, output: String) {
      let lines = (0..<cars).map {
        #"{"at":\#($0),"event":"enter","car":"C\#($0)","park":"P","outcome":"ok"}"#
      }
      try folder.write("t.jsonl", lines.joined(separator: "\n") + "\n")
      let result = try Tool.run(
        ["replay", "r.rulebook", "t.jsonl", "--set", "places=8"] + arguments, in: folder)
      return (result.code, result.output)
    }
    #expect(try replay(8).code == 0)
    let full = try replay(9)
    #expect(full.code == 1)
    #expect(full.output.contains("line 9"), "\(full.output)")
    #expect(full.output.contains("(count c: Car where c.park is park) < places"))
    #expect(try replay(8, ["--start", "unknown"]).code == 3)
    #expect(try replay(9, ["--start", "unknown"]).code == 1)
  }

  @Test(
    "What a count may not read is told",
    arguments: [
      (") < places", ") < now", "count-limit"),
      ("(count c: Car where c.park is park) < places", "(count n: Line) < 9", "count-reads"),
      (
        "c.park is park) < places", "c.park is park and some d: Car: d is c) < places",
        "count-reads"
      ),
      (
        "c.park is park) < places", "c.park is not none and c.park.taken is 0) < places",
        "count-reads"
      ),
      ("c.park is park) < places", "c.park is car.park) < places", "count-reads"),
      ("c.park is park) < places", "c.park is park and now < now) < places", "count-reads"),
    ])
  func wrong(old: String, new: String, id: String) throws {
    let text =
      "type Line = 0...9\n"
      + Self.park.replacingOccurrences(of: "  require car.park is none\n", with: "")
      .replacingOccurrences(of: old, with: new)
    let result = try verify(text)
    #expect(result.code == 2)
    #expect(result.errors.contains("[\(id)]"), "\(result.errors)")
  }

  @Test("A limit at the end of 64 bits is no trap")
  func ends() throws {
    for sign in ["<", "<=", ">", ">=", "is"] {
      let text = Self.park.replacingOccurrences(
        of: "c.park is park) < places", with: "c.park is park) \(sign) 9223372036854775807")
      #expect(try verify(text, ["--property", "notNegative"]).isExit)
    }
  }
}
