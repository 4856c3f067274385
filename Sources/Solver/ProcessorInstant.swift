import Glibc

/// An instant of the processor time of one thread. It stands still while the thread has to wait, so
/// a deadline comes no sooner on a busy machine.
package struct ProcessorInstant: Sendable {
  private let clock: clockid_t
  private let time: Duration

  /// The present instant of the calling thread.
  package static var now: Self {
    var clock = CLOCK_THREAD_CPUTIME_ID
    pthread_getcpuclockid(pthread_self(), &clock)
    return Self(clock: clock, time: reading(of: clock))
  }

  package static func + (instant: Self, duration: Duration) -> Self {
    Self(clock: instant.clock, time: instant.time + duration)
  }

  /// True if its thread has worked as long. May be asked by any thread while that one lives.
  package var isOver: Bool { Self.reading(of: clock) >= time }

  private static func reading(of clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
