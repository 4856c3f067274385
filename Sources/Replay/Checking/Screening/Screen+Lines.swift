import Rulebook
import Semantics
import Traces

extension Screen {
  /// A reason why lines are no longer taken one after the other.
  enum Halt {
    case exhausted
    /// The items that the strict reader made of a line.
    case items([TraceReader.Item])
    /// The line that was read last is not plainly right.
    case unclear
    /// The line that was read last is done, and the checker should look at the time.
    case taken
    /// The line that was read last is done, although this guard of its event is false.
    case broken(guard: Int)
  }

  /// Takes lines as they are read, as long as they are plainly right and bring no news.
  /// - Parameter lines: Is increased by how many were taken.
  func take(from scanner: inout TraceScanner, endedWaivers: Int, _ lines: inout Int) -> Halt {
    // After a line that is done, its instant is the present one.
    var now = machine.ownNow
    while true {
      switch scanner.next() {
      case .event:
        let words = scanner.words
        guard let before = now,
          take(words, scanner.names, number: scanner.place.line, after: before)
        else { return .unclear }
        now = words[1]
        lines += 1
        if let position = takeBrokenGuard() { return .broken(guard: position) }
        if machine.hasNews(since: endedWaivers) { return .taken }
      case .items(let items): return .items(items)
      case .exhausted: return .exhausted
      }
    }
  }

  /// Returns the false guard of the event that the latest line did nevertheless, once.
  @inline(__always)
  private func takeBrokenGuard() -> Int? {
    guard brokenGuard != nil else { return nil }
    defer { brokenGuard = nil }
    return brokenGuard
  }

  /// Returns the entities whose numbers have been given to others since the last call.
  func takeFormer() -> [Somebody] {
    if former.pointee.isEmpty { return [] }
    defer { former.pointee.removeAll(keepingCapacity: true) }
    return former.pointee
  }
}
