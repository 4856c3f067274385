import Rulebook
import Traces

/// The queue of the lines that were read and are not checked yet: the first has a fault, and those
/// behind it tell its cause.
///
/// Lines about events are kept as words, as the scanner reads them; a line is made an item when it
/// is looked at.
package final class LookaheadLines {
  fileprivate struct Line {
    let place: TracePlace
    /// The position of its words and names, counted from the beginning of the trace; it has none if
    /// `wordCount` is 0.
    var words = 0
    var wordCount = 0
    var names = 0
  }

  /// All that changes, in memory of its own: the language checks each access to a stored property
  /// of a class.
  fileprivate struct Content {
    var lines: [Line] = []
    /// The names that each line may have.
    var signatures: [NameSignature] = []
    /// The item of each line; nil: it was not needed yet.
    var made: [TraceReader.Item?] = []
    /// The number of lines at the front that are gone, and still in memory.
    var gone = 0
    var words: [Int64] = []
    var names: [UInt8] = []
    /// The positions of the first word and name in memory, counted from the beginning of the trace.
    var firstWord = 0
    var firstName = 0
  }

  private let shapes: LineShapes
  package let hasher: NameHasher
  private var encoder: LineEncoder
  private let storage: UnsafeMutablePointer<Content>

  private var content: Content {
    _read { yield storage.pointee }
    _modify { yield &storage.pointee }
  }

  package init(_ rules: Core.Rules, _ hasher: NameHasher) {
    shapes = LineShapes(rules)
    self.hasher = hasher
    encoder = LineEncoder(hasher)
    storage = .allocate(capacity: 1)
    storage.initialize(to: Content())
  }

  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  var count: Int { content.lines.count - content.gone }
  var isEmpty: Bool { count == 0 }

  var first: TraceReader.Item? { isEmpty ? nil : self[0] }

  /// All lines, oldest first.
  package var items: [TraceReader.Item] { (0..<count).map { self[$0] } }

  /// Returns the lines behind the first, at most `most`.
  package func behindFirst(atMost most: Int) -> Lookahead {
    Lookahead(self, 1..<max(1, min(count, most + 1)))
  }

  // MARK: Lines

  /// A line, by its position from the front. O(1).
  package subscript(position: Int) -> TraceReader.Item {
    if let item = content.made[content.gone + position] { return item }
    let place = place(at: position)
    let item = withWords(at: position) { words, names in
      TraceReader.Item.line(.event(shapes.event(words, names, at: place)))
    }
    // A line has an item or words.
    guard let item else { return .torn(place) }
    content.made[content.gone + position] = item
    return item
  }

  func place(at position: Int) -> TracePlace { content.lines[content.gone + position].place }

  /// Returns the positions of the lines that have some of these names, as far as their hashes tell;
  /// or, if wanted, of those that have no name.
  func positions(naming sought: NameSearch, in range: Range<Int>, orNone: Bool) -> [Int] {
    let names = sought.signature
    var found: [Int] = []
    let (lines, gone) = (content.lines, content.gone)
    content.signatures.withUnsafeBufferPointer { signatures in
      content.words.withUnsafeBufferPointer { words in
        for position in range {
          let known = signatures[gone &+ position]
          if known.mayShare(names) {
            if has(sought.hashes, lines[gone + position], words) { found.append(position) }
          } else if orNone, known.isEmpty {
            found.append(position)
          }
        }
      }
    }
    return found
  }

  /// Returns true if a line has some of these names, as far as their hashes tell.
  func has(_ sought: NameSearch, at position: Int) -> Bool {
    let index = content.gone + position
    return content.signatures[index].mayShare(sought.signature)
      && content.words.withUnsafeBufferPointer { has(sought.hashes, content.lines[index], $0) }
  }

  /// - Parameter hashes: If there are none every line has one.
  private func has(
    _ hashes: [UInt32], _ line: Line, _ words: UnsafeBufferPointer<Int64>
  ) -> Bool {
    guard line.wordCount > 0, !hashes.isEmpty, let start = words.baseAddress else { return true }
    let line = start + (line.words - content.firstWord)
    var isFound = false
    _ = shapes.forEachWord(of: line) { position, isName in
      guard isName, line[position] >= LineWords.least else { return }
      if hashes.contains(LineWords.hash(line[position])) { isFound = true }
    }
    return isFound
  }

  /// The event of a line; nil if that is not known without making it an item.
  func event(at position: Int) -> Int? {
    let line = content.lines[content.gone + position]
    return line.wordCount == 0 ? nil : Int(content.words[line.words - content.firstWord])
  }

  /// Calls a closure with the words of a line and where its names are.
  /// - Returns: nil if it has none.
  package func withWords<Result>(
    at position: Int, _ body: (UnsafePointer<Int64>, UnsafeRawPointer) -> Result
  ) -> Result? {
    let line = content.lines[content.gone + position]
    guard line.wordCount > 0 else { return nil }
    return content.words.withUnsafeBufferPointer { words in
      content.names.withUnsafeBytes { names in
        guard let word = words.baseAddress, let name = names.baseAddress else { return nil }
        return body(
          word + (line.words - content.firstWord), name + (line.names - content.firstName))
      }
    }
  }

  /// The hash of a name.
  func hash(of name: String) -> UInt32 {
    var name = name
    return name.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      return hasher.hash(start, bytes.count)
    }
  }

  // MARK: Changes

  package func append(_ item: TraceReader.Item) {
    guard case .line(let line) = item else {
      return append(Line(place: TracePlace(line: 0, offset: 0)), item)
    }
    guard case .event(let event) = line,
      encoder.encode(event, results: shapes.resultCount(of: event.event))
    else {
      return append(Line(place: line.place), item)
    }
    encoder.words.withUnsafeBufferPointer { words in
      encoder.names.withUnsafeBytes { names in
        if let word = words.baseAddress, let name = names.baseAddress {
          append(word, name, event.place, item)
        }
      }
    }
  }

  /// Appends a line about an event, given as ``LineWords`` says.
  package func append(
    _ line: UnsafePointer<Int64>, _ source: UnsafeRawPointer, _ place: TracePlace,
    _ item: TraceReader.Item? = nil
  ) {
    var added = Line(place: place)
    var signature = NameSignature()
    added.wordCount = content.append(line, source, shapes, &added, &signature)
    append(added, item, signature)
  }

  private func append(
    _ line: Line, _ item: TraceReader.Item?, _ signature: NameSignature = .any
  ) {
    content.lines.append(line)
    content.signatures.append(signature)
    content.made.append(item)
  }

  package func removeFirst() {
    content.gone += 1
    if content.gone >= 1_024, content.gone * 2 >= content.lines.count { content.compact() }
  }

  package func remove(at position: Int) {
    let index = content.gone + position
    content.lines.remove(at: index)
    content.signatures.remove(at: index)
    content.made.remove(at: index)
  }

  func removeAll() {
    content.gone = content.lines.count
    content.compact()
  }
}

extension LookaheadLines.Content {
  /// Adds the words and names of a line.
  /// - Returns: The number of its words.
  fileprivate mutating func append(
    _ line: UnsafePointer<Int64>, _ source: UnsafeRawPointer, _ shapes: LineShapes,
    _ added: inout LookaheadLines.Line, _ signature: inout NameSignature
  ) -> Int {
    let firstOfLine = names.count
    added.words = firstWord + words.count
    added.names = firstName + firstOfLine
    for position in 0..<LineWords.header { words.append(line[position]) }
    let count = shapes.forEachWord(of: line) { position, isName in
      let word = line[position]
      guard isName, word >= LineWords.least else { return words.append(word) }
      let length = LineWords.count(word)
      let hash = LineWords.hash(word)
      words.append(LineWords.name(at: names.count - firstOfLine, length, hash: hash))
      names.append(
        contentsOf: UnsafeRawBufferPointer(start: source + LineWords.offset(word), count: length))
      signature.insert(hash: hash)
    }
    // Eight bytes of the last name can be read.
    for _ in 0..<8 { names.append(0) }
    return count
  }

  /// Frees the memory of the lines that are gone.
  fileprivate mutating func compact() {
    lines.removeFirst(gone)
    signatures.removeFirst(gone)
    made.removeFirst(gone)
    gone = 0
    let first = lines.first { $0.wordCount > 0 }
    let (word, name) = (
      first?.words ?? firstWord + words.count, first?.names ?? firstName + names.count
    )
    words.removeFirst(word - firstWord)
    names.removeFirst(name - firstName)
    (firstWord, firstName) = (word, name)
  }
}
