/// One line on standard error that says what is going on; only where a person watches.
struct ProgressLine: Sendable {
  let total: Int
  let isShown: Bool

  init(total: Int, isShown: Bool) {
    self.total = total
    self.isShown = isShown && Console.standardError.isTerminal
  }

  func show(_ text: String) {
    guard isShown else { return }
    let width = (Console.standardError.width ?? 80) - 1
    Console.standardError.write("\r\u{1B}[K" + text.prefix(width))
  }

  func clear() {
    if isShown { Console.standardError.write("\r\u{1B}[K") }
  }
}
