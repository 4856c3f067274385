internal import CZ3

/// The answer of a check.
package enum Answer: Sendable, Hashable {
  case satisfiable
  case unsatisfiable
  case unknown(Cause)

  /// The reason why the solver did not decide. Z3 says "canceled" for every limit, so the cause is
  /// our own record of the limits that were set.
  package enum Cause: Sendable, Hashable {
    /// The resource limit of the query was used up.
    case resourceLimit
    /// The deadline of the session came.
    case timeLimit
    case interrupted
    /// The question is outside the theories that the solver decides; its own words.
    case incomplete(String)
  }
}

/// A failure of the solver itself.
package struct SolverError: Error, Sendable, CustomStringConvertible {
  /// The description in the words of the solver.
  package let description: String
}

/// The options of a session.
package struct SessionOptions: Sendable {
  /// Z3's deterministic measure of work for one check; 0 means no limit.
  package var rlimit: UInt32
  /// Z3's `random_seed`.
  package var seed: UInt32
  /// The instant, of the thread of the session, at which a check is stopped, however little of its
  /// resource limit is used.
  package var deadline: ProcessorInstant?
  /// A function that returns true if a check is to be stopped before that; called again and again.
  package var isOver: @Sendable () -> Bool = { false }

  package init(rlimit: UInt32, seed: UInt32, deadline: ProcessorInstant? = nil) {
    self.rlimit = rlimit
    self.seed = seed
    self.deadline = deadline
  }
}

/// A Z3 context with one solver, fed from a ``TermBank``. It stays on one thread; only its
/// ``Interrupter`` may be used from another.
package struct Session: ~Copyable {
  let context: OpaquePointer
  let solver: OpaquePointer
  let bank: TermBank
  let options: SessionOptions
  let translation: Translation

  /// Makes a session. It knows the present terms of the bank, and none that are made later.
  package init(_ bank: TermBank, _ options: SessionOptions) {
    let configuration = Z3_mk_config()
    defer { Z3_del_config(configuration) }
    let context = Z3_mk_context_rc(configuration)!
    cz3_install_quiet_handler(context)
    let solver = Z3_mk_solver(context)!
    Z3_solver_inc_ref(context, solver)
    self.context = context
    self.solver = solver
    self.bank = bank
    self.options = options
    translation = Translation(context, bank)
    setParameters()
  }

  deinit {
    translation.release()
    Z3_solver_dec_ref(context, solver)
    Z3_del_context(context)
  }

  private func setParameters() {
    let parameters = Z3_mk_params(context)!
    Z3_params_inc_ref(context, parameters)
    defer { Z3_params_dec_ref(context, parameters) }
    func set(_ name: String, _ value: UInt32) {
      Z3_params_set_uint(context, parameters, Z3_mk_string_symbol(context, name), value)
    }
    set("random_seed", options.seed)
    if options.rlimit > 0 { set("rlimit", options.rlimit) }
    // An interrupt signal ends the whole program: Z3 would end only this check, and the next would
    // begin.
    Z3_params_set_bool(context, parameters, Z3_mk_string_symbol(context, "ctrl_c"), false)
    Z3_solver_set_params(context, solver, parameters)
  }

  /// Adds an assertion, for as long as the session lives. Throws if Z3 refuses the term.
  package func assert(_ term: Term) throws(SolverError) {
    Z3_solver_assert(context, solver, try translation.translate(term))
    try throwPendingError()
  }

  /// Adds assertions in order; those before one that Z3 refuses stay.
  package func assert(_ terms: [Term]) throws(SolverError) {
    for term in terms { try assert(term) }
  }

  /// Decides whether all assertions can hold together.
  package func check() throws(SolverError) -> Answer {
    check { Z3_solver_check(context, solver) }
  }

  /// Returns the answer to a question to Z3, within the deadline.
  borrowing func check(_ ask: () -> Z3_lbool) -> Answer {
    let start = options.rlimit > 0 ? rlimitUsed : 0
    guard let deadline = options.deadline else { return answer(ask(), since: start) }
    guard !deadline.isOver else { return .unknown(.timeLimit) }
    guard !options.isOver() else { return .unknown(.interrupted) }
    let (result, isStopped) = Watchdog.shared.guarded(
      until: deadline, or: options.isOver, interrupter, ask)
    let answer = answer(result, since: start)
    return isStopped && answer == .unknown(.interrupted) && !options.isOver()
      ? .unknown(.timeLimit) : answer
  }

  /// Converts Z3's result to an answer.
  /// - Parameter start: The work that was used before.
  private func answer(_ result: Z3_lbool, since start: UInt64) -> Answer {
    switch result {
    case Z3_L_TRUE: return .satisfiable
    case Z3_L_FALSE: return .unsatisfiable
    default:
      let reason = Z3_solver_get_reason_unknown(context, solver).map { String(cString: $0) } ?? ""
      return .unknown(cause(reason, since: start))
    }
  }

  private func cause(_ reason: String, since start: UInt64) -> Answer.Cause {
    let isStopped = [
      "canceled", "max. resource limit exceeded", "(resource limits reached)", "interrupted",
      "interrupted from keyboard",
    ]
    guard isStopped.contains(reason) else { return .incomplete(reason) }
    let used = rlimitUsed
    return options.rlimit > 0 && used >= start && used - start >= UInt64(options.rlimit)
      ? .resourceLimit : .interrupted
  }

  /// The work that the session has done so far, in Z3's unit; the same for the same queries.
  package var rlimitUsed: UInt64 {
    guard let statistics = Z3_solver_get_statistics(context, solver) else { return 0 }
    Z3_stats_inc_ref(context, statistics)
    defer { Z3_stats_dec_ref(context, statistics) }
    for index in 0..<Z3_stats_size(context, statistics)
    where String(cString: Z3_stats_get_key(context, statistics, index)) == "rlimit count" {
      return Z3_stats_is_uint(context, statistics, index)
        ? UInt64(Z3_stats_get_uint_value(context, statistics, index))
        : UInt64(Z3_stats_get_double_value(context, statistics, index))
    }
    return 0
  }

  /// A handle that stops a check of this session from another thread, while the session lives.
  package var interrupter: Interrupter { Interrupter(context: context) }

  func throwPendingError() throws(SolverError) {
    let code = Z3_get_error_code(context)
    guard code != Z3_OK else { return }
    throw SolverError(description: String(cString: Z3_get_error_msg(context, code)))
  }

  /// The version of the library, such as `4.8.12`.
  package static var version: String {
    var (major, minor, build, revision): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    Z3_get_version(&major, &minor, &build, &revision)
    return "\(major).\(minor).\(build)"
  }
}

/// The only part of a session that may be used from another thread, as Z3 promises.
package struct Interrupter: @unchecked Sendable {
  let context: OpaquePointer

  /// Ends the present check, with ``Answer/unknown(_:)``. Without one it has no effect.
  package func callAsFunction() { Z3_interrupt(context) }
}
