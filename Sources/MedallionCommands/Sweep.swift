internal import Findings

/// `answerWindow=30s..5min/30s`: a parameter and the values that it takes in turn.
struct Sweep {
  let parameter: String
  /// Milliseconds, ascending; at least one.
  let values: [Int64]

  /// Each value is a proof.
  private static let mostValues: Int64 = 100

  init(parsing text: String) throws(Failure) {
    let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
    let parts = sides.count == 2 ? sides[1].split(separator: "/").map(String.init) : []
    let ends = parts.first?.split(separator: "..").map(String.init) ?? []
    guard parts.count == 2, ends.count == 2 else {
      throw Failure(
        .wrongInput, "--sweep \(text): expected NAME=FROM..TO/STEP, as in answerWindow=30s..5min/30s")
    }
    let from = try Durations.parse(ends[0], option: "--sweep")
    let to = try Durations.parse(ends[1], option: "--sweep")
    let step = try Durations.parse(parts[1], option: "--sweep")
    guard step > 0, from <= to, (to - from) / step < Self.mostValues else {
      throw Failure(.wrongInput, "--sweep \(text): between 1 and \(Self.mostValues) values, ascending")
    }
    parameter = sides[0]
    values = Array(stride(from: from, through: to, by: Int64.Stride(step)))
  }
}
