internal import CZ3

/// The value of a term in a model.
package enum ModelValue: Sendable, Hashable {
  case bool(Bool)
  case number(Rational)
  case enumCase(Int)
  /// An element of an uninterpreted sort, by its position in the sort's universe.
  case element(Int)
  /// A value that does not fit the others, as the solver writes it.
  case other(String)
}

/// A model after a satisfiable check: the finite universes, and the functions on them.
///
/// Valid while its session lives and checks nothing else.
package struct Model: ~Copyable {
  private let context: OpaquePointer
  private let model: OpaquePointer
  private let translation: Translation
  private let bank: TermBank
  private let universes: [Sort: [OpaquePointer]]

  init?(_ session: borrowing Session) {
    guard let model = Z3_solver_get_model(session.context, session.solver) else { return nil }
    context = session.context
    self.model = model
    translation = session.translation
    bank = session.bank
    Z3_model_inc_ref(context, model)
    universes = Self.universes(of: model, context, translation)
  }

  private static func universes(
    of model: OpaquePointer, _ context: OpaquePointer, _ translation: Translation
  ) -> [Sort: [OpaquePointer]] {
    var result: [Sort: [OpaquePointer]] = [:]
    for index in 0..<Z3_model_get_num_sorts(context, model) {
      guard let sort = Z3_model_get_sort(context, model, index),
        let known = translation.known(sort: sort),
        let vector = Z3_model_get_sort_universe(context, model, sort)
      else { continue }
      Z3_ast_vector_inc_ref(context, vector)
      defer { Z3_ast_vector_dec_ref(context, vector) }
      var elements: [OpaquePointer] = []
      for position in 0..<Z3_ast_vector_size(context, vector) {
        guard let element = Z3_ast_vector_get(context, vector, position) else { continue }
        Z3_inc_ref(context, element)
        elements.append(element)
      }
      result[known] = elements
    }
    return result
  }

  deinit {
    for elements in universes.values { for element in elements { Z3_dec_ref(context, element) } }
    Z3_model_dec_ref(context, model)
  }

  /// Returns the number of elements of an uninterpreted sort in this model.
  package func size(of sort: Sort) -> Int { universes[sort]?.count ?? 0 }

  /// Returns the value of a function at elements of the universes.
  package func value(of function: Function, at elements: [Int]) -> ModelValue {
    let sorts = bank.functions[function.index].arguments
    var arguments: [OpaquePointer?] = []
    for (sort, element) in zip(sorts, elements) {
      guard let universe = universes[sort], universe.indices.contains(element) else {
        return .other("?")
      }
      arguments.append(universe[element])
    }
    guard arguments.count == sorts.count,
      let term = translation.application(of: function, to: &arguments)
    else { return .other("?") }
    return value(of: term, bank.functions[function.index].result)
  }

  /// Returns the value of a ground term.
  package func value(of term: Term) -> ModelValue {
    guard let pointer = try? translation.translate(term) else { return .other("?") }
    return value(of: pointer, bank.sort(of: term))
  }

  private func value(of pointer: OpaquePointer, _ sort: Sort) -> ModelValue {
    Z3_inc_ref(context, pointer)
    defer { Z3_dec_ref(context, pointer) }
    var result: OpaquePointer?
    guard Z3_model_eval(context, model, pointer, true, &result), let result else {
      return .other("?")
    }
    Z3_inc_ref(context, result)
    defer { Z3_dec_ref(context, result) }
    switch sort {
    case .bool: return .bool(Z3_get_bool_value(context, result) == Z3_L_TRUE)
    case .int, .real:
      var numerator: Int64 = 0
      var denominator: Int64 = 0
      guard Z3_get_numeral_rational_int64(context, result, &numerator, &denominator) else {
        return .other(String(cString: Z3_ast_to_string(context, result)))
      }
      return .number(Rational(numerator, over: denominator))
    case .enumeration(let id):
      let text = String(cString: Z3_ast_to_string(context, result))
      let enumeration = bank.enumerations[id]
      let names = enumeration.cases.map { "\(enumeration.name).\($0)" }
      return names.firstIndex { text == $0 || text == "|\($0)|" }.map { .enumCase($0) }
        ?? .other(text)
    case .uninterpreted:
      guard let universe = universes[sort] else { return .other("?") }
      return universe.firstIndex { Z3_is_eq_ast(context, $0, result) }.map { .element($0) }
        ?? .other("?")
    }
  }
}

extension Session {
  /// Returns the model of the last check, if that was satisfiable.
  package borrowing func model() -> Model? { Model(self) }
}
