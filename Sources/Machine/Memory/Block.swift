internal import CPrefetch

/// Memory for values without references, of which the owner says when it ends. Arrays check
/// uniqueness and exclusivity at each access, which costs an interpreter three times its speed.
///
/// Indices are checked where they come in (`has`), and only there.
struct Block<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 8) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  func deallocate() { base.deallocate() }

  @inline(__always)
  func has(_ index: Int) -> Bool { UInt(bitPattern: index) < UInt(bitPattern: count) }

  subscript(index: Int) -> Element {
    @inline(__always) get { base[index] }
    @inline(__always) nonmutating set { base[index] = newValue }
  }

  /// Asks for an element that will be needed soon.
  @inline(__always)
  func prefetch(_ index: Int) { prefetch_memory(base + index) }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    // No memory holds so many that this overflows.
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }

  mutating func removeLast() -> Element {
    count -= 1
    return base[count]
  }

  mutating func removeAll() { count = 0 }

  /// Takes so many away that are there.
  mutating func removeFirst(_ number: Int) {
    base.update(from: base + number, count: count - number)
    count -= number
  }

  /// Keeps so many at most.
  mutating func removeAll(from position: Int) { count = min(count, position) }
}
