/// A type whose values are written into a checkpoint and read from it by one function.
package protocol Checkpointed {
  /// A value into which another one can be read.
  static var blank: Self { get }
  /// Writes the value, or replaces it by the next one that is read.
  mutating func code(with coder: inout CheckpointCoder) throws
}

// MARK: Numbers and texts

extension Bool: Checkpointed {
  package static var blank: Self { false }
  package mutating func code(with coder: inout CheckpointCoder) throws {
    let byte = try coder.coded(self ? 1 : UInt8(0))
    try coder.require(byte <= 1)
    self = byte == 1
  }
}

extension UInt8: Checkpointed {
  package static var blank: Self { 0 }
  package mutating func code(with coder: inout CheckpointCoder) throws { try coder.byte(&self) }
}

extension Int64: Checkpointed {
  package static var blank: Self { 0 }
  package mutating func code(with coder: inout CheckpointCoder) throws { try coder.number(&self) }
}

extension UInt64: Checkpointed {
  package static var blank: Self { 0 }
  package mutating func code(with coder: inout CheckpointCoder) throws {
    self = UInt64(bitPattern: try coder.coded(Int64(bitPattern: self)))
  }
}

extension Int32: Checkpointed {
  package static var blank: Self { 0 }
  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.exact(&self)
  }
}

extension UInt32: Checkpointed {
  package static var blank: Self { 0 }
  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.exact(&self)
  }
}

extension CheckpointCoder {
  /// Codes a number of a smaller type.
  fileprivate mutating func exact<Number: FixedWidthInteger>(_ value: inout Number) throws {
    guard let exact = Number(exactly: try coded(Int64(value))) else { throw CheckpointDamage() }
    value = exact
  }
}

/// A number of lines, bytes or times, so small that further counting cannot overflow. See
/// ``CheckpointCoder/integer(_:)`` for other numbers.
extension Int: Checkpointed {
  package static var blank: Self { 0 }
  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.integer(&self)
    try coder.require(0 <= self && self < 1 << 48)
  }
}

extension String: Checkpointed {
  package static var blank: Self { "" }
  package mutating func code(with coder: inout CheckpointCoder) throws { try coder.text(&self) }
}

extension ExactText: Checkpointed {
  package static var blank: Self { ExactText("") }
  package mutating func code(with coder: inout CheckpointCoder) throws {
    self = ExactText(try coder.coded(text))
  }
}

/// An enumeration without payloads: its raw value.
extension Checkpointed where Self: RawRepresentable, RawValue: Checkpointed {
  package mutating func code(with coder: inout CheckpointCoder) throws {
    guard let value = Self(rawValue: try coder.coded(rawValue)) else { throw CheckpointDamage() }
    self = value
  }
}

extension Checkpointed where Self: CaseIterable {
  package static var blank: Self { allCases[allCases.startIndex] }
}

// MARK: Collections

extension Optional: Checkpointed where Wrapped: Checkpointed {
  package static var blank: Self { nil }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    guard try coder.coded(self != nil) else { return self = nil }
    var wrapped: Wrapped = self ?? .blank
    try wrapped.code(with: &coder)
    self = wrapped
  }
}

extension Array: Checkpointed where Element: Checkpointed {
  package static var blank: Self { [] }

  package mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.list(&self, blank: .blank) { try $1.code(with: &$0) }
  }
}

extension Set: Checkpointed where Element: Checkpointed {
  package static var blank: Self { [] }

  /// Requires that no element comes twice.
  package mutating func code(with coder: inout CheckpointCoder) throws {
    var elements = Array(self)
    try coder.unordered(&elements, blank: .blank) { try $1.code(with: &$0) }
    guard coder.isReading else { return }
    self = Set(elements)
    try coder.require(count == elements.count)
  }
}

extension Dictionary: Checkpointed where Key: Checkpointed, Value: Checkpointed {
  package static var blank: Self { [:] }

  /// Requires that no key comes twice.
  package mutating func code(with coder: inout CheckpointCoder) throws {
    var entries = Array(self)
    try coder.unordered(&entries, blank: (.blank, .blank)) {
      try $1.key.code(with: &$0)
      try $1.value.code(with: &$0)
    }
    guard coder.isReading else { return }
    self = Dictionary(entries, uniquingKeysWith: { first, _ in first })
    try coder.require(count == entries.count)
  }
}
