/// An array in pieces: to change or add an element of a copy copies its piece, and not the whole.
/// O(1) reading; changes of copies are O(elements ÷ size + size).
struct Chunks<Element>: RandomAccessCollection, MutableCollection {
  private static var size: Int { 64 }

  private var pieces: [[Element]] = []
  private(set) var count = 0

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  init() {}

  init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  subscript(position: Int) -> Element {
    get { pieces[position / Self.size][position % Self.size] }
    _modify { yield &pieces[position / Self.size][position % Self.size] }
  }

  mutating func append(_ element: Element) {
    if count % Self.size == 0 {
      pieces.append([element])
    } else {
      pieces[pieces.count - 1].append(element)
    }
    count += 1
  }
}

extension Chunks: Sendable where Element: Sendable {}
