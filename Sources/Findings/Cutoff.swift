/// The end of a piece of work before it is done: a limit of time, or a wish from outside. Asked
/// from any thread, as often as one likes.
public final class Cutoff: Sendable {
  /// The reason why the work ended.
  public enum Cause: String, Codable, Sendable {
    /// The time that there was is over.
    case time
    /// A signal asked for the end.
    case signal
  }

  private let end: ContinuousClock.Instant?
  private let isRequested: @Sendable () -> Bool

  /// - Parameters:
  ///   - end: When the time is over; nil: never.
  ///   - isRequested: Whether somebody wishes the end.
  public init(
    at end: ContinuousClock.Instant? = nil, isRequested: @escaping @Sendable () -> Bool = { false }
  ) {
    self.end = end
    self.isRequested = isRequested
  }

  /// nil: the work may go on.
  public var cause: Cause? {
    if isRequested() { return .signal }
    return end.map { $0 <= .now } ?? false ? .time : nil
  }

  /// True if the work has to end.
  public var isOver: Bool { cause != nil }
}

extension Cutoff? {
  /// True if the work has to end; false where nothing ends it.
  public var isOver: Bool { self?.isOver ?? false }
}
