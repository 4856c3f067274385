/// An instant as it was recorded, to the nanosecond. It orders the lines of a trace; rules are
/// checked with its milliseconds.
package struct PreciseInstant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970 began (UTC).
  package var milliseconds: Int64
  /// Nanoseconds since that millisecond began, from 0 to 999,999.
  package var nanoseconds: Int32

  package init(milliseconds: Int64, nanoseconds: Int32 = 0) {
    (self.milliseconds, self.nanoseconds) = (milliseconds, nanoseconds)
  }

  package static func < (a: PreciseInstant, b: PreciseInstant) -> Bool {
    (a.milliseconds, a.nanoseconds) < (b.milliseconds, b.nanoseconds)
  }

  /// Returns the instant that is the given number of milliseconds earlier; the number is at least
  /// 0.
  func earlier(by milliseconds: Int64) -> PreciseInstant {
    PreciseInstant(milliseconds: self.milliseconds - milliseconds, nanoseconds: nanoseconds)
  }
}
