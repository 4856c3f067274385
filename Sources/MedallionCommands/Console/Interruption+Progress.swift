internal import Glibc
internal import Synchronization

extension Interruption {
  /// Whether a line of progress stands where it would be left.
  static let showsProgress = Atomic<Bool>(false)

  /// From now on a signal that ends us takes that line away first. Where signals are noted, or
  /// are not to end us, it stays at that.
  static func takeProgressAway() {
    // Made before a signal can come: nothing may be set up in a handler.
    showsProgress.store(true, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      var present = sigaction()
      guard sigaction(number, nil, &present) == 0, present.__sigaction_handler.sa_handler == nil
      else { continue }
      signal(number) { number in
        if Interruption.showsProgress.load(ordering: .relaxed) {
          let clearing = ProgressLine.clearing
          write(2, clearing.utf8Start, clearing.utf8CodeUnitCount)
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    unblock()
  }
}
