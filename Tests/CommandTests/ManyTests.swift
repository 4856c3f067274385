import Foundation
import Testing

/// Rules about many entities at once, from the text of a rulebook to the findings of replay.
@Suite("Each, clear, count, unique, old entities")
struct ManyTests {
  private static let club = """
    type Presence = home | away
    parameter most = 2

    entity Member
      unique card: Int?  = none
      at:      Presence = home
      seen:    Int      = 0
      house:   Club?    = none

    entity Club
      guests:  Queue<Member>
      members: Set<Member>
      line:    Queue<Member>

    entity Visit
      member: Member
      over:   Bool = false

    message alarm(of: Member)

    event join(member: Member, club: Club) from member
      add member to club.members

    event queue(member: Member, club: Club) from member
      require member not in club.line
      append member to club.line

    event take(member: Member, card: Int) from desk
      require no m: Member: m.card is not none and m.card is card
      member.card = card

    event ring(member: Member, club: Club) from member
      require member in club.members
      notify each m in club.members where m is not member alarm(member)

    event close(club: Club) from desk
      clear club.line
      each m: Member where m in club.members:
        m.at    = away
        m.seen += 1

    event settle(member: Member, club: Club) from member
      require member.house is none
      member.house = club
      append member to club.guests

    event endAll() from desk
      each m: Member where m.house is not none:
        m.house = none
        remove m from m.house.guests

    event leave(member: Member) from member
      each c: Club where member in c.members: remove member from c.members

    event visit(member: Member) from member -> new visit: Visit
      require (count v: Visit where v.member is member and not v.over) < most
      visit.member = member

    event end(visit: Visit) from member
      visit.over = true

    invariant atMost "A member has at most two visits."
      all m: Member: (count v: Visit where v.member is m and not v.over) <= most

    invariant guests "The guests of a club are those whose house it is."
      all c: Club, m: Member: m in c.guests iff m.house is c

    step ended after endAll "No club has guests."
      no c: Club, m: Member: m in c.guests

    step told after ring "All others are told, and nobody else."
      all m: Member: notified(m, alarm(member)) iff m in club.members and m is not member

    step emptied after close "The line is empty, and all members are away."
      (no m in club.line: true) and all m in club.members: m.at is away and m.seen is before(m.seen) + 1

    step others after close "Nobody else is."
      all m: Member where m not in club.members: m.at is before(m.at) and m.seen is before(m.seen)

    step left after leave "Who leaves is in no club, and the others are where they were."
      all c: Club, m: Member: m in c.members iff before(m in c.members) and m is not member

    step owner after every event "A visit never changes its member."
      all v: Visit where before(exists v): v.member is before(v.member)

    reach second "Somebody has two visits."
      some m: Member: (count v: Visit where v.member is m and not v.over) is 2

    """

  private func verify(_ text: String) throws -> (code: Int32, output: String, errors: String) {
    let folder = try Folder()
    try folder.writeBook(text)
    let result = try Tool.run(["verify", "r.rulebook"], in: folder)
    return (result.code, result.output, result.errors)
  }

  @Test("All of it is proved, and two visits are reached")
  func proved() throws {
    let result = try verify(Self.club)
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("proved   invariant  unique_Member_card"), "\(result.output)")
  }

  @Test(
    "With one thing left out, the property about it is not proved",
    arguments: [
      (" where m is not member alarm", " alarm", "told"),
      ("  clear club.line\n", "", "emptied"),
      ("each m: Member where m in club.members:", "each m: Member:", "others"),
      ("each m: Member where m in club.members:", "each m in club.line:", "emptied"),
      ("where member in c.members: remove", "where member not in c.members: remove", "left"),
      (") < most", ") <= most", "atMost"),
      ("    remove m from m.house.guests\n", "", "guests"),
      ("where m.house is not none:", "where m.house is not none and m.seen is 0:", "ended"),
      (
        "  require no m: Member: m.card is not none and m.card is card\n", "",
        "unique_Member_card"
      ),
      ("  visit.over = true", "  visit.over = true\n  visit.member = any2", ""),
    ])
  func mistakes(old: String, new: String, property: String) throws {
    let text = Self.club.replacingOccurrences(of: old, with: new)
    #expect(text != Self.club)
    let result = try verify(text)
    guard !property.isEmpty else {
      #expect(result.code == 2)
      return
    }
    let lines = result.output.split(separator: "\n").filter { $0.hasSuffix(" \(property)") }
    let isOpen = lines.contains { $0.contains("refuted") || $0.contains("notInductive") }
    #expect(result.code != 0 && isOpen, "\(result.output)\(result.errors)")
  }

  @Test("Replay compares the messages to each, and what became of each")
  func replayed() throws {
    let folder = try Folder()
    try folder.writeBook(Self.club)
    let start = (1...3).map {
      #"{"at":\#($0),"event":"join","member":"M\#($0)","club":"C","outcome":"ok"}"#
    }
    func replay(_ lines: [String]) throws -> (code: Int32, output: String) {
      try folder.write("t.jsonl", (start + lines).joined(separator: "\n") + "\n")
      let result = try Tool.run(["replay", "r.rulebook", "t.jsonl"], in: folder)
      return (result.code, result.output)
    }
    func ring(_ told: [String]) -> String {
      let sent = told.map { #"{"to":"\#($0)","message":"alarm","of":"M1"}"# }
      return
        #"{"at":5,"event":"ring","member":"M1","club":"C","outcome":"ok","notified":[\#(sent.joined(separator: ","))]}"#
    }
    #expect(try replay([ring(["M2", "M3"])]).code == 0)
    #expect(try replay([ring(["M2"])]).code == 1)
    #expect(try replay([ring(["M1", "M2", "M3"])]).code == 1)
    let leave = #"{"at":6,"event":"leave","member":"M2","outcome":"ok"}"#
    let close = #"{"at":7,"event":"close","club":"C","outcome":"ok"}"#
    let seen = #"{"at":8,"observe":{"seen":{"M1":1,"M2":0,"M3":1},"members":{"C":["M1","M3"]}}}"#
    #expect(try replay([leave, close, seen]).code == 0)
    #expect(try replay([close, leave, seen]).code == 1)
    let visits = (1...3).map {
      #"{"at":\#(8 + $0),"event":"visit","member":"M1","visit":"V\#($0)","outcome":"ok"}"#
    }
    let third = try replay(visits)
    #expect(third.code == 1)
    #expect(third.output.contains("line 6"), "\(third.output)")
    #expect(try replay(Array(visits.prefix(2))).code == 0)
  }

  @Test(
    "What is written wrongly is told",
    arguments: [
      ("  clear club.line\n", "  each m: Member: m.card = club.nobody\n", "unknown-name"),
      (
        "  clear club.line\n", "  each m: Member: club.line = none\n", "collection-assigned"
      ),
      ("  clear club.line\n", "  each m: Member: append m to club.line\n", "each-writes"),
      (
        "  clear club.line\n", "  each m: Member: each n: Member: m.seen = 1\n",
        "misplaced-clause"
      ),
      ("  clear club.line\n", "  clear club\n", "collection-expected"),
      (") < most", ") < now", "count-limit"),
      ("  line:    Queue", "  unique line:    Queue", "unique-here"),
      ("where before(exists v)", "where v.over", "reads-before-existence"),
      ("m.seen += 1", "m.seen = m.seen * m.seen", "changing-product"),
    ])
  func wrong(old: String, new: String, id: String) throws {
    let text = Self.club.replacingOccurrences(of: old, with: new)
    #expect(text != Self.club)
    let result = try verify(text)
    #expect(result.code == 2)
    #expect(result.errors.contains("[\(id)]"), "\(result.errors)")
  }

  @Test("The layout keeps each on its line, or its actions below it")
  func formatted() throws {
    let folder = try Folder()
    try folder.writeBook(Self.club)
    _ = try Tool.run(["format", "r.rulebook"], in: folder)
    let check = try Tool.run(["format", "--check", "r.rulebook"], in: folder)
    #expect(check.code == 0, "\(check.output)\(check.errors)")
    let result = try Tool.run(["verify", "r.rulebook"], in: folder)
    #expect(result.code == 0)
  }
}
