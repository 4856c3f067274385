extension Array where Element: Hashable {
  /// The elements, each once, at its first position.
  package var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
