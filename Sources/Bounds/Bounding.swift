public import Findings
public import Rulebook
public import Search

/// Puts together what a proof says of the limits of a rulebook with runs that attain them.
public struct Bounding: Sendable {
  private let rules: Core.Rules
  private let budget: Searcher.Budget

  /// How many of a counter without cap runs are sought to outgrow: 0, 1, 2.
  private static let growth: ClosedRange<Int64> = 0...2

  public init(_ rules: Core.Rules, _ budget: Searcher.Budget) {
    self.rules = rules
    self.budget = budget
  }

  /// The names of the properties on which the numbers of some limits rest.
  public static func names(for bounds: [Bound], in rules: Core.Rules) -> Set<String> {
    Set(bounds.flatMap { bound in
      [bound.property] + bound.caps(in: rules).map(\.property)
    }.map { rules.properties[$0].name })
  }

  /// - Parameters:
  ///   - verification: of the rules; has the verdicts of ``names(for:in:)``.
  ///   - seeksRuns: whether runs that attain what is proved are sought.
  public func report(
    _ bounds: [Bound], _ verification: Verification, seeksRuns: Bool = true
  ) throws(Searcher.Fault) -> BoundsReport {
    let results = Dictionary(
      verification.properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var entries: [BoundsReport.Entry] = []
    for bound in bounds {
      guard let result = results[rules.properties[bound.property].name] else { continue }
      entries.append(try entry(bound, result, results, seeksRuns))
    }
    return BoundsReport(
      rulebook: verification.rulebook, digest: verification.digest, bounds: entries)
  }

  private func entry(
    _ bound: Bound, _ result: Verification.PropertyResult,
    _ results: [String: Verification.PropertyResult], _ seeksRuns: Bool
  ) throws(Searcher.Fault) -> BoundsReport.Entry {
    let caps = bound.caps(in: rules).map { cap in
      let property = rules.properties[cap.property].name
      return BoundsReport.Cap(
        counter: name(cap.counter), most: cap.most, property: property,
        isProved: results[property]?.verdict == .proved)
    }
    let uncapped = bound.uncapped(in: rules)
    let isProved = result.verdict == .proved
    var run = result.run
    var outgrown: [BoundsReport.Outgrown] = []
    if isProved, seeksRuns {
      run = try breaking(bound, bound.shortOfItsNumber(in: rules))
      for count in Self.growth where !uncapped.isEmpty {
        let fewer = bound.fixing(uncapped, to: count, in: rules)
        guard let longer = try breaking(bound, fewer) else { break }
        outgrown.append(BoundsReport.Outgrown(count: count, run: longer))
      }
    }
    let holds = isProved && caps.allSatisfy(\.isProved)
    return BoundsReport.Entry(
      name: result.name, requirements: result.requirements, statement: result.statement,
      verdict: result.verdict, formula: formula(bound), caps: caps, uncapped: uncapped.map(name),
      limit: holds ? bound.number(in: rules) : nil, run: run, outgrown: outgrown)
  }

  private func breaking(_ bound: Bound, _ changed: Core.Rules?) throws(Searcher.Fault) -> Run? {
    guard let changed else { return nil }
    let question = Searcher.Question.violation(property: bound.property)
    let answers = try Searcher(changed, budget).answers(to: [question])
    guard case .found(let run)? = answers[question] else { return nil }
    return run
  }

  private func name(_ field: Core.ID<Core.Field>) -> String {
    "\(rules[rules[field].owner].name).\(rules[field].name)"
  }

  /// What the rulebook says behind the instant, in its own words.
  private func formula(_ bound: Bound) -> String? {
    guard case .since = bound.form else { return nil }
    let text = rules.properties[bound.property].text
    guard let sign = text.lastRange(of: "now <= ") else { return text }
    let deadline = text[sign.upperBound...]
    guard let plus = deadline.firstRange(of: " + ") else { return String(deadline) }
    return String(deadline[plus.upperBound...])
  }
}

extension String {
  fileprivate func lastRange(of text: String) -> Range<String.Index>? {
    ranges(of: text).last
  }
}
