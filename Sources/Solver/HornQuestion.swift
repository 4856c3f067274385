internal import CZ3

/// The question whether Horn clauses over relations have a solution, for Z3's Spacer.
package struct HornQuestion: Sendable {
  private let script: String

  /// Makes a question.
  /// - Parameter script: SMT-LIB in the logic HORN.
  package init(_ script: String) { self.script = script }

  /// Asks the question. The answer is `satisfiable` if there are relations for which all clauses
  /// hold.
  ///
  /// - Throws: If the script cannot be parsed.
  package func answer(within seconds: Int) throws(SolverError) -> Answer {
    let configuration = Z3_mk_config()
    defer { Z3_del_config(configuration) }
    let context = Z3_mk_context_rc(configuration)!
    cz3_install_quiet_handler(context)
    defer { Z3_del_context(context) }
    let solver = Z3_mk_solver_for_logic(context, Z3_mk_string_symbol(context, "HORN"))!
    Z3_solver_inc_ref(context, solver)
    defer { Z3_solver_dec_ref(context, solver) }
    Z3_solver_from_string(context, solver, script)
    let code = Z3_get_error_code(context)
    guard code == Z3_OK else {
      throw SolverError(description: String(cString: Z3_get_error_msg(context, code)))
    }
    let deadline = ProcessorInstant.now + .seconds(seconds)
    let (result, isStopped) = Watchdog.shared.guarded(
      until: deadline, Interrupter(context: context)
    ) { Z3_solver_check(context, solver) }
    switch result {
    case Z3_L_TRUE: return .satisfiable
    case Z3_L_FALSE: return .unsatisfiable
    default:
      if isStopped { return .unknown(.timeLimit) }
      let reason = Z3_solver_get_reason_unknown(context, solver).map { String(cString: $0) }
      return .unknown(.incomplete(reason ?? ""))
    }
  }
}
