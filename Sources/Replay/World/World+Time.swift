import Rulebook
import Semantics

/// Deadlines and limits, of which each is reported once.
extension World {
  /// Begins a run at the first line that tells the time.
  func begin(at instant: Int64) throws(EvaluationError) { try stepper.begin(at: instant) }

  /// Returns the deadlines that stop time, settled ones included, in the order of the rules and the
  /// earliest first; and the next instant, if there is one, at which that may change by itself.
  func deadlines() throws(EvaluationError) -> (deadlines: [Deadline], until: Int64?) {
    try stepper.deadlines()
  }

  /// Returns the first deadline that stops time and is not settled.
  func nextDeadline() throws(EvaluationError) -> (next: Deadline?, until: Int64?) {
    try stepper.nextDeadline(besides: settled)
  }

  func advance(to instant: Int64) throws(EvaluationError) {
    guard instant > now else { return }
    var stepper = stepper
    try stepper.advance(to: instant)
  }

  /// Gives up looking for how time passes.
  func force(to instant: Int64) {
    guard instant > now else { return }
    var state = stepper.state
    state.now = instant
    stepper.load(state, stepper.clocks)
    waiveAll()
  }

  /// Settles a deadline, so that it does not stop time while it lasts.
  /// - Returns: True if it was not settled before.
  @discardableResult
  func settle(_ cause: Deadline.Cause) -> Bool {
    stepper.waive(cause, true)
    return settled.insert(cause).inserted
  }

  func isSettled(_ cause: Deadline.Cause) -> Bool { settled.contains(cause) }

  /// Forgets settled deadlines that have ended.
  func forgetEnded() throws(EvaluationError) {
    guard !settled.isEmpty else { return }
    settled = try stepper.lasting(settled)
    waiveExceeded()
  }

  /// The conditions of `bounded` properties that have begun to last too long.
  func newlyExceeded() -> [Violation] {
    if exceeded.isEmpty, !stepper.mayExceedLimits { return [] }
    var keys: Set<ViolationKey> = []
    var found: [Violation] = []
    for (property, binding, since) in stepper.exceededLimits() where !isOpen(property: property) {
      let key = ViolationKey(property: property, binding: binding)
      keys.insert(key)
      if exceeded.contains(key) { continue }
      waive(key, true)
      found.append(
        Violation(property: property, reason: .lasts(binding: binding, since: since)))
    }
    exceeded = keys
    return found
  }

  /// Tells the stepper all that is waived.
  func waiveAll() {
    for cause in settled { stepper.waive(cause, true) }
    waiveExceeded()
  }

  private func waiveExceeded() { for key in exceeded { waive(key, true) } }

  func waive(_ key: ViolationKey, _ isWaived: Bool) {
    stepper.waive(.prompt(property: key.property, binding: key.binding), isWaived)
  }
}
