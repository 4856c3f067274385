extension String {
  /// Followed by as many blanks as it lacks characters.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
