import Basics

/// The form in which texts write instants, as a mapping says it, found by looking at them.
struct InstantForm {
  /// The words behind the path in a mapping; empty: milliseconds since 1970, or RFC 3339.
  let statement: String
  private(set) var form: TimeForm
  /// A sentence about what the texts alone cannot decide, for the user to check; nil: there is no
  /// doubt.
  var doubt: String?
  /// True if the texts are plainly instants: small numbers may be anything.
  var isSure = true

  /// - Parameter texts: Of these, nineteen in twenty must be of the form.
  init?(_ texts: [String]) {
    if texts.isEmpty { return nil }
    guard let found = Self.numbers(texts) ?? Self.standard(texts) ?? Self.written(texts),
      found.readsMost(of: texts)
    else { return nil }
    self = found
  }

  private init(_ statement: String, _ form: TimeForm) {
    (self.statement, self.form) = (statement, form)
  }

  private func readsMost(of texts: [String]) -> Bool {
    20 * texts.count { (try? form.instant(of: $0, after: 0)) != nil } >= 19 * texts.count
  }

  /// The share of texts, in percent, that are not before the one that precedes them.
  func ascent(of texts: [String]) -> Int {
    let instants = texts.compactMap { try? form.instant(of: $0, after: 0) }
    guard instants.count > 1 else { return 100 }
    return 100 * zip(instants, instants.dropFirst()).count { $0 <= $1 } / (instants.count - 1)
  }

  // MARK: - Numbers

  /// Returns the form of numbers, told by their size: seconds of 1973 to 5138 are less than
  /// milliseconds of 1973.
  private static func numbers(_ texts: [String]) -> InstantForm? {
    let numbers = texts.compactMap { text in
      text.utf8.allSatisfy({ $0.isDigit || ".eE+".utf8.contains($0) }) ? Double(text) : nil
    }
    guard numbers.count == texts.count, let least = numbers.min(), let most = numbers.max() else {
      return nil
    }
    let units: [(below: Double, word: String, power: Int)] = [
      (1e11, "seconds", 3), (1e14, "milliseconds", 0), (1e17, "microseconds", -3),
      (1e20, "nanoseconds", -6),
    ]
    if least < 1e8 {
      var form = InstantForm("", .native)
      form.isSure = false
      return most < 1e14 ? form : nil
    }
    guard let unit = units.first(where: { most < $0.below }),
      least >= unit.below / 1000 || unit.power == 3
    else { return nil }
    return InstantForm(unit.power == 0 ? "" : "in \(unit.word)", .units(power: unit.power))
  }

  // MARK: - Texts

  private static func standard(_ texts: [String]) -> InstantForm? {
    let form = InstantForm("", .native)
    return texts.contains { $0.contains(":") } && form.readsMost(of: texts) ? form : nil
  }

  private static func written(_ texts: [String]) -> InstantForm? {
    let shapes = texts.compactMap(InstantShape.init)
    guard 20 * shapes.count >= 19 * texts.count, let first = shapes.first else { return nil }
    let alike = shapes.filter { $0.isLike(first) }
    guard 20 * alike.count >= 19 * texts.count else { return nil }
    let (pattern, doubt) = InstantShape.pattern(of: alike)
    let place: TimePattern.Place? = first.hasOffset ? nil : .offset("Z")
    guard let read = TimePattern(pattern, place: place) else { return nil }
    var form = InstantForm(
      "written \(MappingLine.quoted(pattern))" + (place == nil ? "" : " offset \"Z\""),
      .pattern(read))
    let isZoneOpen = !first.hasOffset && !first.isUniversal
    let doubts = [
      isZoneOpen
        ? "the records do not say the offset from UTC: for a place, write zone \"Europe/Berlin\""
        : nil, doubt,
    ].compactMap(\.self)
    form.doubt = doubts.isEmpty ? nil : doubts.joined(separator: "; ")
    return form
  }
}

/// The form of a date and a time of day in one text.
struct InstantShape {
  private let isYearFirst: Bool
  private let dateSign: Character?
  /// Month and day, or day and month.
  private let numbers: (Int, Int)
  private let joint: String
  private let hasSeconds: Bool
  private let fractionSign: Character?
  private let half: String
  private let offset: String

  var hasOffset: Bool { offset.hasSuffix("Z") }
  /// True if it says that it is UTC by a word.
  var isUniversal: Bool { offset.hasSuffix("UTC") || offset.hasSuffix("GMT") }

  private static let longest = 48

  init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    var rest = text[...]
    let first = Self.digits(&rest)
    if first.count == 8 {
      guard let month = Int(first.dropFirst(4).prefix(2)), let day = Int(first.suffix(2)) else {
        return nil
      }
      (isYearFirst, dateSign, numbers) = (true, nil, (month, day))
    } else {
      guard let sign = rest.popFirst(), "-/.".contains(sign) else { return nil }
      let second = Self.digits(&rest)
      guard rest.popFirst() == sign else { return nil }
      let third = Self.digits(&rest)
      isYearFirst = first.count == 4
      guard isYearFirst || third.count == 4,
        let a = Int(isYearFirst ? second : first), let b = Int(isYearFirst ? third : second),
        (1...31).contains(a), (1...31).contains(b)
      else { return nil }
      (dateSign, numbers) = (sign, (a, b))
    }
    let gap = rest.prefix { !$0.isNumber }
    guard (1...3).contains(gap.count), gap.allSatisfy({ "T ,_-".contains($0) }) else { return nil }
    joint = String(gap)
    rest = rest.dropFirst(gap.count)
    guard (1...2).contains(Self.digits(&rest).count), rest.popFirst() == ":",
      Self.digits(&rest).count == 2
    else { return nil }
    hasSeconds = rest.first == ":"
    if hasSeconds {
      rest.removeFirst()
      guard Self.digits(&rest).count == 2 else { return nil }
    }
    if let sign = rest.first, ".,".contains(sign), rest.dropFirst().first?.isNumber == true {
      rest.removeFirst()
      _ = Self.digits(&rest)
      fractionSign = sign
    } else {
      fractionSign = nil
    }
    let space = rest.first == " " ? " " : ""
    let ending = rest.dropFirst(space.count)
    if ["am", "pm"].contains(ending.prefix(2).lowercased()) {
      half = space + "a"
      rest = ending.dropFirst(2)
    } else {
      half = ""
    }
    guard let offset = Self.offset(rest) else { return nil }
    self.offset = offset
  }

  private static func digits(_ rest: inout Substring) -> Substring {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    return digits
  }

  /// Returns the offset from UTC as a pattern has it; nil: something else follows.
  private static func offset(_ rest: Substring) -> String? {
    let space = rest.first == " " ? " " : ""
    let text = rest.dropFirst(space.count)
    switch text {
    case "": return space.isEmpty ? "" : nil
    case "UTC", "GMT": return space + text
    case "Z": return space + "Z"
    default:
      let digits = text.dropFirst().filter(\.isNumber).count
      guard let sign = text.first, "+-".contains(sign), digits == 2 || digits == 4,
        text.dropFirst().allSatisfy({ $0.isNumber || $0 == ":" })
      else { return nil }
      return space + "Z"
    }
  }

  /// True if one pattern reads both.
  func isLike(_ other: InstantShape) -> Bool {
    isYearFirst == other.isYearFirst && dateSign == other.dateSign && joint == other.joint
      && half == other.half && offset == other.offset
      && (fractionSign == nil || other.fractionSign == nil || fractionSign == other.fractionSign)
  }

  /// Returns the pattern of shapes that are alike, and its open point, if any.
  static func pattern(of shapes: [InstantShape]) -> (pattern: String, doubt: String?) {
    guard let shape = shapes.first else { return ("", nil) }
    let sign = shape.dateSign.map(String.init) ?? ""
    var doubt: String?
    let date: String
    if shape.isYearFirst {
      date = "YYYY\(sign)MM\(sign)DD"
    } else {
      let isDayFirst = shapes.contains { $0.numbers.0 > 12 }
      let isMonthFirst = shapes.contains { $0.numbers.1 > 12 }
      if !isDayFirst, !isMonthFirst {
        doubt = "day and month may be the other way round"
      }
      let takesDay = isDayFirst || !isMonthFirst && sign != "/"
      date = takesDay ? "DD\(sign)MM\(sign)YYYY" : "MM\(sign)DD\(sign)YYYY"
    }
    let seconds = shapes.count(where: \.hasSeconds)
    let fractions = shapes.count { $0.fractionSign != nil }
    let fraction = shapes.lazy.compactMap(\.fractionSign).first.map { "\($0)f" } ?? ""
    var ending = seconds == 0 ? "" : ":ss"
    if seconds < shapes.count, seconds > 0 {
      ending = "[:ss]" + (fraction.isEmpty ? "" : "[\(fraction)]")
    } else if !fraction.isEmpty {
      ending += fractions < shapes.count ? "[\(fraction)]" : fraction
    }
    return ("\(date)\(shape.joint)hh:mm\(ending)\(shape.half)\(shape.offset)", doubt)
  }
}
