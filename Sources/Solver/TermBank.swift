/// First-order terms, hash-consed into one array: building an equal term gives the same index.
///
/// A value: it is built once by one thread, and then read by any number of sessions. Constructors
/// make cheap simplifications, and trap on ill-sorted use, since unchecked input never reaches
/// them. They keep the order of operands, except in equations and negated conditions. A function
/// that is declared twice traps too: a caller that takes names from input must give its own names a
/// character that those of the input cannot contain.
package struct TermBank: Sendable {
  struct Declaration: Sendable {
    let name: String
    let arguments: [Sort]
    let result: Sort
  }

  struct Enumeration: Sendable {
    let name: String
    let cases: [String]
  }

  struct Variable: Sendable {
    let name: String
    let sort: Sort
  }

  private(set) var nodes: [Node] = []
  private(set) var sorts: [Sort] = []
  /// The free variables of each term, in order; nearly always few or none.
  private var free: [[Term]] = []
  private var indices: [Node: Term] = [:]
  private(set) var functions: [Declaration] = []
  private var functionNames: [String: Function] = [:]
  private(set) var uninterpreted: [String] = []
  private(set) var enumerations: [Enumeration] = []
  private(set) var variables: [Variable] = []

  /// Makes a bank without terms and declarations.
  package init() {}

  /// The number of different terms.
  package var count: Int { nodes.count }

  // MARK: Declarations

  /// Declares a sort of which only the name is known; each call makes another.
  package mutating func uninterpreted(_ name: String) -> Sort {
    uninterpreted.append(name)
    return .uninterpreted(uninterpreted.count - 1)
  }

  /// Declares an enumeration.
  /// - Parameter cases: At least one.
  package mutating func enumeration(_ name: String, _ cases: [String]) -> Sort {
    precondition(!cases.isEmpty, "an enumeration has a value")
    enumerations.append(Enumeration(name: name, cases: cases))
    return .enumeration(enumerations.count - 1)
  }

  /// Declares a function, or a constant if it takes no arguments. The name must be new.
  package mutating func function(_ name: String, _ arguments: [Sort], _ result: Sort) -> Function {
    precondition(functionNames[name] == nil, "the function '\(name)' is declared twice")
    let function = Function(index: functions.count)
    functions.append(Declaration(name: name, arguments: arguments, result: result))
    functionNames[name] = function
    return function
  }

  /// Makes a variable to be bound; each call makes another.
  package mutating func variable(_ name: String, _ sort: Sort) -> Term {
    variables.append(Variable(name: name, sort: sort))
    return make(.variable(id: variables.count - 1), sort)
  }

  // MARK: Reading

  subscript(term: Term) -> Node { nodes[Int(term.index)] }

  /// Returns the sort of a term. The term must be from this bank, here and below: another traps or
  /// is mistaken for one.
  package func sort(of term: Term) -> Sort { sorts[Int(term.index)] }

  /// Returns the declared name; those of numbers and truth are the names of SMT-LIB.
  package func name(of sort: Sort) -> String {
    switch sort {
    case .bool: "Bool"
    case .int: "Int"
    case .real: "Real"
    case .uninterpreted(let index): uninterpreted[index]
    case .enumeration(let index): enumerations[index].name
    }
  }

  /// Returns the declared name.
  package func name(of function: Function) -> String { functions[function.index].name }

  /// Returns the term of this node, if it has been made.
  func existing(_ node: Node) -> Term? { indices[node] }

  mutating func make(_ node: Node, _ sort: Sort) -> Term {
    if let term = indices[node] { return term }
    let term = Term(index: Int32(nodes.count))
    free.append(freeVariables(of: node, term))
    nodes.append(node)
    sorts.append(sort)
    indices[node] = term
    return term
  }

  /// Returns the variables that the term does not bind itself, in order.
  package func freeVariables(in term: Term) -> [Term] { free[Int(term.index)] }

  private func freeVariables(of node: Node, _ term: Term) -> [Term] {
    if case .variable = node { return [term] }
    var result: [Term] = []
    for child in node.children {
      let more = free[Int(child.index)]
      if result.isEmpty {
        result = more
      } else if !more.isEmpty, more != result {
        result = Set(result).union(more).sorted()
      }
    }
    if case .quantified(_, let variables, _) = node { result.removeAll(where: variables.contains) }
    return result
  }
}
