import Findings

/// Limits over the values of one parameter; the JSON document `medallion.bounds-sweep/1`.
package struct BoundsSweep: Codable, Sendable {
  /// A value of the parameter, with the limits that follow.
  package struct Point: Codable, Sendable {
    /// The value of the parameter: milliseconds, or a plain number.
    package let value: Int64
    /// The limits in the order of the names.
    package let limits: [Limit]

    /// Makes a point.
    /// - Parameter report: The report with this value of the parameter.
    package init(value: Int64, _ report: BoundsReport) {
      self.value = value
      limits = report.bounds.map { Limit(verdict: $0.verdict, limit: $0.limit) }
    }
  }

  /// A limit at one value of the parameter.
  package struct Limit: Codable, Sendable {
    /// The verdict of the property that states the limit.
    package let verdict: Verdict
    /// The limit in milliseconds; nil if it is not proved, or no number follows.
    package let limit: Int64?
  }

  /// The name and version of the format, which each document bears.
  package let schema: String
  /// The name that the rulebook gives itself; empty if there are no reports.
  package let rulebook: String
  /// The name of the parameter that takes the values.
  package let parameter: String
  /// True if the parameter is a length of time.
  package let isDuration: Bool
  /// The properties that state the limits, in the order of the rulebook.
  package let names: [String]
  /// The points in the order in which the values were tried.
  package let points: [Point]
  /// The outcome of all points together.
  package let outcome: Int32

  /// Makes a sweep.
  /// - Parameter reports: One for each value, all of the same rulebook.
  package init(
    parameter: String, isDuration: Bool, _ reports: [(value: Int64, report: BoundsReport)]
  ) {
    schema = "medallion.bounds-sweep/1"
    rulebook = reports.first?.report.rulebook ?? ""
    self.parameter = parameter
    self.isDuration = isDuration
    names = reports.first?.report.bounds.map(\.name) ?? []
    points = reports.map { Point(value: $0.value, $0.report) }
    outcome = (reports.map(\.report.outcome).max() ?? .success).rawValue
  }
}
