import Basics
import Findings
import Traces

/// The numbers (`seq`) and digests (`prev`) of the lines of one file, or of consecutive files,
/// compared with the expected ones as the bytes come.
///
/// If the first line has neither, the others are not examined.
package struct LineChain: Sendable {
  /// The beginning of a chain in a file.
  struct Opening: Sendable {
    var line: Int
    var sequence: Int64
    /// The digest of the line before, in lower case.
    var previous: [UInt8]?
    var instant: Int64?
  }

  var splitter = LineSplitter()
  var answer = Completeness()
  /// The beginning of the chain; nil: no line was read.
  var opening: Opening?
  /// The last line that was read; nil: there is none that could be.
  var latest: [UInt8]?
  var latestLine = 0
  /// True if lines have carried digests.
  var hasDigests = false
  /// True if the next line is the first of another file.
  var isAtFileStart = false
  /// True if the lines before the first one are someone else's.
  private let mayBeginLater: Bool
  /// True if there is nothing to find out any more.
  package private(set) var isOff = false

  /// - Parameter mayBeginLater: True if the first line may have any number.
  package init(mayBeginLater: Bool = false) { self.mayBeginLater = mayBeginLater }

  /// Creates the chain of lines that are not examined.
  package init(notShown reason: String) {
    self.init()
    stop(reason)
  }

  mutating func stop(_ reason: String) {
    answer = Completeness(notShown: reason)
    (isOff, latest) = (true, nil)
  }

  /// Takes the next bytes, unpacked. O(bytes); at once where there is nothing to find out.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) {
    if isOff { return }
    var splitter = LineSplitter()
    // Two copies would be two of the unfinished line.
    swap(&splitter, &self.splitter)
    splitter.feed(bytes) { take($0) }
    self.splitter = splitter
  }

  /// Starts another file: its lines continue the chain, or begin a new one.
  package mutating func beginFile() { isAtFileStart = opening != nil }

  /// The answer for everything that was fed; a last line that is cut off does not count.
  package mutating func finish() -> Completeness {
    if isOff { return answer }
    var splitter = splitter
    splitter.finish { line in
      if let bytes = line.bytes, (try? JSONParser.parse(bytes)) != nil { take(line) }
    }
    self.splitter = splitter
    if isOff { return answer }
    var answer = answer
    if opening == nil {
      answer.reason = "the trace has no line"
    } else {
      answer.status = answer.breaks.isEmpty ? .complete : .broken
      answer.isChained = hasDigests
      answer.head = latest.map(Digest.sha256)
    }
    return answer
  }

  private mutating func take(_ line: LineSplitter.Line) {
    if isOff { return }
    if let bytes = line.bytes, bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
      return
    }
    let members = line.bytes.map { ChainMembers($0) } ?? ChainMembers([])
    if opening == nil {
      begin(line, members)
    } else {
      goOn(line, members)
    }
    if isOff { return }
    latest = line.bytes.map { Array($0) }
    latestLine = line.place.line
  }

  private mutating func begin(_ line: LineSplitter.Line, _ members: ChainMembers) {
    let place = line.place.line
    guard case .number(let sequence) = members.sequence, let bytes = line.bytes else {
      return stop(
        members.isEmpty
          ? "line \(place) has neither `seq` nor `prev`" : "line \(place) has no number (`seq`)")
    }
    let instant = Self.instant(of: bytes)
    opening = Opening(
      line: place, sequence: sequence, previous: members.previous.map { Self.text(bytes, $0) },
      instant: instant)
    hasDigests = members.hasPrevious
    (answer.first, answer.last, answer.chains) = (sequence, sequence, 1)
    if sequence != 1, !mayBeginLater {
      add(.number(sequence, not: 1, at: place), after: nil, before: instant)
    }
  }

  private mutating func goOn(_ line: LineSplitter.Line, _ members: ChainMembers) {
    let place = line.place.line
    let expected = (answer.last ?? 0) &+ 1
    guard case .number(let sequence) = members.sequence else {
      let found = line.bytes == nil ? "more bytes than a line may have" : "no number (`seq`)"
      answer.last = expected
      return add(
        Completeness.Break(.lacking, line: place, expected: "\(expected)", found: found), line)
    }
    defer { isAtFileStart = false }
    if isAtFileStart, sequence == 1 {
      (answer.first, answer.last) = (nil, 1)
      answer.chains += 1
      return
    }
    answer.last = sequence
    guard sequence == expected else {
      return add(.number(sequence, not: expected, at: place), line)
    }
    check(members, of: line)
  }

  private mutating func check(_ members: ChainMembers, of line: LineSplitter.Line) {
    guard let bytes = line.bytes, let latest else { return }
    // The second line tells whether there are digests: the first may do without.
    if !members.hasPrevious, !hasDigests { return }
    let isSecond = latestLine == opening?.line
    if !hasDigests, isSecond { hasDigests = true }
    var digest = Digest()
    latest.withUnsafeBytes { digest.update($0) }
    let found = digest.hexadecimal
    guard let range = members.previous else {
      if hasDigests {
        add(
          Completeness.Break(
            .lacking, line: line.place.line, expected: String(decoding: found, as: UTF8.self),
            found: "no digest of the line before (`prev`)"), line)
      }
      return
    }
    guard !Self.isSame(bytes, range, found) else { return }
    add(
      Completeness.Break(
        .altered, line: latestLine,
        expected: String(decoding: Self.text(bytes, range), as: UTF8.self),
        found: String(decoding: found, as: UTF8.self)), line)
  }

  private mutating func add(_ one: Completeness.Break, _ line: LineSplitter.Line) {
    add(
      one, after: latest.flatMap { Self.instant(of: $0[...]) },
      before: line.bytes.flatMap(Self.instant))
  }

  private mutating func add(_ one: Completeness.Break, after: Int64?, before: Int64?) {
    var one = one
    (one.after, one.before) = (after, before)
    answer.add(one)
  }

  private static func isSame(
    _ line: ArraySlice<UInt8>, _ range: Range<Int>, _ digest: [UInt8]
  ) -> Bool {
    for (index, byte) in digest.enumerated() {
      // Digits have that bit as well.
      guard line[line.startIndex + range.lowerBound + index] | 0x20 == byte else { return false }
    }
    return true
  }

  /// A text of a line, in lower case.
  private static func text(_ line: ArraySlice<UInt8>, _ range: Range<Int>) -> [UInt8] {
    line.dropFirst(range.lowerBound).prefix(range.count).map {
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0
    }
  }

  /// The instant of a line in milliseconds; nil: it has none that can be read.
  private static func instant(of line: ArraySlice<UInt8>) -> Int64? {
    guard case .object(let members)? = (try? JSONParser.parse(line))?.content,
      let at = members.first(where: { $0.key == "at" })
    else { return nil }
    switch at.value.content {
    case .integer(let number): return (0...Timestamp.latest).contains(number) ? number : nil
    case .string(let text): return try? Timestamp.milliseconds(of: text)
    default: return nil
    }
  }
}

extension Completeness.Break {
  /// A number that is not the expected one.
  static func number(_ found: Int64, not expected: Int64, at line: Int) -> Completeness.Break {
    var one = Completeness.Break(
      found > expected ? .gap : .repetition, line: line, expected: "\(expected)", found: "\(found)")
    if found > expected { one.missing = found &- expected }
    return one
  }
}
