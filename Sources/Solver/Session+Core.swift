internal import CZ3

extension Session {
  /// Decides whether the assertions and all of these terms can hold together; if not, returns the
  /// positions, ascending, of some of them that cannot. Not always a smallest choice.
  package borrowing func check(
    tracking terms: [Term]
  ) throws(SolverError) -> (answer: Answer, core: [Int]) {
    var labels: [OpaquePointer?] = []
    defer { for case let label? in labels { Z3_dec_ref(context, label) } }
    for (position, term) in terms.enumerated() {
      // No name of a bank begins like this.
      let name = Z3_mk_string_symbol(context, "core|\(position)")
      guard let label = Z3_mk_const(context, name, Z3_mk_bool_sort(context)) else { continue }
      Z3_inc_ref(context, label)
      labels.append(label)
      let translated = try translation.translate(term)
      guard let labelled = Z3_mk_implies(context, label, translated) else { continue }
      Z3_inc_ref(context, labelled)
      Z3_solver_assert(context, solver, labelled)
      Z3_dec_ref(context, labelled)
      try throwPendingError()
    }
    let answer = check {
      Z3_solver_check_assumptions(context, solver, UInt32(labels.count), labels)
    }
    guard answer == .unsatisfiable, let core = Z3_solver_get_unsat_core(context, solver) else {
      return (answer, [])
    }
    Z3_ast_vector_inc_ref(context, core)
    defer { Z3_ast_vector_dec_ref(context, core) }
    var positions: [Int] = []
    for index in 0..<Z3_ast_vector_size(context, core) {
      guard let member = Z3_ast_vector_get(context, core, index) else { continue }
      let position = labels.firstIndex { $0.map { Z3_is_eq_ast(context, $0, member) } ?? false }
      if let position { positions.append(position) }
    }
    return (answer, positions.sorted())
  }
}
