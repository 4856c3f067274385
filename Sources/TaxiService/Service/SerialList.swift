/// Elements numbered in the order in which they come, of which the oldest are given up once
/// they are finished. Amortised constant time.
struct SerialList<Element: Sendable>: Sendable {
  private(set) var base = 0
  private var elements: [Element] = []
  /// The number of finished elements at the front that are not yet removed.
  private var finished = 0

  init() {}

  /// The number that the next element gets.
  var end: Int { base + elements.count }

  /// Returns true if an element with that number has come, finished or not.
  func hasKnown(_ serial: Int) -> Bool { serial >= 0 && serial < end }

  /// Returns true if an element is still held.
  func holds(_ serial: Int) -> Bool { serial >= base && serial < end }

  subscript(serial: Int) -> Element {
    get { elements[serial - base] }
    _modify { yield &elements[serial - base] }
  }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Gives up finished elements at the front, a batch at a time.
  ///
  /// - Parameter retire: Is given each that goes.
  mutating func retire(while isFinished: (Element) -> Bool, _ retire: (Element) -> Void) {
    while finished < elements.count, isFinished(elements[finished]) { finished += 1 }
    guard finished >= 1_024, finished * 2 >= elements.count else { return }
    for element in elements[..<finished] { retire(element) }
    elements.removeFirst(finished)
    base += finished
    finished = 0
  }

  /// A list whose first element has another number than 0: from a snapshot.
  init(base: Int, _ elements: [Element]) {
    self.base = base
    self.elements = elements
  }
}
