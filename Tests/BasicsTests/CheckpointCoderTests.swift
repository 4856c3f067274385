import Basics
import Testing

/// The coder of checkpoints: what is written is read again, and any other bytes end with damage or
/// with a value.
@Suite struct CheckpointCoderTests {
  enum Choice: Checkpointed, Equatable {
    case nothing
    case number(Int64)
    case texts([String])

    static var blank: Self { .nothing }

    mutating func code(with coder: inout CheckpointCoder) throws {
      try coder.begin(&self, cases: [.nothing, .number(0), .texts([])])
      switch self {
      case .nothing: coder.tag(0)
      case .number(let number): self = .number(try coder.tag(1, number))
      case .texts(let texts): self = .texts(try coder.tag(2, texts))
      }
    }
  }

  enum Color: UInt8, CaseIterable, Checkpointed { case red, green }

  /// A value with a member of each kind.
  struct Everything: Checkpointed, Equatable {
    var truth = false
    var byte: UInt8 = 0
    var (small, large): (Int32, Int64) = (0, 0)
    var (unsigned, word): (UInt32, UInt64) = (0, 0)
    var (count, integer, instant) = (0, 0, Int64(0))
    var (text, name) = ("", ExactText(""))
    var bytes: [UInt8]?
    var color = Color.red
    var choices: [Choice] = []
    var lists: [[Int]] = []
    var numbers: Set<Int64> = []
    var counts: [String: Int?] = [:]

    static var blank: Self { Self() }

    static let example = Self(
      truth: true, byte: 200, small: -5, large: .min, unsigned: .max, word: .max, count: 300,
      integer: -7, instant: 253_402_300_799_999, text: "é\u{0}", name: ExactText("taxi"),
      bytes: [0, 255], color: .green, choices: [.nothing, .number(-1), .texts(["a", ""])],
      lists: [[], [1, 2]], numbers: [3, -3, 200], counts: ["a": 1, "b": nil])

    mutating func code(with coder: inout CheckpointCoder) throws {
      try coder.agree(on: true)
      try coder.code(&truth)
      try coder.code(&byte)
      try coder.code(&small)
      try coder.code(&large)
      try coder.code(&unsigned)
      try coder.code(&word)
      try coder.code(&count)
      try coder.integer(&integer)
      try coder.instant(&instant)
      try coder.code(&text)
      try coder.code(&name)
      try coder.code(&bytes)
      try coder.code(&color)
      try coder.code(&choices)
      try coder.code(&lists)
      try coder.code(&numbers)
      try coder.code(&counts)
    }
  }

  static func bytes<Value: Checkpointed>(of value: Value) -> [UInt8] {
    var value = value
    return CheckpointCoder.bytes { try $0.code(&value) }
  }

  static func read<Value: Checkpointed>(_: Value.Type, from bytes: [UInt8]) throws -> Value {
    var coder = CheckpointCoder(reading: bytes)
    var value = Value.blank
    try coder.code(&value)
    try coder.finish()
    return value
  }

  @Test func everyKind() throws {
    for value in [Everything.example, .blank] {
      #expect(try Self.read(Everything.self, from: Self.bytes(of: value)) == value)
    }
  }

  @Test(
    arguments: [0, -1, 1, 63, 64, -64, -65, 1 << 40, .max, .min, .min + 1] as [Int64])
  func numbers(_ number: Int64) throws {
    #expect(try Self.read(Int64.self, from: Self.bytes(of: number)) == number)
    let word = UInt64(bitPattern: number)
    #expect(try Self.read(UInt64.self, from: Self.bytes(of: word)) == word)
  }

  @Test func lengths() {
    #expect(Self.bytes(of: Int64(63)).count == 1)
    #expect(Self.bytes(of: Int64(-65)).count == 2)
    #expect(Self.bytes(of: Int64.min).count == 10)
  }

  /// The same elements give the same bytes, in whatever order they came.
  @Test func setsAndDictionaries() {
    let numbers = (0..<200).map(Int64.init)
    let dictionary = Dictionary(numbers.map { ($0, "\($0)") }, uniquingKeysWith: { $1 })
    var other: [Int64: String] = [:]
    for number in numbers.reversed() { other[number] = "\(number)" }
    #expect(Self.bytes(of: dictionary) == Self.bytes(of: other))
    #expect(Self.bytes(of: Set(numbers)) == Self.bytes(of: Set(numbers.reversed())))
  }

  @Test func anyPart() {
    let bytes = Self.bytes(of: Everything.example)
    for count in bytes.indices {
      #expect(throws: CheckpointDamage.self) {
        try Self.read(Everything.self, from: Array(bytes[..<count]))
      }
    }
    #expect(throws: CheckpointDamage.self) {
      try Self.read(Everything.self, from: bytes + [0])
    }
  }

  @Test func anyByteMayBeAnother() {
    let bytes = Self.bytes(of: Everything.example)
    var (read, refused) = (0, 0)
    for index in bytes.indices {
      for byte in UInt8.min ... .max where byte != bytes[index] {
        var changed = bytes
        changed[index] = byte
        do {
          #expect(try Self.read(Everything.self, from: changed) != .example)
          read += 1
        } catch {
          #expect(error is CheckpointDamage)
          refused += 1
        }
      }
    }
    #expect(read > 1_000)
    #expect(refused > 1_000)
  }

  @Test(
    arguments: [
      [0x80], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00],
    ] as [[UInt8]]) func noNumber(_ bytes: [UInt8])
  {
    #expect(throws: CheckpointDamage.self) { try Self.read(Int64.self, from: bytes) }
  }

  /// A list may not be longer than the bytes that are there, nor a text be no text.
  @Test(arguments: [[0x08, 1, 1], [0x01], [0x02, 0xFF]] as [[UInt8]])
  func noList(_ bytes: [UInt8]) {
    #expect(throws: CheckpointDamage.self) { try Self.read([Bool].self, from: bytes) }
    #expect(throws: CheckpointDamage.self) { try Self.read(String.self, from: bytes) }
  }

  @Test func outOfRange() {
    #expect(throws: CheckpointDamage.self) {
      try Self.read(Int.self, from: Self.bytes(of: Int64(1) << 48))
    }
    #expect(throws: CheckpointDamage.self) {
      try Self.read(Int.self, from: Self.bytes(of: Int64(-1)))
    }
    #expect(throws: CheckpointDamage.self) {
      try Self.read(Int32.self, from: Self.bytes(of: Int64(1) << 31))
    }
    #expect(throws: CheckpointDamage.self) { try Self.read(Bool.self, from: [2]) }
    #expect(throws: CheckpointDamage.self) { try Self.read(Color.self, from: [2]) }
    #expect(throws: CheckpointDamage.self) { try Self.read(Choice.self, from: [3]) }
  }

  /// An element of a set, or a key, may not come twice.
  @Test func repeated() {
    #expect(throws: CheckpointDamage.self) { try Self.read(Set<Int64>.self, from: [4, 2, 2]) }
    #expect(throws: CheckpointDamage.self) {
      try Self.read([Int64: Bool].self, from: [4, 2, 0, 2, 1])
    }
  }
}
