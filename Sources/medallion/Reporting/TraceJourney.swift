import Findings
import Replay
import Report
import Rulebook
import Traces

/// The zones of entities at the lines of a trace around its findings.
enum TraceJourney {
  /// The number of lines before and behind a finding that are steps.
  static let context = 2
  /// The number of changes that are told of one trace; the steps behind them are left out.
  private static let most = 20_000

  /// Replays the trace once more, up to the last of these lines.
  static func journey(
    _ result: TraceResult, _ rulebook: LoadedRulebook, _ options: ReplayOptions,
    _ reading: TraceReading, _ fields: ZoneFields, _ progress: ProgressLine
  ) throws(Failure) -> DossierMap.Journey {
    let lines = Set(
      result.findings.prefix(DossierPage.mostInFull).flatMap {
        max(1, $0.line - context)...($0.line + context)
      })
    let recorder = Recorder(roles: fields.roles.count)
    guard let last = lines.max(), !fields.ids.isEmpty else { return recorder.journey }
    var session = ReplaySession(
      result.path, rulebook, options.lookingBack(behind: 0), reading, isOfItems: true)
    session.replayer.watch = Watch(lines: lines, fields: fields.ids) { line, event, readings in
      guard recorder.journey.size < most else { return }
      let title = "line \(line)" + (event.map { ": \($0)" } ?? "")
      recorder.journey.add(
        title, line: line,
        fields.whereabouts(readings.map { $0.map { ($0.owner, $0.values) } }))
    }
    var input = try TraceInput(result.path)
    progress.begin("looking up who was where in \(result.path)")
    while try input.read({ session.feed($0) }), session.next.line <= last + Replayer.leadingLines {
      progress.tell(
        bytes: input.position, of: input.size, lines: session.lines, before: 0)
    }
    _ = try session.finish()
    progress.clear()
    return recorder.journey
  }

  private final class Recorder {
    var journey: DossierMap.Journey

    init(roles: Int) { journey = DossierMap.Journey(roles: roles) }
  }
}
