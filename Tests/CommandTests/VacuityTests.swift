import Foundation
import Testing

@Suite("What says nothing")
struct VacuityTests {
  private static let book = """
    entity Lift
      load: Int = 0
    event enter(lift: Lift) from rider
      require lift.load < 3
      lift.load += 1
    event jump(lift: Lift) from rider
      require lift.load > 7
      lift.load = 0
    lemma light
      all l: Lift: 0 <= l.load <= 3
    invariant plain "Says something."
      all l: Lift where l.load > 2: l.load < 5
    invariant nested "Under a quantifier below an implication."
      all l: Lift: l.load > 1 implies (all m: Lift where m.load > 4: m is l)
    invariant half "One half says nothing."
      all l: Lift: (l.load > 1 implies l.load > 0) and (l.load > 8 implies l.load > 9)
    step entered after enter "The load grows, if it was negative."
      before(lift.load) < 0 implies lift.load > 5
    step grows after enter "The load grows."
      before(lift.load) > 1 implies lift.load > 2
    bounded heavy "A load of nine is soon gone."
      all l: Lift: l.load is 9 lasts at most 2 min

    """

  @Test("Properties whose condition never holds, wherever it stands, and events that never happen")
  func vacuous() throws {
    let folder = try Folder()
    try folder.writeBook(Self.book)
    let result = try Tool.run(["verify", "r.rulebook"], in: folder)
    #expect(result.code == 3)
    let vacuous = result.output.components(separatedBy: "\n\n").compactMap { paragraph in
      let lines = paragraph.split(separator: "\n")
      return lines.count > 1 && lines[1].contains("vacuous: its condition never holds")
        ? lines[0].split(separator: " ").last.map(String.init) : nil
    }
    #expect(vacuous == ["nested", "entered", "heavy"])
    #expect(
      result.output.contains(
        "proved half\n  part 2 of 2 says nothing: its condition never holds\n"))
    #expect(result.output.contains("3 vacuous, 1 vacuous in part"))
    #expect(
      result.output.contains(
        "the event 'jump' is impossible: 'require lift.load > 7' never holds, given what is proved")
    )
  }

  @Test("Each condition is exported by a name of its own")
  func exported() throws {
    let folder = try Folder()
    try folder.writeBook(Self.book)
    let export = ["export", "r.rulebook", "--to", "smtlib", "--output", "out"]
    #expect(try Tool.run(export, in: folder).code == 0)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "out").path)
    #expect(
      names.filter { $0.hasPrefix("premise-half") }.sorted()
        == ["premise-half-2.smt2", "premise-half.smt2"])
  }
}
