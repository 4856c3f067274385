import Traces

/// The lines behind a fault that tell its cause, by their positions in the queue of lines.
package struct Lookahead: RandomAccessCollection {
  let lines: LookaheadLines
  package let startIndex: Int
  package let endIndex: Int

  init(_ lines: LookaheadLines, _ positions: Range<Int>) {
    self.lines = lines
    startIndex = positions.lowerBound
    endIndex = positions.upperBound
  }

  package subscript(position: Int) -> TraceReader.Item { lines[position] }

  package subscript(bounds: Range<Int>) -> Lookahead { Lookahead(lines, bounds) }

  /// The search for some of these names.
  package func search(for names: some Sequence<String>) -> NameSearch {
    names.reduce(into: NameSearch()) { $0.insert(hash: lines.hash(of: $1)) }
  }

  /// The positions of the lines that have some of these names, or some other with the hash of one;
  /// or of those that have no name.
  package func positions(naming names: NameSearch, orNone: Bool = false) -> [Int] {
    lines.positions(naming: names, in: startIndex..<endIndex, orNone: orNone)
  }
}
