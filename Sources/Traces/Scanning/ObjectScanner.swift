/// Takes the objects of a line apart, of which all members are plain: text of ASCII without
/// escapes, whole numbers, words, pairs of decimal numbers; one may be a list of such objects.
/// Everything else is for ``JSONParser``. Whatever this takes, that takes, and the other way round it may refuse.
struct ObjectScanner {
  struct Member {
    enum Kind: UInt8 { case text, number, isTrue, isFalse, null, list, pair }
    var key: UnsafePointer<UInt8>
    var keyCount: Int
    var kind: Kind
    /// Of a text; of a list the first of its objects.
    var start: UnsafePointer<UInt8>
    /// The length of a text, a number, how many objects a list has.
    var number: Int64
    /// Behind the value; of a text, its closing quote.
    var end: UnsafePointer<UInt8>
  }

  /// An object within a list: its members.
  struct Object {
    var first: Int
    var count: Int
  }

  static let mostMembers = 512
  static let mostObjects = 64

  /// The members of the line, then those of the objects in the list.
  let members: UnsafeMutablePointer<Member>
  let objects: UnsafeMutablePointer<Object>
  /// How many of the members are the line's own: they are the first.
  private(set) var count = 0
  private var used = 0
  private var objectCount = 0
  private var position: UnsafePointer<UInt8>

  init() {
    members = .allocate(capacity: Self.mostMembers)
    objects = .allocate(capacity: Self.mostObjects)
    position = UnsafePointer(members).withMemoryRebound(to: UInt8.self, capacity: 1) { $0 }
  }

  func deallocate() {
    members.deallocate()
    objects.deallocate()
  }

  /// Takes the line apart that starts at `start`.
  /// - Returns: Where the next one starts; nil: it has another form, or no end.
  @inline(__always)
  mutating func scan(_ start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    position = start
    objectCount = 0
    // Members of objects in a list come behind those of the line.
    used = Self.mostMembers / 2
    count = 0
    skipBlanks()
    guard scanMembers(inList: false) else { return nil }
    if position.pointee == UInt8(ascii: "\r") { position += 1 }
    guard position.pointee == UInt8(ascii: "\n") else { return nil }
    return position + 1
  }

  @inline(__always)
  private mutating func skipBlanks() {
    while position.pointee == 0x20 || position.pointee == 0x09 { position += 1 }
  }

  @inline(__always)
  private mutating func take(_ byte: UInt8) -> Bool {
    guard position.pointee == byte else { return false }
    position += 1
    return true
  }

  /// An object, and the blanks behind it.
  @inline(__always)
  private mutating func scanMembers(inList: Bool) -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    skipBlanks()
    while true {
      guard take(UInt8(ascii: "\"")) else { return false }
      let key = position
      guard skipText() else { return false }
      let keyCount = position - key - 1
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { return false }
      skipBlanks()
      let next = inList ? used : count
      guard next < (inList ? Self.mostMembers : Self.mostMembers / 2) else { return false }
      var member = Member(
        key: key, keyCount: keyCount, kind: .null, start: position, number: 0, end: position)
      switch position.pointee {
      case UInt8(ascii: "\""):
        position += 1
        member.start = position
        guard skipText() else { return false }
        member.kind = .text
        member.number = Int64(position - member.start - 1)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        member.kind = .number
        guard let number = scanNumber() else { return false }
        member.number = number
      case UInt8(ascii: "["):
        guard !inList, scanPair(&member) || scanList(&member) else { return false }
      default:
        guard scanWord(&member) else { return false }
      }
      member.end = member.kind == .text ? position - 1 : position
      members[next] = member
      if inList { used += 1 } else { count += 1 }
      skipBlanks()
      if take(UInt8(ascii: ",")) {
        skipBlanks()
        continue
      }
      guard take(UInt8(ascii: "}")) else { return false }
      skipBlanks()
      return true
    }
  }

  /// To behind the closing quote.
  @inline(__always)
  private mutating func skipText() -> Bool {
    position = PlainText.end(of: position)
    return take(UInt8(ascii: "\""))
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
  /// - Returns: Where it ends, and how many objects it has.
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
    guard take(UInt8(ascii: "[")), objectCount == 0 else { return false }
    member.kind = .list
    skipBlanks()
    if take(UInt8(ascii: "]")) { return true }
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
