/// Rows of different lengths in one piece of memory, made once. An array of arrays would count
/// references at each walk through a row.
struct Rows<Element: BitwiseCopyable> {
  private var starts = Block<Int>()
  private var elements = Block<Element>()

  init(_ rows: [[Element]]) {
    starts.append(0)
    for row in rows {
      for element in row { elements.append(element) }
      starts.append(elements.count)
    }
  }

  func deallocate() {
    starts.deallocate()
    elements.deallocate()
  }

  /// Returns the positions of a row; the row must exist.
  @inline(__always)
  func positions(of row: Int) -> Range<Int> {
    Range(uncheckedBounds: (starts[row], starts[row &+ 1]))
  }

  subscript(position: Int) -> Element { elements[position] }
}
