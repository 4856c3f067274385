import Glibc
import Synchronization

extension Interruption {
  /// True while a line of progress is shown that must be cleared before the end.
  static let showsProgress = Atomic<Bool>(false)

  /// Lets a signal that ends the process clear that line first. Where signals are noted or ignored
  /// this changes nothing.
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
