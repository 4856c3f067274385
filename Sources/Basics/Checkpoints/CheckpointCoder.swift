/// An error: the bytes are no checkpoint, or do not fit the object that they should restore.
package struct CheckpointDamage: Error, Hashable, Sendable {
  package init() {}
}

/// A coder that writes values into bytes one after the other, or reads them in the same order.
///
/// Each type has one function for both directions, such as ``Checkpointed/code(with:)``. It lists
/// the members once: they are written, or replaced by what is read. Whole numbers take as few bytes
/// as they need; texts and lists follow their lengths. The bytes hold no types.
///
/// Any bytes can be read: reading ends with values that passed the checks or with
/// ``CheckpointDamage``, and needs memory in proportion to the bytes. Writing has no errors.
package struct CheckpointCoder {
  /// True if values are read; false if they are written.
  package let isReading: Bool
  /// The bytes that were written so far, or all that are read.
  package internal(set) var bytes: [UInt8]
  private var position: Int
  /// The object that checks need, such as the rules that the values must fit; nil: there is none.
  package var context: AnyObject?

  /// Creates a coder that writes.
  package init() { (isReading, bytes, position) = (false, [], 0) }

  /// Creates a coder that reads bytes from an offset on.
  package init(reading bytes: [UInt8], from offset: Int = 0) {
    (isReading, self.bytes, position) = (true, bytes, offset)
  }

  /// Returns the bytes that `body` writes.
  ///
  /// - Parameter context: See ``context``.
  package static func bytes(
    context: AnyObject? = nil, _ body: (inout CheckpointCoder) throws -> Void
  ) -> [UInt8] {
    var coder = CheckpointCoder()
    coder.context = context
    do { try body(&coder) } catch { preconditionFailure("writing has no errors: \(error)") }
    return coder.bytes
  }

  package var bytesLeft: Int { bytes.count - position }

  // MARK: Checks

  /// Throws ``CheckpointDamage`` if a value that was read does not fit. Nothing is checked in
  /// writing.
  package func require(_ condition: @autoclosure () throws -> Bool) throws {
    if isReading, try !condition() { throw CheckpointDamage() }
  }

  /// Requires that a fact about the object that was written is also true of the one that reads.
  package mutating func agree(on fact: Bool) throws {
    let known = try coded(fact)
    try require(known == fact)
  }

  /// Requires that nothing follows.
  package func finish() throws { try require(bytesLeft == 0) }

  // MARK: Numbers and texts

  mutating func byte(_ value: inout UInt8) throws {
    guard isReading else { return bytes.append(value) }
    guard position < bytes.count else { throw CheckpointDamage() }
    value = bytes[position]
    position += 1
  }

  /// Codes a number of either sign: seven bits a byte, the lowest first; small ones are short.
  mutating func number(_ value: inout Int64) throws {
    guard isReading else {
      var rest = UInt64(bitPattern: value << 1 ^ value >> 63)
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      return bytes.append(UInt8(truncatingIfNeeded: rest))
    }
    var (word, next) = (UInt64(0), UInt8(0))
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      try byte(&next)
      word |= UInt64(next & 0x7F) << shift
      guard next >= 0x80 else {
        try require(shift < 63 || next <= 1)
        value = Int64(bitPattern: word >> 1) ^ -Int64(bitPattern: word & 1)
        return
      }
    }
    throw CheckpointDamage()
  }

  mutating func text(_ value: inout String) throws {
    let count = try length(value.utf8.count)
    guard isReading else { return bytes.append(contentsOf: value.utf8) }
    let content = bytes[position..<position + count]
    guard let text = String(validating: content, as: UTF8.self) else { throw CheckpointDamage() }
    value = text
    position += count
  }

  package mutating func code(_ content: inout [UInt8]?) throws {
    guard try coded(content != nil) else { return content = nil }
    let count = try length(content?.count ?? 0)
    guard isReading else { return bytes.append(contentsOf: content ?? []) }
    content = Array(bytes[position..<position + count])
    position += count
  }

  /// Codes any number; an `Int` that is coded otherwise is a count.
  package mutating func integer(_ value: inout Int) throws {
    value = Int(try coded(Int64(value)))
  }

  /// Codes the number of elements that follow, each of which has at least one byte.
  package mutating func length(_ count: Int) throws -> Int {
    let count = try coded(count)
    try require(count <= bytesLeft)
    return count
  }

  /// Codes an instant in milliseconds since 1970 began (UTC), up to the end of the year 9999.
  package mutating func instant(_ value: inout Int64) throws {
    try number(&value)
    try require(0 <= value && value < 253_402_300_800_000)
  }

  // MARK: Values

  package mutating func code(_ value: inout some Checkpointed) throws {
    try value.code(with: &self)
  }

  package mutating func code(_ a: inout some Checkpointed, _ b: inout some Checkpointed) throws {
    try a.code(with: &self)
    try b.code(with: &self)
  }

  package mutating func code(
    _ a: inout some Checkpointed, _ b: inout some Checkpointed, _ c: inout some Checkpointed
  ) throws {
    try code(&a, &b)
    try c.code(with: &self)
  }

  package mutating func code(
    _ a: inout some Checkpointed, _ b: inout some Checkpointed, _ c: inout some Checkpointed,
    _ d: inout some Checkpointed
  ) throws {
    try code(&a, &b)
    try code(&c, &d)
  }

  package mutating func code(
    _ a: inout some Checkpointed, _ b: inout some Checkpointed, _ c: inout some Checkpointed,
    _ d: inout some Checkpointed, _ e: inout some Checkpointed
  ) throws {
    try code(&a, &b)
    try code(&c, &d, &e)
  }

  /// Writes a value and returns it, or returns the one that is read.
  package mutating func coded<Value: Checkpointed>(_ value: Value) throws -> Value {
    var value = value
    try value.code(with: &self)
    return value
  }
}
