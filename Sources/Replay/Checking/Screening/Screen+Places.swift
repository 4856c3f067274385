extension Screen {
  /// One place of a line that holds a value.
  struct Place {
    /// A limited one is a plain one of which not each value may be sent.
    enum Kind: UInt8 { case plain, limited, entity, learnable, new }
    let kind: Kind
    private let place: Int32
    private let number: Int32

    init(kind: Kind, position: Int, sort: Int) {
      self.kind = kind
      place = Int32(clamping: position)
      number = Int32(clamping: sort)
    }

    /// The position among the arguments and results.
    var position: Int { Int(place) }
    var sort: Int { Int(number) }
  }

  /// Places, one row after the other.
  struct Rows {
    /// The start of each row, and the end of the last.
    private let starts: UnsafeMutablePointer<UnsafeMutablePointer<Place>>

    init(_ rows: [[Place]]) {
      starts = .allocate(capacity: rows.count + 1)
      let all = rows.flatMap { $0 }
      var place = UnsafeMutablePointer<Place>.allocate(capacity: max(1, all.count))
      place.initialize(from: all, count: all.count)
      for (index, row) in rows.enumerated() {
        (starts + index).initialize(to: place)
        place += row.count
      }
      (starts + rows.count).initialize(to: place)
    }

    func deallocate() {
      starts[0].deallocate()
      starts.deallocate()
    }

    @inline(__always)
    subscript(row: Int) -> Row { Row(position: starts[row], end: starts[row &+ 1]) }
  }

  /// Places that are gone through once. A buffer would compute how many there are, to compute
  /// where they end.
  struct Row: Sequence, IteratorProtocol {
    fileprivate var position: UnsafeMutablePointer<Place>
    fileprivate let end: UnsafeMutablePointer<Place>

    var count: Int { end - position }

    @inline(__always)
    mutating func next() -> Place? {
      if position == end { return nil }
      defer { position += 1 }
      return position.pointee
    }
  }
}
