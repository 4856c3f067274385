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
    let lines = journal.split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.contains("\"observe\"") }
    // The chain of its lines is the journal's own, and what they are checked by.
    func own(_ line: String) -> String {
      line.replacing(/,"(seq":[0-9]+|prev":"[0-9a-f]{64}"|crc":"[0-9a-f]{8}")/, with: "")
    }
    let events = lines.map(own)
    let rewritten = written.split(separator: UInt8(ascii: "\n"))
      .map { own(String(decoding: $0, as: UTF8.self)) }
    #expect(rewritten.count == events.count)
    let other = zip(rewritten, events).first { $0.0 != $0.1 }
    #expect(other == nil, "written: \(other?.0 ?? "")\nin the journal: \(other?.1 ?? "")")
    #expect(events.count > 1_000)
  }
}
