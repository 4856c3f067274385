import Basics

/// The source of security numbers: randomness is injected.
package struct NumberSource: Sendable {
  private enum Form: Sendable {
    case system
    case seeded(SplitMix64)
  }

  private var form: Form
  /// Numbers that were given before and are to be given again, latest first.
  private var recorded: [SecurityNumber] = []

  /// Unpredictable numbers, from the operating system.
  package static var system: NumberSource { NumberSource(form: .system) }

  /// Returns a source that gives the same numbers for the same seed: for simulations and tests.
  package static func seeded(_ seed: UInt64) -> NumberSource {
    NumberSource(form: .seeded(SplitMix64(seed: seed)))
  }

  private init(form: Form) { self.form = form }

  /// Gives the numbers of a journal first, in their order.
  mutating func replay(_ numbers: [SecurityNumber]) { recorded = numbers.reversed() }

  /// Returns the next number. A seeded source also advances when a recorded number is given, so
  /// that it continues where it stood.
  mutating func next() -> SecurityNumber {
    let fresh: SecurityNumber
    switch form {
    case .system:
      if let number = recorded.popLast() { return number }
      return SecurityNumber.random(in: 0...9_999)
    case .seeded(var generator):
      fresh = SecurityNumber(generator.below(10_000))
      form = .seeded(generator)
    }
    return recorded.popLast() ?? fresh
  }
}

extension NumberSource {
  /// The state of a seeded source; nil: it is not seeded.
  var seededState: UInt64? {
    if case .seeded(let generator) = form { generator.state } else { nil }
  }

  /// Makes a seeded source go on from where it stood.
  mutating func goOn(from state: UInt64) {
    if case .seeded = form { form = .seeded(SplitMix64(seed: state)) }
  }
}
