import Basics
import Rulebook
import Testing
import Verification

/// A counter at which tickets are called, each so often at most: 3 calls of 5 minutes.
enum Counter {
  static let capped = """
    rulebook Counter
    requirements "none.tsv"

    type Stage = queued | called | served | sentAway

    parameter patience = 5 min
    parameter maxCalls = 3

    entity Ticket
      stage:    Stage = queued
      since:    Time
      calledAt: Time? = none
      calls:    Int = 0

    event draw() from visitor -> new ticket: Ticket
      ticket.since = now

    event call(ticket: Ticket) from system
      require ticket.stage is queued
      require ticket.calls < maxCalls
      ticket.stage    = called
      ticket.calledAt = now
      ticket.calls   += 1

    event missed(ticket: Ticket) from clock
      require ticket.stage is called
      due ticket.calledAt! + patience
      ticket.stage = queued

    event serve(ticket: Ticket) from visitor
      require ticket.stage is called
      ticket.stage = served

    event sendAway(ticket: Ticket) from system
      require ticket.stage is queued
      require ticket.calls >= maxCalls
      ticket.stage = sentAway

    event reopen(ticket: Ticket) from visitor
      require ticket.stage is sentAway
      ticket.stage = served

    prompt noDelay "Who is queued is called, or sent away, at once."
      all t: Ticket: t.stage is queued lasts at most 0 s

    lemma callsCapped
      all t: Ticket: 0 <= t.calls <= maxCalls

    lemma calledSince
      all t: Ticket where t.stage is called:
        t.calledAt is not none and t.calledAt <= now <= t.calledAt + patience
        and t.calledAt <= t.since + (t.calls - 1) * patience

    invariant answered "Nobody waits longer than his calls take."
      all t: Ticket where t.stage in {queued, called}: now <= t.since + t.calls * patience

    bounded callEnds "A call is over after five minutes."
      all t: Ticket: t.stage is called lasts at most patience

    """

  /// Without the limit of calls a ticket is called for ever.
  static let uncapped =
    capped
    .replacing("  require ticket.calls < maxCalls\n", with: "")
    .replacing("  require ticket.calls >= maxCalls\n", with: "  require ticket.calls < 0\n")
    .replacing("  calls:    Int = 0", with: "  ghost calls: Int = 0")
    .replacing("  require ticket.calls < 0\n", with: "")
    .replacing(
      "lemma callsCapped\n  all t: Ticket: 0 <= t.calls <= maxCalls",
      with: "lemma callsCounted\n  all t: Ticket: 0 <= t.calls")

  struct DoesNotCompile: Error {
    let messages: [String]
  }

  static func rules(
    _ text: String = capped, _ settings: [Compilation.Setting] = []
  ) throws -> Core.Rules {
    let source = SourceText(path: "test", text: text)
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil, settings: settings)
    guard let rules = compilation.rules else {
      throw DoesNotCompile(messages: compilation.diagnostics.map(\.message))
    }
    return rules
  }

  static func bound(_ name: String, _ rules: Core.Rules) throws -> Bound {
    try #require(Bound.all(of: rules).first { rules.properties[$0.property].name == name })
  }
}
