import Glibc
import Synchronization

/// The wish of a person or a service manager that we come to an end. The first is noted, a second
/// ends us at once.
enum Interruption {
  /// The signal that came, or 0.
  private static let noted = Atomic<Int32>(0)

  static var isRequested: Bool { noted.load(ordering: .relaxed) != 0 }

  /// Notes SIGINT and SIGTERM from now on.
  static func watch() {
    // Made before a signal can come: nothing may be set up in a handler.
    noted.store(0, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        Interruption.noted.store(number, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
    unblock()
  }

  /// Unblocks the signals: the parent process may have blocked them, and that is inherited.
  static func unblock() {
    var both = sigset_t()
    sigemptyset(&both)
    sigaddset(&both, SIGINT)
    sigaddset(&both, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &both, nil)
  }

  /// Ends the process by the signal that came, so that the parent process knows.
  static func end() -> Never {
    let number = noted.load(ordering: .relaxed)
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
