import Lockstep
import TaxiService
import Testing
import Traces

/// The journal is a trace in its canonical form.
@Suite struct JournalFormatTests {
  @Test func linesAreWhatTheTraceWriterWrites() {
    let run = LockstepRun(Rulebooks.taxi, LockstepOptions())
    var service = run.service
    var commands = RandomCommands(seed: 2)
    let inputs = (0..<3_000).map { _ in
      let input = commands.next(for: service)
      input.give(to: &service)
      return input
    }
    let journal = run.journal(inputs)
    var reader = TraceReader(rules: Rulebooks.taxi)
    let writer = TraceWriter(rules: Rulebooks.taxi)
    var written: [UInt8] = []
    for item in reader.feed(journal[...]) + reader.finish() {
      guard case .line(let line) = item else {
        Issue.record("\(item)")
        return
      }
      // Observations may be written in another order.
      if case .event = line { writer.write(line, to: &written) }
    }
    let events = journal.split(separator: UInt8(ascii: "\n"))
      .filter { !String(decoding: $0, as: UTF8.self).contains("\"observe\"") }
      .flatMap { $0 + [UInt8(ascii: "\n")] }
    #expect(written == events)
    #expect(events.count > 100_000)
  }
}
