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
  package private(set) var bytes: [UInt8]
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
    var known = fact
    try code(&known)
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
    var count = value.utf8.count
    try length(&count)
    guard isReading else { return bytes.append(contentsOf: value.utf8) }
    let content = bytes[position..<position + count]
    guard let text = String(validating: content, as: UTF8.self) else { throw CheckpointDamage() }
    value = text
    position += count
  }

  package mutating func code(_ content: inout [UInt8]?) throws {
    var isThere = content != nil
    var count = content?.count ?? 0
    try code(&isThere)
    guard isThere else { return content = nil }
    try length(&count)
    guard isReading else { return bytes.append(contentsOf: content ?? []) }
    content = Array(bytes[position..<position + count])
    position += count
  }

  /// Codes any number; an `Int` that is coded otherwise is a count.
  package mutating func integer(_ value: inout Int) throws {
    var number = Int64(value)
    try self.number(&number)
    value = Int(number)
  }

  /// Codes the number of elements that follow, each of which has at least one byte.
  package mutating func length(_ count: inout Int) throws {
    try code(&count)
    try require(count <= bytesLeft)
  }

  /// Codes an instant in milliseconds since 1970 began (UTC), up to the end of the year 9999.
  package mutating func instant(_ value: inout Int64) throws {
    try number(&value)
    try require(0 <= value && value < 253_402_300_800_000)
  }

  // MARK: Lists

  package mutating func code<Value: Checkpointed>(_ value: inout Value) throws {
    try value.code(with: &self)
  }

  /// Codes a list.
  ///
  /// - Parameters:
  ///   - blank: A value into which an element can be read.
  ///   - body: Codes one element.
  package mutating func list<Element>(
    _ elements: inout [Element], blank: Element,
    _ body: (inout CheckpointCoder, inout Element) throws -> Void
  ) throws {
    var count = elements.count
    try length(&count)
    if isReading { elements = [] }
    for index in 0..<count {
      var element = isReading ? blank : elements[index]
      try body(&self, &element)
      if isReading { elements.append(element) }
    }
  }

  /// Codes the elements of a set or a dictionary, in the order of their bytes: the same elements
  /// give the same bytes.
  package mutating func unordered<Element>(
    _ elements: inout [Element], blank: Element,
    _ body: (inout CheckpointCoder, inout Element) throws -> Void
  ) throws {
    var starts: [Int] = []
    try list(&elements, blank: blank) { coder, element in
      starts.append(coder.bytes.count)
      try body(&coder, &element)
    }
    if !isReading { sort(starts) }
  }

  /// Sorts the parts of the bytes that start at these offsets, and of which the last ends now.
  package mutating func sort(_ starts: [Int]) {
    guard starts.count > 1 else { return }
    let sorted = bytes.withUnsafeBufferPointer { bytes in
      zip(starts, starts.dropFirst() + [bytes.count]).map { bytes[$0..<$1] }
        .sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
    }
    bytes.removeLast(sorted.count)
    bytes.append(contentsOf: sorted)
  }

  // MARK: Enumerations

  /// Begins an enumeration. Reading takes the tag, and makes the value the case at that position; a
  /// switch over the value must then code its payload by ``tag(_:_:)``.
  ///
  /// - Parameter cases: A value of each case, in the order of their tags.
  package mutating func begin<Choice>(
    _ value: inout Choice, cases: @autoclosure () -> [Choice]
  ) throws {
    guard isReading else { return }
    let cases = cases()
    var tag = UInt8(0)
    try byte(&tag)
    try require(tag < cases.count)
    value = cases[Int(tag)]
  }

  /// Writes the tag of a case without a payload.
  package mutating func tag(_ tag: UInt8) { if !isReading { bytes.append(tag) } }

  /// Writes the tag of a case, and codes the payload.
  package mutating func tag<Payload: Checkpointed>(_ tag: UInt8, _ payload: inout Payload) throws {
    self.tag(tag)
    try code(&payload)
  }
}
