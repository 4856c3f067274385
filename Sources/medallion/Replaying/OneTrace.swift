import Basics
import Findings
import Replay
import Rulebook
import Traces

/// Replays several files as one trace: those of a log that was rotated, or split by hour or host.
///
/// Lines are merged by their instants, of one instant by the order of the files; within a file they
/// keep their order. Lines are counted through, in the order of the files.
enum OneTrace {
  /// The number of files that are told one by one.
  private static let mostTold = 100

  static func replay(
    _ paths: [String], _ rulebook: LoadedRulebook, _ options: ReplayOptions,
    reading: TraceReading, progress: ProgressLine
  ) throws(Failure) -> TraceResult {
    defer { progress.clear() }
    var extents: [PartExtent] = []
    for path in paths { extents.append(try PartExtent(path, rulebook, options, reading)) }
    var starts = [0]
    for extent in extents { starts.append(starts[starts.count - 1] + extent.lines) }
    let name = paths.count == 1 ? paths[0] : "\(paths[0]) and \(counted(paths.count - 1, "other"))"
    // The files are not read again.
    var session = ReplaySession(
      name, rulebook, options.lookingBack(behind: 0), reading, isOfItems: true)
    progress.begin("replaying \(name)")

    // By their beginning, the earliest last.
    var waiting = extents.indices.sorted { (extents[$0].begin, $0) > (extents[$1].begin, $1) }
    var open: [(index: Int, part: TracePart, instant: PreciseInstant)] = []
    var tallies: [TraceReader.Tally] = []
    var records = 0
    func earliest() -> Int? {
      open.indices.min { (open[$0].instant, open[$0].index) < (open[$1].instant, open[$1].index) }
    }
    while true {
      var first = earliest()
      while let next = waiting.last, first.map({ extents[next].begin <= open[$0].instant }) ?? true
      {
        waiting.removeLast()
        let part = try TracePart(paths[next], rulebook, reading)
        guard let instant = try part.next() else { continue }
        open.append((next, part, instant))
        first = earliest()
      }
      guard let first else { break }
      let (index, part, _) = open[first]
      guard let item = part.take() else { break }
      records += 1
      session.take([item.placed(behind: starts[index], as: records)])
      try session.check()
      if let instant = try part.next() {
        open[first].instant = instant
      } else {
        tallies.append(part.tally)
        open.remove(at: first)
      }
    }
    var result = try session.finish()
    for tally in tallies { result.add(tally) }
    let parts = zip(extents, starts).map { extent, start in
      LineChain.Part(extent.chain, path: extent.path, start: start)
    }
    result.take(LineChain.joined(parts, mayBeginLater: options.startsUnknown))
    result.notes += notes(extents, starts)
    return result
  }

  private static func notes(_ extents: [PartExtent], _ starts: [Int]) -> [String] {
    let told = zip(extents, starts).filter { $0.0.lines > 0 }.prefix(mostTold).map {
      extent, start in
      "lines \(start + 1) to \(start + extent.lines) are those of '\(extent.path)'"
        + (extent.digest.map { ", SHA-256 \($0)" } ?? "")
    }
    return extents.count > mostTold ? told + ["so it goes on, in the order of the files"] : told
  }
}
