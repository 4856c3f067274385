internal import CZ3

extension Session {
  /// Decides whether all assertions can hold together with some constants true and others false,
  /// for this check only. The solver keeps its learned facts for the next check.
  ///
  /// - Parameters:
  ///   - assumed: Boolean constants, or negations of such.
  package func check(assuming assumed: [Term]) throws(SolverError) -> Answer {
    var literals: [OpaquePointer?] = []
    literals.reserveCapacity(assumed.count)
    for term in assumed { literals.append(try translation.translate(term)) }
    let answer = check {
      Z3_solver_check_assumptions(context, solver, UInt32(literals.count), &literals)
    }
    try throwPendingError()
    return answer
  }

  /// Returns terms that suffice for the contradiction, of the assumptions of the last check, if
  /// that was unsatisfiable. Seldom the fewest.
  package func core(of assumed: [Term]) throws(SolverError) -> [Term] {
    guard let vector = Z3_solver_get_unsat_core(context, solver) else { return assumed }
    Z3_ast_vector_inc_ref(context, vector)
    defer { Z3_ast_vector_dec_ref(context, vector) }
    var used: Set<UInt32> = []
    for index in 0..<Z3_ast_vector_size(context, vector) {
      used.insert(Z3_get_ast_id(context, Z3_ast_vector_get(context, vector, index)))
    }
    var core: [Term] = []
    for term in assumed {
      let literal = try translation.translate(term)
      if used.contains(Z3_get_ast_id(context, literal)) { core.append(term) }
    }
    return core
  }
}
