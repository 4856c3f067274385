/// A writer of questions as self-contained scripts of SMT-LIB 2.6: the declarations that a question
/// uses, the assertions, one `check-sat`. The same bank and assertions give the same bytes.
///
/// Declared names begin with `$`, unlike every word of SMT-LIB and of the solvers' theories: a
/// rulebook may well use the name `Real`, `select` or `set.union`. The names that `let` and
/// quantifiers bind contain a `?`.
package struct SMTLIBWriter {
  private let bank: TermBank

  package init(_ bank: TermBank) { self.bank = bank }

  /// Returns the script.
  /// - Parameters:
  ///   - comments: The lines for the head of the script.
  ///   - expected: The answer that the question had, or should have.
  ///   - seed: The value of `:random-seed`, as the session had it.
  package func script(
    _ assertions: [Term], comments: [String], expected: String, seed: UInt32
  ) -> String {
    var text = comments.map { "; \($0)\n" }.joined()
    text += "(set-info :smt-lib-version 2.6)\n(set-option :random-seed \(seed))\n"
    text += "(set-logic ALL)\n(set-info :status \(expected))\n"
    text += declarations(assertions)
    for assertion in assertions {
      text += "(assert "
      var names: [Term: String] = [:]
      var counter = 0
      write(assertion, to: &text, &names, &counter)
      text += ")\n"
    }
    return text + "(check-sat)\n"
  }

  // MARK: Declarations

  private func declarations(_ assertions: [Term]) -> String {
    var functions: Set<Int> = []
    var sorts: Set<Sort> = []
    var seen: Set<Term> = []
    var open = assertions
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      sorts.insert(bank.sort(of: next))
      switch bank[next] {
      case .apply(let function, _):
        functions.insert(function.index)
        sorts.formUnion(bank.functions[function.index].arguments)
      case .quantified(_, let variables, _): sorts.formUnion(variables.map(bank.sort(of:)))
      default: break
      }
      open += bank[next].children
    }
    var text = ""
    for (index, name) in bank.uninterpreted.enumerated() where sorts.contains(.uninterpreted(index))
    {
      text += "(declare-sort \(declared(name)) 0)\n"
    }
    for (index, enumeration) in bank.enumerations.enumerated()
    where sorts.contains(.enumeration(index)) {
      let cases = enumeration.cases.map { "(\(declared("\(enumeration.name).\($0)")))" }
      text +=
        "(declare-datatypes ((\(declared(enumeration.name)) 0)) ((\(cases.joined(separator: " ")))))\n"
    }
    for index in functions.sorted() {
      let function = bank.functions[index]
      let arguments = function.arguments.map(sort).joined(separator: " ")
      text +=
        "(declare-fun \(declared(function.name)) (\(arguments)) \(sort(function.result)))\n"
    }
    return text
  }

  // MARK: Terms

  /// Writes a term. Terms that occur more than once in one scope are named by `let` around it, so
  /// that a shared term is written once.
  private func write(
    _ term: Term, to text: inout String, _ names: inout [Term: String], _ counter: inout Int
  ) {
    if let name = names[term] {
      text += name
      return
    }
    let shared = sharedTerms(in: term, known: names)
    let outer = names
    for shared in shared {
      counter += 1
      let name = "?\(counter)"
      text += "(let ((\(name) "
      writeNode(shared, to: &text, &names, &counter)
      text += ")) "
      names[shared] = name
    }
    writeNode(term, to: &text, &names, &counter)
    text += String(repeating: ")", count: shared.count)
    names = outer
  }

  /// Returns the compound terms that occur more than once below without crossing a binder of
  /// theirs, inner ones first.
  private func sharedTerms(in term: Term, known: [Term: String]) -> [Term] {
    var counts: [Term: Int] = [:]
    var order: [Term] = []
    func visit(_ current: Term) {
      if known[current] != nil || bank[current].children.isEmpty { return }
      counts[current, default: 0] += 1
      guard counts[current] == 1 else { return }
      if case .quantified = bank[current] {
        // Terms shared inside a named term are named inside it.
      } else {
        for child in bank[current].children { visit(child) }
      }
      order.append(current)
    }
    for child in bank[term].children where !isQuantified(term) { visit(child) }
    return order.filter { counts[$0, default: 0] > 1 }
  }

  private func isQuantified(_ term: Term) -> Bool {
    if case .quantified = bank[term] { true } else { false }
  }

  private func writeNode(
    _ term: Term, to text: inout String, _ names: inout [Term: String], _ counter: inout Int
  ) {
    func list(_ head: String, _ terms: [Term], _ names: inout [Term: String]) {
      text += "(\(head)"
      for child in terms {
        text += " "
        if let name = names[child] {
          text += name
        } else {
          writeNode(child, to: &text, &names, &counter)
        }
      }
      text += ")"
    }
    switch bank[term] {
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += integer(value)
    case .real(let value): text += rational(value)
    case .enumCase(let id, let index):
      text += declared("\(bank.enumerations[id].name).\(bank.enumerations[id].cases[index])")
    case .variable(let id): text += symbol("\(bank.variables[id].name)?\(id)")
    case .apply(let function, let arguments):
      let name = declared(bank.functions[function.index].name)
      if arguments.isEmpty { text += name } else { list(name, arguments, &names) }
    case .not(let a): list("not", [a], &names)
    case .and(let parts): list("and", parts, &names)
    case .or(let parts): list("or", parts, &names)
    case .equal(let a, let b): list("=", [a, b], &names)
    case .ite(let c, let a, let b): list("ite", [c, a, b], &names)
    case .add(let parts): list("+", parts, &names)
    case .subtract(let a, let b): list("-", [a, b], &names)
    case .multiply(let factor, let a):
      let number = bank.sort(of: a) == .int ? integer(factor.numerator) : rational(factor)
      list("* \(number)", [a], &names)
    case .less(let a, let b): list("<", [a, b], &names)
    case .atMost(let a, let b): list("<=", [a, b], &names)
    case .toReal(let a): list("to_real", [a], &names)
    case .toInt(let a): list("to_int", [a], &names)
    case .quantified(let isForAll, let variables, let body):
      let bound = variables.map { variable in
        guard case .variable(let id) = bank[variable] else { return "" }
        let name = symbol("\(bank.variables[id].name)?\(id)")
        return "(\(name) \(sort(bank.sort(of: variable))))"
      }
      text += "(\(isForAll ? "forall" : "exists") (\(bound.joined(separator: " "))) "
      write(body, to: &text, &names, &counter)
      text += ")"
    }
  }

  private func integer(_ value: Int64) -> String {
    value < 0 ? "(- \(value.magnitude))" : "\(value)"
  }

  private func rational(_ value: Rational) -> String {
    let magnitude =
      value.denominator == 1
      ? "\(value.numerator.magnitude).0"
      : "(/ \(value.numerator.magnitude).0 \(value.denominator).0)"
    return value.numerator < 0 ? "(- \(magnitude))" : magnitude
  }

  private func sort(_ sort: Sort) -> String {
    switch sort {
    case .bool, .int, .real: bank.name(of: sort)
    case .uninterpreted, .enumeration: declared(bank.name(of: sort))
    }
  }

  private func declared(_ name: String) -> String { symbol("$\(name)") }

  /// Returns a name as SMT-LIB accepts it: unchanged if it is a simple symbol, else quoted. Our
  /// names contain no bar and no backslash.
  private func symbol(_ name: String) -> String {
    let simple = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "~!@$%^&*_-+=<>.?/".utf8.contains(byte)
      }
    }
    let startsWithDigit = name.utf8.first.map { (48...57).contains($0) } ?? true
    return simple && !startsWithDigit ? name : "|\(name)|"
  }
}
