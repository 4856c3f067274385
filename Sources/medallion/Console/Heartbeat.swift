import Glibc
import Synchronization

/// Does something at regular times on a thread of its own, until it is stopped or released.
final class Heartbeat: Sendable {
  private final class Beat: Sendable {
    let isStopped = Atomic(false)
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let beat: Beat

  /// - Parameter interval: in microseconds.
  init(every interval: UInt32, _ body: @escaping @Sendable () -> Void) {
    let beat = Beat {
      usleep(interval)
      body()
    }
    self.beat = beat
    let held = Unmanaged.passRetained(beat)
    var thread = pthread_t()
    let failed = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        let beat = Unmanaged<Beat>.fromOpaque(pointer).takeRetainedValue()
        while !beat.isStopped.load(ordering: .relaxed) { beat.body() }
        return nil
      }, held.toOpaque())
    if failed == 0 { pthread_detach(thread) } else { held.release() }
  }

  func stop() { beat.isStopped.store(true, ordering: .relaxed) }

  deinit { stop() }
}
