import Rulebook
import Traces

/// A trace as bytes, whose lines pass an order that may leave out repeated lines.
extension Replayer {
  /// Takes the next bytes of a trace; `order` has no window, so no line waits, and there are never
  /// too many. Only lines with an id can be repeated.
  package mutating func feed(_ bytes: ArraySlice<UInt8>, in order: inout TraceOrder) {
    feed(bytes) { $1.take($0, in: &order) }
  }

  /// Says that the trace has ended; the lines that `order` still holds are checked as well.
  package mutating func endOfTrace(in order: inout TraceOrder) {
    endOfTrace { $1.take($0, in: &order) }
    order.finish { take($0) }
  }

  private mutating func take(_ item: TraceReader.Item, in order: inout TraceOrder) {
    try? order.take(item) { take($0) }
    handsOverAll = order.isFine
  }
}

extension LineChain {
  /// Creates the chain of the lines of a file that are written as lines of a trace.
  /// - Parameter isPart: True if other files may hold the lines before its first one.
  package init(of rules: Core.Rules, _ options: ReplayOptions, isPart: Bool = false) {
    let names = Set(rules.events.flatMap { $0.parameters + $0.results.map(\.variable) }.map(\.name))
    if let name = ["seq", "prev"].first(where: names.contains) {
      self.init(notShown: "`\(name)` is an argument in this rulebook")
    } else {
      self.init(mayBeginLater: isPart || options.startsUnknown)
    }
  }
}
