internal import CPrefetch

/// Memory for values without references, ended by its owner. Arrays check uniqueness and
/// exclusivity at each access, which makes an interpreter three times slower.
///
/// Indices are checked at the entry (`has`), and only there.
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

  /// Prefetches an element that will be needed soon.
  @inline(__always)
  func prefetch(_ index: Int) { prefetch_memory(base + index) }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    // No memory holds enough elements to overflow this.
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

  /// Removes the first elements, of which there must be at least that many.
  mutating func removeFirst(_ number: Int) {
    base.update(from: base + number, count: count - number)
    count -= number
  }

  /// Keeps at most the given number of elements.
  mutating func removeAll(from position: Int) { count = min(count, position) }
}
