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

  /// The signature of names; that of one that no line may have is empty.
  package func signature(of names: some Sequence<String>) -> NameSignature {
    names.reduce(into: NameSignature()) { $0.formUnion(lines.signature(of: $1)) }
  }

  /// The positions of the lines that may have some of these names, or of those that have no name.
  package func positions(naming names: NameSignature, orNone: Bool = false) -> some Sequence<Int> {
    indices.lazy.filter { position in
      let known = lines.signature(at: position)
      return known.mayShare(names) || orNone && known.isEmpty
    }
  }
}
