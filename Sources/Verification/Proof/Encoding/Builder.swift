import Solver

/// A builder of the terms of one rulebook's obligations, in one bank. A class, because lowering is
/// a recursion in which every branch adds to the same bank.
final class Builder {
  var bank = TermBank()

  func and(_ parts: [Term]) -> Term { bank.and(parts) }
  func or(_ parts: [Term]) -> Term { bank.or(parts) }
  func not(_ term: Term) -> Term { bank.not(term) }
  func implies(_ a: Term, _ b: Term) -> Term { bank.implies(a, b) }
  func equal(_ a: Term, _ b: Term) -> Term { bank.equal(a, b) }
  func ite(_ c: Term, _ a: Term, _ b: Term) -> Term { bank.ite(c, a, b) }
  func apply(_ function: Function, _ arguments: [Term]) -> Term { bank.apply(function, arguments) }
  func forAll(_ variables: [Term], _ body: Term) -> Term { bank.forall(variables, body) }
  func exists(_ variables: [Term], _ body: Term) -> Term { bank.exists(variables, body) }
  func atMost(_ a: Term, _ b: Term) -> Term { bank.atMost(a, b) }
  func less(_ a: Term, _ b: Term) -> Term { bank.less(a, b) }
  func int(_ value: Int64) -> Term { bank.int(value) }
  func real(_ value: Int64) -> Term { bank.real(value) }
  func substitute(_ replacements: [Term: Term], in term: Term) -> Term {
    bank.substitute(replacements, in: term)
  }
  func bool(_ value: Bool) -> Term { value ? bank.true : bank.false }

  /// Returns some value of the sort, always the same: for the value of none, which no formula
  /// depends on.
  func anything(_ sort: Sort) -> Term {
    switch sort {
    case .bool: return bool(false)
    case .int: return int(0)
    case .real: return real(0)
    case .enumeration: return bank.enumCase(sort, 0)
    case .uninterpreted:
      if let known = anybody[sort] { return known }
      let made = constant("anybody", sort)
      anybody[sort] = made
      return made
    }
  }

  private var anybody: [Sort: Term] = [:]
  private var fresh = 0
  private var reused: (key: String, next: Int)?
  private var variables: [String: [Term]] = [:]

  /// Returns a bound variable with a name that no other formula has.
  func variable(_ name: String, _ sort: Sort) -> Term {
    if let (key, next) = reused {
      reused = (key, next + 1)
      let known = variables[key, default: []]
      if next < known.count, bank.sort(of: known[next]) == sort { return known[next] }
      let made = bank.variable(name, sort)
      if next == known.count { variables[key, default: []].append(made) }
      return made
    }
    return bank.variable(name, sort)
  }

  /// Builds a closed formula with the variables that the last formula with this key had, so that a
  /// claim about a part of the state that an event does not touch is the very same term.
  func reusingVariables<Result>(
    of key: String, _ build: () throws(LoweringError) -> Result
  ) throws(LoweringError) -> Result {
    let outer = reused
    reused = (key, 0)
    defer { reused = outer }
    return try build()
  }

  /// Returns a function from keys to numbers with a name that no other has.
  func count(_ keys: [Sort], _ name: String) -> Function {
    fresh += 1
    return bank.function("\(name)!\(fresh)", keys, .int)
  }

  /// Returns a constant with a name that no other has.
  func constant(_ name: String, _ sort: Sort) -> Term {
    fresh += 1
    return bank.apply(bank.function("\(name)!\(fresh)", [], sort), [])
  }
}
