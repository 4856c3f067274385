import Findings
import Rulebook

/// A combination of the results of a proof about the limits of a rulebook with the longest waits in
/// small scopes.
package struct Bounding: Sendable {
  private let rules: Core.Rules
  private let budget: Searcher.Budget
  private let progress: @Sendable (String) -> Void

  /// Prepares a report.
  /// - Parameter progress: Called with a description of each search.
  package init(
    _ rules: Core.Rules, _ budget: Searcher.Budget,
    progress: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.rules = rules
    self.budget = budget
    self.progress = progress
  }

  /// Returns the names of the properties on which the numbers of some limits rest.
  package static func names(for bounds: [Bound], in rules: Core.Rules) -> Set<String> {
    Set(
      bounds.flatMap { bound in
        [bound.property] + bound.caps(in: rules).compactMap(\.property)
      }.map { rules.properties[$0].name })
  }

  /// Makes the report.
  /// - Parameters:
  ///   - verification: The verification of the rules, with the verdicts of ``names(for:in:)``.
  ///   - seeksRuns: True to search for runs that attain the proved limits, and for worst cases.
  package func report(
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
      rulebook: verification.rulebook, digest: verification.digest,
      settings: verification.settings, bounds: entries)
  }

  private func entry(
    _ bound: Bound, _ result: Verification.PropertyResult,
    _ results: [String: Verification.PropertyResult], _ seeksRuns: Bool
  ) throws(Searcher.Fault) -> BoundsReport.Entry {
    let caps = bound.caps(in: rules).map { cap in
      let property = cap.property.map { rules.properties[$0].name }
      return BoundsReport.Cap(
        counter: name(cap.counter), most: cap.most, property: property,
        isProved: property.map { results[$0]?.verdict == .proved } ?? true)
    }
    let isProved = result.verdict == .proved
    let number = isProved && caps.allSatisfy(\.isProved) ? bound.number(in: rules) : nil
    var run = result.run
    var longest: [BoundsReport.Longest] = []
    var endless: BoundsReport.Endless?
    if seeksRuns {
      if isProved {
        progress("\(result.name): looking for a run that takes as long")
        let attained =
          number == nil ? bound.neverReached(in: rules) : bound.shortOfItsNumber(in: rules)
        run = try attaining(bound, attained)
      }
      if number == nil {
        progress("\(result.name): looking for the worst in small scopes")
        longest = try searcher.longest(bound.wait).map {
          BoundsReport.Longest(
            scope: $0.scope, length: $0.length, onlySomeOf: $0.sampled.listed)
        }
        progress("\(result.name): looking for a run without end")
        endless = try searcher.endless(bound.wait).map {
          BoundsReport.Endless(
            run: $0.run, before: $0.before, period: $0.period, joining: $0.joining)
        }
      }
    }
    return BoundsReport.Entry(
      name: result.name, requirements: result.requirements, statement: result.statement,
      verdict: result.verdict, since: bound.storedSince.map(name),
      from: bound.beginnings(in: rules).map { rules[$0].name },
      to: bound.endings(in: rules).map { rules[$0].name }, formula: formula(bound), caps: caps,
      uncapped: bound.uncapped(in: rules).map(name), limit: number, run: run, longest: longest,
      endless: endless)
  }

  private var searcher: Searcher { Searcher(rules, budget) }

  private func attaining(_ bound: Bound, _ changed: Core.Rules?) throws(Searcher.Fault) -> Run? {
    guard let changed else { return nil }
    let question = Searcher.Question.violation(property: bound.property)
    let answers = try Searcher(changed, budget).answers(to: [question])
    guard case .found(let found)? = answers[question] else { return nil }
    let run = found.run
    // The property that it breaks was made up to find it.
    return Run(
      start: run.start, steps: run.steps, failure: [], scope: run.scope,
      isShortest: run.isShortest)
  }

  private func name(_ field: Core.ID<Core.Field>) -> String {
    "\(rules[rules[field].owner].name).\(rules[field].name)"
  }

  /// Returns the text of the rulebook behind the stored instant.
  private func formula(_ bound: Bound) -> String? {
    guard case .since = bound.form else { return nil }
    let text = rules.properties[bound.property].text
    guard let sign = text.ranges(of: "now <= ").last else { return text }
    let deadline = text[sign.upperBound...]
    guard let plus = deadline.firstRange(of: " + ") else { return String(deadline) }
    return String(deadline[plus.upperBound...])
  }
}
