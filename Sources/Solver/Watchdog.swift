import Glibc
import Synchronization

/// A thread that stops checks that exceed their time. Z3 checks its own limits now and then, in
/// most places; this interrupts it from another thread, again and again, until the check has
/// returned.
final class Watchdog: Sendable {
  static let shared = Watchdog()

  private struct Guarded {
    let deadline: ProcessorInstant
    let isOver: @Sendable () -> Bool
    let interrupter: Interrupter
    var isStopped = false
  }

  private struct Watch {
    var guarded: [Int: Guarded] = [:]
    var next = 0
    var isRunning = false
  }

  private static let interval: UInt32 = 20_000

  private let watch = Mutex(Watch())

  /// Runs a check of a session, which is interrupted from the deadline on, or when it is over.
  /// The deadline is an instant of the calling thread.
  ///
  /// - Returns: The result, and whether the check was interrupted.
  func guarded<Result>(
    until deadline: ProcessorInstant, or isOver: @escaping @Sendable () -> Bool = { false },
    _ interrupter: Interrupter, _ work: () -> Result
  ) -> (result: Result, isStopped: Bool) {
    let (id, mustStart) = watch.withLock { watch in
      defer {
        watch.next += 1
        watch.isRunning = true
      }
      watch.guarded[watch.next] = Guarded(
        deadline: deadline, isOver: isOver, interrupter: interrupter)
      return (watch.next, !watch.isRunning)
    }
    if mustStart { start() }
    let result = work()
    // Under the lock, so that no session is interrupted that may have ended.
    let isStopped = watch.withLock { $0.guarded.removeValue(forKey: id)?.isStopped ?? false }
    return (result, isStopped)
  }

  private func start() {
    var thread = pthread_t()
    let failed = pthread_create(
      &thread, nil,
      { _ in
        Watchdog.shared.run()
        return nil
      }, nil)
    // If no thread can be created, only the resource limit remains.
    if failed == 0 { pthread_detach(thread) } else { watch.withLock { $0.isRunning = false } }
  }

  /// Runs until no check is left.
  private func run() {
    while watch.withLock({ watch in
      for (id, guarded) in watch.guarded where guarded.deadline.isOver || guarded.isOver() {
        // An interrupt before the check has begun has no effect, so one is not enough.
        guarded.interrupter()
        watch.guarded[id]?.isStopped = true
      }
      watch.isRunning = !watch.guarded.isEmpty
      return watch.isRunning
    }) {
      usleep(Self.interval)
    }
  }
}
