import Basics
import Findings
import Rulebook

/// `answerWindow=30s..5min/30s`: a parameter and the values that it takes in turn.
struct Sweep {
  let parameter: String
  /// Ascending, at least one: milliseconds, or plain numbers.
  let values: [Int64]
  let isDuration: Bool

  /// The largest number of values: each one takes a proof.
  private static let mostValues: Int64 = 100

  /// - Parameters:
  ///   - rules: The rules that declare the parameter, and so its kind of value.
  ///   - given: The parameters whose values are given already.
  init(
    parsing text: String, _ rules: Core.Rules, besides given: [Compilation.Setting]
  ) throws(Failure) {
    func wrong(_ why: String) -> Failure { Failure(.wrongInput, "--sweep \(text): \(why)") }
    let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
    let parts = sides.count == 2 ? Self.parts(of: sides[1]) : nil
    guard let parts else {
      throw wrong("expected NAME=FROM..TO/STEP, as in answerWindow=30s..5min/30s")
    }
    parameter = sides[0]
    guard let declared = rules.parameters.first(where: { $0.name == sides[0] }) else {
      let known = rules.parameters.map(\.name)
      let hint = suggestion(for: sides[0], among: known)
      throw Failure(.wrongInput, "--sweep: unknown parameter '\(sides[0])'\(hint)")
    }
    guard !given.contains(where: { $0.name == sides[0] }) else {
      throw wrong("--set gives '\(sides[0])' one value")
    }
    switch declared.value {
    case .number(_, .duration): isDuration = true
    case .number(_, .int): isDuration = false
    default: throw wrong("'\(sides[0])' is neither a duration nor a whole number")
    }
    var numbers: [Int64] = []
    for part in parts {
      if isDuration {
        numbers.append(try Durations.parse(part, option: "--sweep", in: text))
      } else {
        guard let number = Int64(part), number >= 0 else {
          throw wrong("'\(part)' is no whole number, and '\(sides[0])' is one")
        }
        numbers.append(number)
      }
    }
    let (from, to, step) = (numbers[0], numbers[1], numbers[2])
    guard step > 0 else { throw wrong("the step must be greater than nothing") }
    guard from <= to else { throw wrong("there is nothing from \(parts[0]) up to \(parts[1])") }
    let steps = (to - from) / step
    guard steps < Self.mostValues else {
      throw wrong("\(steps.addingOne) values; at most \(Self.mostValues) are told, each is a proof")
    }
    values = (0...steps).map { from + $0 * step }
  }

  /// FROM, TO and STEP.
  private static func parts(of text: String) -> [String]? {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard halves.count == 2, let dots = halves[0].firstRange(of: "..") else { return nil }
    let parts = [
      String(halves[0][..<dots.lowerBound]), String(halves[0][dots.upperBound...]), halves[1],
    ]
    return parts.contains("") ? nil : parts
  }

  /// The value as a rulebook writes it.
  func setting(_ value: Int64) -> Compilation.Setting {
    Compilation.Setting(name: parameter, value: isDuration ? "\(value)ms" : "\(value)")
  }
}

extension Int64 {
  fileprivate var addingOne: UInt64 { UInt64(self) + 1 }
}
