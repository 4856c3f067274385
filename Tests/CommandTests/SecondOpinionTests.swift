import Foundation
import Testing

@Suite("medallion verify --second-opinion")
struct SecondOpinionTests {
  private static let book = """
    entity Lift
      load: Int = 0
    event enter(lift: Lift) from rider
      require lift.load is 0
      lift.load = 2
    event leave(lift: Lift) from rider
      require lift.load is 2
      lift.load = 0
    event jump(lift: Lift) from rider
      require lift.load is 1
      lift.load = 9
    invariant light "Never more than the lift bears."
      all l: Lift: l.load <= 3

    """

  @Test("Of what stays open it is told whether a run of a small scope breaks it")
  func told() throws {
    let folder = try Folder()
    try folder.writeBook(Self.book)
    let result = try Tool.run(["verify", "r.rulebook", "--second-opinion", "60"], in: folder)
    #expect(result.code == 3)
    #expect(result.output.contains("second opinion (Spacer of z3 "))
    #expect(result.output.contains(", Lift=1): no run breaks it"))
    let plain = try Tool.run(["verify", "r.rulebook"], in: folder)
    #expect(!plain.output.contains("second opinion"))
  }

  @Test("It has a limit")
  func limit() throws {
    let folder = try Folder()
    try folder.writeBook(Self.book)
    let result = try Tool.run(["verify", "r.rulebook", "--second-opinion", "0"], in: folder)
    #expect(result.code == 2)
  }
}
