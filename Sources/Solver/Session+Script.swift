internal import CZ3

extension Session {
  /// Returns the solver's answer to the assertions of an SMT-LIB script, to check that an exported
  /// question is the original one.
  package static func answer(
    toScript script: String, _ options: SessionOptions
  ) throws(SolverError) -> Answer {
    let session = Session(TermBank(), options)
    Z3_solver_from_string(session.context, session.solver, script)
    try session.throwPendingError()
    return try session.check()
  }
}
