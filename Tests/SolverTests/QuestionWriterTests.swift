import Solver
import Testing

@Suite("A question, whatever its names")
struct QuestionWriterTests {
  /// Some `name` of a sort likes all others.
  private func question(
    sort: String, relation: String, variables: [String], unused: Int = 0, isReversed: Bool = false,
    least: Int64 = 3
  ) -> [UInt8] {
    var bank = TermBank()
    for number in 0..<unused { _ = bank.function("unused\(number)", [], .bool) }
    let sort = bank.uninterpreted(sort)
    let likes = bank.function(relation, [sort, sort], .bool)
    let weight = bank.function("\(relation).weight", [sort], .int)
    let x = bank.variable(variables[0], sort)
    let y = bank.variable(variables[1], sort)
    let pair = isReversed ? [y, x] : [x, y]
    let all = bank.forall([y], bank.apply(likes, pair))
    let heavy = bank.atMost(bank.int(least), bank.apply(weight, [x]))
    let some = bank.exists([x], bank.and([all, heavy]))
    return QuestionWriter.bytes([some, bank.exists([x], heavy)], in: bank)
  }

  @Test("Names, and what else there is, do not matter")
  func names() {
    let bytes = question(sort: "Taxi", relation: "likes", variables: ["x", "y"])
    #expect(bytes == question(sort: "A", relation: "R", variables: ["u", "v"], unused: 4))
  }

  @Test("Everything else does")
  func structure() {
    func ask(isReversed: Bool = false, least: Int64 = 3) -> [UInt8] {
      question(
        sort: "A", relation: "R", variables: ["x", "y"], isReversed: isReversed, least: least)
    }
    #expect(ask() != ask(isReversed: true))
    #expect(ask() != ask(least: 4))
    #expect(ask() != ask(least: -3))
  }

  @Test("Two functions of one kind are not one, and order is kept")
  func identity() {
    var bank = TermBank()
    let a = bank.apply(bank.function("a", [], .bool), [])
    let b = bank.apply(bank.function("b", [], .bool), [])
    func bytes(_ terms: [Term]) -> [UInt8] { QuestionWriter.bytes(terms, in: bank) }
    #expect(bytes([a, b]) == bytes([b, a]))
    #expect(bytes([a, b]) != bytes([a, a]))
    #expect(bytes([a]) != bytes([a, a]))
    var other = bank
    let both = other.or([a, other.not(b)])
    let reversed = other.or([other.not(a), b])
    #expect(
      QuestionWriter.bytes([both], in: other) != QuestionWriter.bytes([reversed], in: other))
  }
}
