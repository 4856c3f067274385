/// How a record writes instants.
enum TimeForm: Hashable, Sendable {
  /// Milliseconds since 1970 began (UTC), or RFC 3339.
  case native
  /// A decimal number since 1970 began (UTC), of a unit of ten to this power of milliseconds.
  case units(power: Int)
  case pattern(TimePattern)

  static let units: [(name: String, power: Int)] = [
    ("seconds", 3), ("milliseconds", 0), ("microseconds", -3), ("nanoseconds", -6),
  ]

  /// The instant that a decimal number of units is; what is finer than a nanosecond is cut off.
  static func instant(
    of text: String, power: Int
  ) throws(Timestamp.Failure) -> PreciseInstant {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else { throw .malformed }
    let whole = parts[0].drop { $0 == UInt8(ascii: "0") }
    guard whole.count <= 40 else { throw .outOfRange }
    // The digits with the point at `point`, counted from their beginning.
    var digits = Array(whole) + (parts.count > 1 ? Array(parts[1].prefix(40)) : [])
    let zero = UInt8(ascii: "0")
    let point = max(0, whole.count + power)
    digits.insert(contentsOf: repeatElement(zero, count: max(0, -(whole.count + power))), at: 0)
    while digits.count < point + 6 { digits.append(zero) }
    guard let milliseconds = number(digits[..<point]), milliseconds <= Timestamp.latest,
      let nanoseconds = number(digits[point..<point + 6])
    else { throw .outOfRange }
    return PreciseInstant(
      milliseconds: milliseconds, nanoseconds: Int32(truncatingIfNeeded: nanoseconds))
  }

  /// nil: it does not fit.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    digits.isEmpty ? 0 : Int64(String(decoding: digits, as: UTF8.self))
  }
}

/// A timestamp of another form than RFC 3339: `DD/MM/YYYY hh:mm:ss,f`.
struct TimePattern: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    case field(Field)
    case literal(String)
  }

  enum Field: String, Hashable, Sendable, CaseIterable {
    case year = "YYYY"
    case month = "MM"
    case day = "DD"
    case hour = "hh"
    case minute = "mm"
    case second = "ss"
    /// Decimals of the second, one or more.
    case fraction = "f"
    /// `Z`, `+01:00` or `+0100`.
    case zone = "Z"
  }

  private let pieces: [Piece]
  /// For patterns without a zone.
  private let offset: String

  /// nil: a field is missing, or occurs twice.
  /// - Parameter offset: The offset from UTC, as in RFC 3339; nil: the timestamp says it itself.
  init?(_ pattern: String, offset: String?) {
    var pieces: [Piece] = []
    var rest = pattern[...]
    while let first = rest.first {
      if let field = Field.allCases.first(where: { rest.hasPrefix($0.rawValue) }) {
        pieces.append(.field(field))
        rest = rest.dropFirst(field.rawValue.count)
      } else {
        pieces.append(.literal(String(first)))
        rest = rest.dropFirst()
      }
    }
    var counts: [Field: Int] = [:]
    for case .field(let field) in pieces { counts[field, default: 0] += 1 }
    let needed = Field.allCases.filter { $0 != .fraction && $0 != .zone }
    guard counts.values.allSatisfy({ $0 == 1 }), needed.allSatisfy({ counts[$0] == 1 }),
      (counts[.zone] == nil) == (offset != nil)
    else { return nil }
    self.pieces = pieces
    self.offset = offset ?? ""
  }

  /// The timestamp as RFC 3339 writes it; whether such a date exists is not looked at.
  func canonical(_ text: String) throws(Timestamp.Failure) -> String {
    var found: [Field: Substring] = [:]
    var rest = text[...]
    for piece in pieces {
      switch piece {
      case .literal(let literal):
        guard rest.hasPrefix(literal) else { throw .malformed }
        rest = rest.dropFirst(literal.count)
      case .field(let field):
        let length = Self.length(of: field, in: rest)
        found[field] = rest.prefix(length)
        rest = rest.dropFirst(length)
      }
    }
    guard rest.isEmpty else { throw .malformed }
    func part(_ field: Field) -> Substring { found[field] ?? "" }
    let fraction = part(.fraction).isEmpty ? "" : "." + part(.fraction)
    return "\(part(.year))-\(part(.month))-\(part(.day))T\(part(.hour)):\(part(.minute))"
      + ":\(part(.second))\(fraction)" + (found[.zone].map(Self.colonized) ?? offset)
  }

  private static func length(of field: Field, in rest: Substring) -> Int {
    switch field {
    case .fraction: return rest.prefix { $0.isASCII && $0.isNumber }.count
    case .zone:
      if rest.first == "Z" { return 1 }
      return rest.dropFirst(3).first == ":" ? 6 : 5
    default: return field.rawValue.count
    }
  }

  /// `+01:00` of `+0100`.
  private static func colonized(_ zone: Substring) -> String {
    zone.count == 5 ? "\(zone.prefix(3)):\(zone.suffix(2))" : String(zone)
  }
}
