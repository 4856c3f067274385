/// The positions of lines that a scanner reads, and the words of the names that they stand for.
struct ScannedPositions {
  let names: PositionNames
  /// The words of the names, by their place.
  private let words: [Int64]
  /// The counts of the line that was read last: they become valid once it is certain that the line
  /// is not read again.
  private var counts = PositionNames.Counts()

  /// The largest size of all names, in bytes: more would leave too little room for lines.
  static let mostBytes = 1 << 18

  /// The room that the names take; nil: too much, or words cannot tell of all of them.
  static func byteCount(of names: PositionNames) -> Int? {
    let count = names.names.reduce(8) { $0 + $1.utf8.count }
    let arePlain = names.names.allSatisfy {
      (1...LineWords.longest).contains($0.utf8.count) && !$0.utf8.contains(0)
    }
    return arePlain && count <= mostBytes ? count : nil
  }

  /// - Parameter start: The place where the bytes of the names are stored.
  init(_ names: PositionNames, at start: UnsafeMutablePointer<UInt8>, _ nameWords: NameWords) {
    self.names = names
    var next = start
    words = names.names.map { name in
      let bytes = Array(name.utf8)
      next.update(from: bytes, count: bytes.count)
      defer { next += bytes.count }
      return nameWords.word(next, bytes.count) ?? LineWords.none
    }
  }

  /// Returns the word of the entity at a position; nil: there is none, or it is no position.
  mutating func word(of pair: PlainText.Pair) -> Int64? {
    guard case .entity(let index, _) = names.answer(pair.first, pair.second, &counts) else {
      return nil
    }
    return words[index]
  }

  /// The line is read in another way.
  mutating func forget() { counts = PositionNames.Counts() }

  /// The line stays read.
  mutating func count() {
    guard counts.all > 0 else { return }
    names.count(counts)
    forget()
  }
}
