/// A timestamp of another form than RFC 3339: `DD/MM/YYYY hh:mm:ss[,f]`.
struct TimePattern: Hashable, Sendable {
  indirect enum Piece: Hashable, Sendable {
    case field(Field)
    case literal(String)
    /// Pieces that occur all together, or not at all.
    case optional([Piece])
  }

  /// Month, day and hour may have one digit.
  enum Field: String, Hashable, Sendable, CaseIterable {
    case year = "YYYY"
    case month = "MM"
    case day = "DD"
    /// The hour, from 00 to 99: hours beyond 23 belong to a later day.
    case hour = "hh"
    case minute = "mm"
    case second = "ss"
    /// Decimals of the second, one or more.
    case fraction = "f"
    /// `Z`, `+01:00`, `+0100` or `+01`.
    case zone = "Z"
    /// `AM` or `PM`: the hour is of a clock with twelve.
    case half = "a"
  }

  /// The source of the offset from UTC where the timestamp has none.
  enum Place: Hashable, Sendable {
    /// An offset as in RFC 3339.
    case offset(String)
    case zone(ZoneClock)
  }

  private let pieces: [Piece]
  let place: Place?

  /// Parses a pattern; nil: a field is missing, or occurs twice.
  /// - Parameter place: The source of the offset; nil: the timestamp has it itself.
  init?(_ pattern: String, place: Place?) {
    var rest = pattern[...]
    guard let pieces = Self.pieces(&rest, isOptional: false), rest.isEmpty else { return nil }
    var counts: [Field: Int] = [:]
    Self.count(pieces, &counts)
    let needed: [Field] = [.year, .month, .day, .hour, .minute]
    guard counts.values.allSatisfy({ $0 == 1 }), needed.allSatisfy({ pieces.contains(.field($0)) }),
      (counts[.zone] == nil) == (place != nil)
    else { return nil }
    self.pieces = pieces
    self.place = place
  }

  private static func pieces(_ rest: inout Substring, isOptional: Bool) -> [Piece]? {
    var pieces: [Piece] = []
    var isBehindLetter = false
    while let first = rest.first {
      if first == "[" || first == "]" {
        rest.removeFirst()
        if first == "]" { return isOptional ? pieces : nil }
        guard !isOptional, let inner = Self.pieces(&rest, isOptional: true) else { return nil }
        pieces.append(.optional(inner))
        continue
      }
      let field = Field.allCases.first { rest.hasPrefix($0.rawValue) }
      let next = rest.dropFirst().first
      // Part of a word, such as "at".
      let isInWord = field == .half && (isBehindLetter || next?.isLetter == true)
      if let field, !isInWord {
        pieces.append(.field(field))
        rest = rest.dropFirst(field.rawValue.count)
      } else {
        pieces.append(.literal(String(first)))
        rest = rest.dropFirst()
      }
      isBehindLetter = first.isLetter && (field == nil || isInWord)
    }
    return isOptional ? nil : pieces
  }

  private static func count(_ pieces: [Piece], _ counts: inout [Field: Int]) {
    for piece in pieces {
      switch piece {
      case .field(let field): counts[field, default: 0] += 1
      case .literal: break
      case .optional(let inner): count(inner, &counts)
      }
    }
  }

  /// A timestamp as RFC 3339 writes it, and the days by which its hour is beyond that date.
  struct Written {
    let text: String
    let days: Int64
  }

  /// Returns a timestamp in the form of RFC 3339. Does not check that the date exists. A timestamp
  /// without an offset is read as if it were UTC.
  func canonical(_ text: String) throws(Timestamp.Failure) -> Written {
    var found: [Field: Substring] = [:]
    var rest = text[...]
    guard Self.read(pieces, &rest, &found), rest.isEmpty else { throw .malformed }
    func part(_ field: Field) -> Substring { found[field] ?? "" }
    func padded(_ field: Field) -> Substring {
      part(field).count == 1 ? "0" + part(field) : part(field)
    }
    guard var hour = Int64(part(.hour)), hour >= 0 else { throw .malformed }
    if let half = found[.half] {
      guard (1...12).contains(hour) else { throw .impossible }
      hour = hour % 12 + (half.lowercased() == "pm" ? 12 : 0)
    }
    let days = hour / 24
    hour %= 24
    let fraction = part(.fraction).isEmpty ? "" : "." + part(.fraction)
    let offset: String
    switch place {
    case nil: offset = Self.colonized(part(.zone))
    case .offset(let text): offset = text
    case .zone: offset = "Z"
    }
    let second = found[.second] ?? "00"
    return Written(
      text: "\(part(.year))-\(padded(.month))-\(padded(.day))T\(hour < 10 ? "0" : "")\(hour)"
        + ":\(part(.minute)):\(second)\(fraction)\(offset)", days: days)
  }

  private static func read(
    _ pieces: [Piece], _ rest: inout Substring, _ found: inout [Field: Substring]
  ) -> Bool {
    for piece in pieces {
      switch piece {
      case .literal(let literal):
        guard rest.hasPrefix(literal) else { return false }
        rest = rest.dropFirst(literal.count)
      case .optional(let inner):
        var (tried, known) = (rest, found)
        if read(inner, &tried, &known) { (rest, found) = (tried, known) }
      case .field(let field):
        let length = length(of: field, in: rest)
        let text = rest.prefix(length)
        guard !text.isEmpty else { return false }
        if field == .half, !["am", "pm"].contains(text.lowercased()) { return false }
        found[field] = text
        rest = rest.dropFirst(length)
      }
    }
    return true
  }

  private static func length(of field: Field, in rest: Substring) -> Int {
    switch field {
    case .fraction: return rest.prefix { $0.isASCII && $0.isNumber }.count
    case .zone:
      if rest.first == "Z" { return 1 }
      let digits = rest.dropFirst(3)
      if digits.first == ":" { return 6 }
      return digits.first?.isNumber == true ? 5 : 3
    case .month, .day, .hour: return rest.prefix(2).prefix { $0.isASCII && $0.isNumber }.count
    case .half: return 2
    case .year, .minute, .second: return field.rawValue.count
    }
  }

  /// `+01:00` of `+0100` and `+01`.
  private static func colonized(_ zone: Substring) -> String {
    switch zone.count {
    case 5: "\(zone.prefix(3)):\(zone.suffix(2))"
    case 3: "\(zone):00"
    default: String(zone)
    }
  }
}
