/// A writer of questions in a form that does not depend on the names of its symbols: equal bytes
/// mean that the assertions are the same, in the same order, up to the names of functions, sorts
/// and variables.
///
/// Every distinct term is written once, after its operands; terms, functions, sorts, enumerations
/// and variables are numbered in the order in which they are met.
package struct QuestionWriter {
  private let bank: TermBank
  private var bytes: [UInt8] = []
  private var terms: [Term: Int] = [:]
  private var functions: [Function: Int] = [:]
  private var sorts: [Sort: Int] = [:]

  private init(_ bank: TermBank) { self.bank = bank }

  /// Returns the bytes of a question. O(distinct terms).
  package static func bytes(_ assertions: [Term], in bank: TermBank) -> [UInt8] {
    var writer = QuestionWriter(bank)
    for assertion in assertions {
      let number = writer.number(assertion)
      writer.record("!", number)
    }
    return writer.bytes
  }

  /// Returns the number of a term, which is written if it is new.
  private mutating func number(_ root: Term) -> Int {
    // A stack in memory: terms can be deep.
    var open = [root]
    while let term = open.last {
      if terms[term] != nil {
        open.removeLast()
        continue
      }
      let missing = parts(of: term).filter { terms[$0] == nil }
      guard missing.isEmpty else {
        open += missing.reversed()
        continue
      }
      open.removeLast()
      write(term)
      terms[term] = terms.count
    }
    return terms[root] ?? 0
  }

  private func parts(of term: Term) -> [Term] {
    if case .quantified(_, let variables, let body) = bank[term] { return variables + [body] }
    return bank[term].children
  }

  private mutating func write(_ term: Term) {
    let known = terms
    func of(_ terms: [Term]) -> [Int] { terms.map { known[$0] ?? -1 } }
    switch bank[term] {
    case .bool(let value): record("b", value ? 1 : 0)
    case .int(let value): record("i", Int(value))
    case .real(let value): record("r", Int(value.numerator), Int(value.denominator))
    case .enumCase(let enumeration, let index): record("e", sort(.enumeration(enumeration)), index)
    case .variable(let id): record("v", sort(bank.variables[id].sort))
    case .apply(let function, let arguments): record("a", [self.function(function)] + of(arguments))
    case .not(let a): record("n", of([a]))
    case .and(let parts): record("&", of(parts))
    case .or(let parts): record("|", of(parts))
    case .equal(let a, let b): record("=", of([a, b]))
    case .ite(let c, let a, let b): record("?", of([c, a, b]))
    case .add(let parts): record("+", of(parts))
    case .subtract(let a, let b): record("-", of([a, b]))
    case .multiply(let factor, let a):
      record("*", [Int(factor.numerator), Int(factor.denominator)] + of([a]))
    case .less(let a, let b): record("<", of([a, b]))
    case .atMost(let a, let b): record("l", of([a, b]))
    case .toReal(let a): record("R", of([a]))
    case .toInt(let a): record("I", of([a]))
    case .quantified(let isForAll, let variables, let body):
      record(isForAll ? "A" : "E", of(variables + [body]))
    }
  }

  private mutating func function(_ function: Function) -> Int {
    if let number = functions[function] { return number }
    let declared = bank.functions[function.index]
    let arguments = declared.arguments.map { sort($0) }
    let result = sort(declared.result)
    let number = functions.count
    functions[function] = number
    record("f", arguments + [result])
    return number
  }

  private mutating func sort(_ sort: Sort) -> Int {
    if let number = sorts[sort] { return number }
    let number = sorts.count
    sorts[sort] = number
    switch sort {
    case .bool: record("B")
    case .int: record("Z")
    case .real: record("Q")
    case .uninterpreted: record("U")
    case .enumeration(let id): record("C", bank.enumerations[id].cases.count)
    }
    return number
  }

  private mutating func record(_ kind: Unicode.Scalar, _ numbers: Int...) {
    record(kind, numbers)
  }

  /// Writes a kind, the number of numbers, and the numbers: no record is the beginning of another.
  private mutating func record(_ kind: Unicode.Scalar, _ numbers: [Int]) {
    bytes.append(UInt8(ascii: kind))
    append(numbers.count)
    for number in numbers { append(number) }
  }

  private mutating func append(_ number: Int) {
    // Seven bits a byte, the lowest first; the sign is the lowest bit.
    var rest = UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1)))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
