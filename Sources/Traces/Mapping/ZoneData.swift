/// One file of zone data: TZif of version 2 or later (RFC 9636), its rule for the time after the
/// last transition written out to the year 2100.
struct ZoneData {
  private(set) var transitions: [Int64] = []
  /// One more than transitions.
  private(set) var offsets: [Int64] = []

  init?(_ bytes: [UInt8]) {
    guard let first = Header(bytes, at: 0), first.version >= UInt8(ascii: "2"),
      let header = Header(bytes, at: 44 + first.length(instant: 4))
    else { return nil }
    let start = header.end
    let types = start + 8 * header.transitions
    let infos = types + header.transitions
    let end = start + header.length(instant: 8)
    guard end <= bytes.count, header.types > 0 else { return nil }
    func offset(_ type: Int) -> Int64 {
      Int64(Int32(truncatingIfNeeded: Self.number(bytes, at: infos + 6 * type, count: 4)))
    }
    offsets = [offset(0)]
    for index in 0..<header.transitions {
      let type = Int(bytes[types + index])
      let instant = Int64(bitPattern: Self.number(bytes, at: start + 8 * index, count: 8))
      guard type < header.types, transitions.last.map({ $0 < instant }) ?? true else { return nil }
      transitions.append(instant)
      offsets.append(offset(type))
    }
    // The rule stands between two line ends.
    let newline = UInt8(ascii: "\n")
    guard end < bytes.count, bytes[end] == newline,
      let last = bytes[(end + 1)...].firstIndex(of: newline)
    else { return nil }
    let footer = bytes[(end + 1)..<last]
    if let rule = ZoneRule(String(decoding: footer, as: UTF8.self)) { append(rule) }
    guard offsets.allSatisfy({ abs($0) <= 26 * 3600 }) else { return nil }
  }

  private mutating func append(_ rule: ZoneRule) {
    let last = transitions.last ?? .min
    for year in Int64(1970)...2100 {
      for (instant, offset) in rule.transitions(in: year) where instant > last {
        transitions.append(instant)
        offsets.append(offset)
      }
    }
  }

  fileprivate static func number(_ bytes: [UInt8], at start: Int, count: Int) -> UInt64 {
    bytes[start..<start + count].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private struct Header {
    let version: UInt8
    let end: Int
    let transitions: Int
    let types: Int
    private let others: Int
    private let leaps: Int

    init?(_ bytes: [UInt8], at start: Int) {
      guard start + 44 <= bytes.count, bytes[start...].starts(with: "TZif".utf8) else { return nil }
      let counts = (0..<6).map {
        Int(ZoneData.number(bytes, at: start + 20 + 4 * $0, count: 4))
      }
      guard counts.allSatisfy({ $0 <= bytes.count }) else { return nil }
      version = bytes[start + 4]
      end = start + 44
      others = counts[0] + counts[1] + counts[5]
      leaps = counts[2]
      transitions = counts[3]
      types = counts[4]
    }

    /// Returns the length of the block in bytes, if instants take `instant` bytes each.
    func length(instant: Int) -> Int {
      transitions * (instant + 1) + 6 * types + others + leaps * (instant + 4)
    }
  }
}

/// The rule of a zone in the form of POSIX's `TZ`: `EST5EDT,M3.2.0,M11.1.0`; of days only the form
/// with months, which all zones with summer time have.
struct ZoneRule {
  private struct Change {
    let month: Int64
    let week: Int64
    let weekday: Int64
    /// Seconds after midnight, by the clock before the change.
    let time: Int64
  }

  private let standard: Int64
  private let summer: Int64
  private let begin: Change
  private let end: Change

  /// Parses a rule; nil: it has no summer time, or another form.
  init?(_ text: String) {
    let parts = text.split(separator: ",")
    guard parts.count == 3 else { return nil }
    var rest = parts[0][...]
    guard Self.skipName(&rest), let standard = Self.seconds(&rest), Self.skipName(&rest) else {
      return nil
    }
    self.standard = -standard
    summer = Self.seconds(&rest).map { -$0 } ?? self.standard + 3600
    guard rest.isEmpty, let begin = Self.change(parts[1]), let end = Self.change(parts[2]) else {
      return nil
    }
    self.begin = begin
    self.end = end
  }

  /// The two changes of a year in their order, with the offset that begins.
  func transitions(in year: Int64) -> [(instant: Int64, offset: Int64)] {
    [
      (Self.instant(of: begin, year) - standard, summer),
      (Self.instant(of: end, year) - summer, standard),
    ].sorted { $0.0 < $1.0 }
  }

  private static func instant(of change: Change, _ year: Int64) -> Int64 {
    let first = Timestamp.daysSince1970(year, change.month, 1)
    // 1970-01-01 was a Thursday, day 4 from Sunday.
    let weekday = (first + 4) % 7
    var day = first + (change.weekday - weekday + 7) % 7 + 7 * (change.week - 1)
    // The fifth is the last.
    while day >= first + Timestamp.days(inMonth: change.month, of: year) { day -= 7 }
    return day * 86_400 + change.time
  }

  private static func skipName(_ rest: inout Substring) -> Bool {
    if rest.first == "<" {
      guard let end = rest.firstIndex(of: ">") else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let name = rest.prefix(while: \.isLetter)
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  /// `5`, `-3:30`, `02:00:00`
  private static func seconds(_ rest: inout Substring) -> Int64? {
    let sign: Int64 = rest.first == "-" ? -1 : 1
    if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
    let text = rest.prefix { $0.isNumber || $0 == ":" }
    let parts = text.split(separator: ":").map { Int64($0) }
    guard (1...3).contains(parts.count), parts.allSatisfy({ ($0 ?? 1_000) < 200 }) else {
      return nil
    }
    rest = rest.dropFirst(text.count)
    return sign * zip(parts, [Int64(3600), 60, 1]).reduce(0) { $0 + ($1.0 ?? 0) * $1.1 }
  }

  private static func change(_ text: Substring) -> Change? {
    let parts = text.split(separator: "/", maxSplits: 1)
    guard let day = parts.first, day.first == "M" else { return nil }
    let numbers = day.dropFirst().split(separator: ".").compactMap { Int64($0) }
    guard numbers.count == 3, (1...12).contains(numbers[0]), (1...5).contains(numbers[1]),
      (0...6).contains(numbers[2])
    else { return nil }
    var time = parts.count > 1 ? parts[1] : "2"
    guard let seconds = Self.seconds(&time), time.isEmpty else { return nil }
    return Change(month: numbers[0], week: numbers[1], weekday: numbers[2], time: seconds)
  }
}
