/// The early end of work: a limit of time, or a request from outside. Can be read from any thread,
/// any number of times.
package final class Cutoff: Sendable {
  /// The reason why the work ended.
  package enum Cause: String, Codable, Sendable {
    /// The time limit is over.
    case time
    /// A signal asked for the end.
    case signal
  }

  private let end: ContinuousClock.Instant?
  private let isRequested: @Sendable () -> Bool

  /// Makes a cutoff.
  /// - Parameters:
  ///   - end: The instant at which the time is over; nil: never.
  ///   - isRequested: Returns true if the end is requested.
  package init(
    at end: ContinuousClock.Instant? = nil, isRequested: @escaping @Sendable () -> Bool = { false }
  ) {
    self.end = end
    self.isRequested = isRequested
  }

  /// The cause of the end; nil: the work may continue.
  package var cause: Cause? {
    if isRequested() { return .signal }
    return end.map { $0 <= .now } ?? false ? .time : nil
  }

  /// True if the work has to end.
  package var isOver: Bool { cause != nil }
}

extension Cutoff? {
  /// True if the work has to end; false without a cutoff.
  package var isOver: Bool { self?.isOver ?? false }
}
