/// Crossings that the sweep has seen ahead: a binary heap, westernmost first.
struct CrossingQueue {
  struct Crossing {
    let point: ExactPoint
    let segment: Int32
    let other: Int32
  }

  private var heap: [Crossing] = []

  var first: Crossing? { heap.first }

  mutating func insert(_ crossing: Crossing) {
    heap.append(crossing)
    var index = heap.count - 1
    while index > 0, heap[index].point < heap[(index - 1) / 2].point {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if heap[child].point < heap[least].point { least = child }
      }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
