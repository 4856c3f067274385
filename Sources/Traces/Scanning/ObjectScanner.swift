/// Takes apart the objects of a line if all their members are plain: text of ASCII without escapes,
/// whole numbers, words, pairs of decimal numbers; one may be a list of such objects.
/// ``JSONParser`` reads everything else. The parser takes every line that this scanner takes; the
/// scanner may refuse lines that the parser takes.
///
/// In a record, members may also be decimal numbers, and objects, as such or as JSON in a text.
struct ObjectScanner {
  struct Member {
    enum Kind: UInt8 { case text, number, isTrue, isFalse, null, list, pair, decimal, object }
    var key: UnsafePointer<UInt8>
    var keyCount: Int
    var kind: Kind
    /// The start of a text; of a list, its first object.
    var start: UnsafePointer<UInt8>
    /// The length of a text, a number, how many objects a list has.
    var number: Int64
    /// The place behind the value; of a text, its closing quote.
    var end: UnsafePointer<UInt8>
    /// The position of the member that is the object in which this one is; -1: the line's own
    /// object.
    var parent = -1
    /// The node of an object in a record; -1: nothing in it is read.
    var node = -1
    /// The meaning of the key.
    var meaning = Shapes.Key.unknown
  }

  /// An object within a list: its members.
  struct Object {
    var first: Int
    var count: Int
  }

  static let mostMembers = 512
  static let mostObjects = 64
  private static let mostDepth = 8

  /// True if lines are records.
  private let isOfRecords: Bool
  /// The members of the line and of the objects in it, in their order, then those of the objects in
  /// the list.
  let members: UnsafeMutablePointer<Member>
  let objects: UnsafeMutablePointer<Object>
  /// The number of members that are in no list: they come first.
  private(set) var count = 0
  private var used = 0
  private var objectCount = 0
  private var position: UnsafePointer<UInt8>
  private var depth = 0

  init(isOfRecords: Bool) {
    self.isOfRecords = isOfRecords
    members = .allocate(capacity: Self.mostMembers)
    objects = .allocate(capacity: Self.mostObjects)
    position = UnsafePointer(members).withMemoryRebound(to: UInt8.self, capacity: 1) { $0 }
  }

  func deallocate() {
    members.deallocate()
    objects.deallocate()
  }

  /// Takes apart the line that starts at `start`.
  /// - Returns: The start of the next line; nil: the line has another form, or no end.
  @inline(__always)
  mutating func scan(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    position = start
    objectCount = 0
    // Members of objects in a list come behind those of the line.
    used = Self.mostMembers / 2
    count = 0
    depth = 0
    skipBlanks()
    guard scanMembers(inList: false) else { return nil }
    if position.pointee == UInt8(ascii: "\r") { position += 1 }
    guard position.pointee == UInt8(ascii: "\n") else { return nil }
    return position + 1
  }

  /// - Parameter inText: True if the text is JSON in a string, where a line end is an escape.
  @inline(__always)
  private mutating func skipBlanks(inText: Bool = false) {
    while true {
      if position.pointee == 0x20 || !inText && position.pointee == 0x09 {
        position += 1
      } else if inText, position.pointee == UInt8(ascii: "\\"),
        position[1] == UInt8(ascii: "n") || position[1] == UInt8(ascii: "r")
          || position[1] == UInt8(ascii: "t")
      {
        position += 2
      } else {
        return
      }
    }
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    guard position.pointee == byte else { return false }
    position += 1
    return true
  }

  @inline(__always)
  private mutating func takeQuote(inText: Bool) -> Bool {
    if inText, !take(UInt8(ascii: "\\")) { return false }
    return take(UInt8(ascii: "\""))
  }

  /// An object, and the blanks behind it.
  @inline(__always)
  private mutating func scanMembers(
    inList: Bool, inText: Bool = false, parent: Int = -1
  ) -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    skipBlanks(inText: inText)
    if parent >= 0, take(UInt8(ascii: "}")) {
      skipBlanks(inText: inText)
      return true
    }
    while true {
      guard takeQuote(inText: inText) else { return false }
      let key = position
      position = PlainText.end(of: position)
      let keyCount = position - key
      guard takeQuote(inText: inText) else { return false }
      skipBlanks(inText: inText)
      guard take(UInt8(ascii: ":")) else { return false }
      skipBlanks(inText: inText)
      let next = inList ? used : count
      guard next < (inList ? Self.mostMembers : Self.mostMembers / 2) else { return false }
      if inList { used += 1 } else { count += 1 }
      var member = Member(
        key: key, keyCount: keyCount, kind: .null, start: position, number: 0, end: position,
        parent: parent)
      guard scanValue(&member, at: next, inList: inList, inText: inText) else { return false }
      members[next] = member
      skipBlanks(inText: inText)
      if take(UInt8(ascii: ",")) {
        skipBlanks(inText: inText)
        continue
      }
      guard take(UInt8(ascii: "}")) else { return false }
      skipBlanks(inText: inText)
      return true
    }
  }

  @inline(__always)
  private mutating func scanValue(
    _ member: inout Member, at index: Int, inList: Bool, inText: Bool
  ) -> Bool {
    switch position.pointee {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      guard takeQuote(inText: inText) else { return false }
      if isOfRecords, !inList, !inText, position.pointee == UInt8(ascii: "{") {
        member.kind = .object
        guard scanNested(at: index, inText: true), take(UInt8(ascii: "\"")) else { return false }
        break
      }
      member.start = position
      position = PlainText.end(of: position)
      member.kind = .text
      member.number = Int64(position - member.start)
      member.end = position
      return takeQuote(inText: inText)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      if let number = scanNumber() {
        member.kind = .number
        member.number = number
      } else {
        position = member.start
        guard isOfRecords, PlainText.skipDecimal(&position) else { return false }
        member.kind = .decimal
      }
    case UInt8(ascii: "["):
      guard !inList, !inText, scanPair(&member) || scanList(&member) else { return false }
    case UInt8(ascii: "{"):
      guard isOfRecords, !inList, scanNested(at: index, inText: inText) else { return false }
      member.kind = .object
    default:
      guard scanWord(&member) else { return false }
    }
    member.end = position
    return true
  }

  /// The object that is the value of a member.
  @inline(never)
  private mutating func scanNested(at index: Int, inText: Bool) -> Bool {
    guard depth < Self.mostDepth else { return false }
    depth += 1
    defer { depth -= 1 }
    return inText
      ? scanMembers(inList: false, inText: true, parent: index)
      : scanMembers(inList: false, parent: index)
  }

  @inline(__always)
  private mutating func scanNumber() -> Int64? {
    guard let number = PlainText.number(&position) else { return nil }
    switch position.pointee {
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): return nil
    default: return number
    }
  }

  private mutating func scanWord(_ member: inout Member) -> Bool {
    let word = UnsafeRawPointer(position).loadUnaligned(as: UInt32.self)
    switch UInt32(littleEndian: word) {
    case 0x6C6C_756E: member.kind = .null
    case 0x6575_7274: member.kind = .isTrue
    case 0x736C_6166 where position[4] == UInt8(ascii: "e"):
      member.kind = .isFalse
      position += 1
    default: return false
    }
    position += 4
    return true
  }

  private mutating func scanPair(_ member: inout Member) -> Bool {
    var end = position
    guard PlainText.pair(&end) != nil else { return false }
    position = end
    member.kind = .pair
    return true
  }

  /// Takes apart a list that starts at `start`, of a line that is not taken apart as a whole.
  /// - Returns: The end of the list, and the number of its objects.
  mutating func scanList(
    at start: UnsafePointer<UInt8>
  ) -> (end: UnsafePointer<UInt8>, count: Int64)? {
    position = start
    objectCount = 0
    used = Self.mostMembers / 2
    var member = Member(
      key: start, keyCount: 0, kind: .list, start: start, number: 0, end: start)
    return scanList(&member) ? (position, member.number) : nil
  }

  private mutating func scanList(_ member: inout Member) -> Bool {
    guard take(UInt8(ascii: "[")) else { return false }
    member.kind = .list
    skipBlanks()
    if take(UInt8(ascii: "]")) { return true }
    guard objectCount == 0 else { return false }
    while true {
      guard objectCount < Self.mostObjects else { return false }
      let first = used
      guard scanMembersOfList() else { return false }
      objects[objectCount] = Object(first: first, count: used - first)
      objectCount += 1
      if take(UInt8(ascii: ",")) {
        skipBlanks()
        continue
      }
      guard take(UInt8(ascii: "]")) else { return false }
      member.number = Int64(objectCount)
      return true
    }
  }

  @inline(never)
  private mutating func scanMembersOfList() -> Bool { scanMembers(inList: true) }
}
