/// Makes words of names, which ``LineWords`` describes. By itself: a method of the scanner would
/// have all of the scanner copied for each name.
struct NameWords {
  let hasher: NameHasher
  /// The address from which the places of names are counted.
  let base: UnsafePointer<UInt8>

  init(hasher: NameHasher, base: UnsafeMutablePointer<UInt8>) {
    self.hasher = hasher
    self.base = UnsafePointer(base)
  }

  /// The place and hash of a name that is short.
  @inline(__always)
  func word(_ start: UnsafePointer<UInt8>, _ name: PlainText.Short) -> Int64 {
    LineWords.name(at: start - base, name.count, hash: hasher.hash(short: name.word, name.count))
  }

  /// The place and hash of a name; nil: it has none. Eight bytes from `start` on must be readable.
  @inline(__always)
  func word(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    guard count > 0, count <= LineWords.longest else { return nil }
    let hash =
      count <= 8
      ? hasher.hash(short: NameHasher.short(padded: start, count), count)
      : hasher.hash(start, count)
    return LineWords.name(at: start - base, count, hash: hash)
  }
}
