internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The wish of a person or a service manager that we come to an end. The first is noted, a second
/// ends us at once.
enum Interruption {
  private static let isNoted = Atomic(false)

  static var isRequested: Bool { isNoted.load(ordering: .relaxed) }

  /// From now on SIGINT and SIGTERM are noted.
  static func watch() {
    // Made before a signal can come: nothing may be set up in a handler.
    isNoted.store(false, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        Interruption.isNoted.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
    // Whoever started us may have had them blocked, and that is inherited.
    var both = sigset_t()
    sigemptyset(&both)
    sigaddset(&both, SIGINT)
    sigaddset(&both, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &both, nil)
  }
}
