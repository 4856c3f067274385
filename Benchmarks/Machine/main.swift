import Basics
import FoundationEssentials
import Glibc
import Rulebook
import Semantics
import TestSupport

// How many events of a trace a second the machine executes, and the evaluator for comparison:
// guards, deadlines, effects, notifications, clocks. Reading the trace is not measured.
//
//   medallion simulate RULEBOOK --events 20000 --output TRACE
//   MachineBenchmark RULEBOOK TRACE|NUMBER [REPETITIONS]
//
// Given a number, so many events of a random run with 30 entities of each sort are executed.

func bytes(_ path: String) -> [UInt8] {
  guard let data = FileManager.default.contents(atPath: path) else {
    refuse("cannot read '\(path)'")
  }
  return Array(data)
}

/// The seconds of processor time that `body` takes; others may be busy on the same machine.
func measure(_ body: () throws -> Void) rethrows -> Double {
  let start = clock()
  try body()
  return Double(clock() - start) / Double(CLOCKS_PER_SEC)
}

func rate(_ events: Int, _ seconds: Double) -> String {
  "\(Int(Double(events) / seconds)) events/s"
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else {
  refuse("usage: MachineBenchmark RULEBOOK TRACE|NUMBER [REPETITIONS]")
}
let source = SourceText(
  path: arguments[1], text: String(decoding: bytes(arguments[1]), as: UTF8.self))
guard
  let rules = Compilation.compile(source, parsed: Parser.parse(source), requirements: nil).rules
else { refuse("\(arguments[1]) has errors: medallion verify \(arguments[1])") }
let evaluator = Evaluator(rules)
let recording =
  if let count = Int(arguments[2]) {
    try Recording(evaluator, running: count, entities: 30, seed: 1)
  } else {
    Recording(evaluator, bytes(arguments[2]))
  }
let repetitions = arguments.count > 3 ? Int(arguments[3]) ?? 5 : 5
let noClocks = try evaluator.clocks(startingAt: recording.start)

var times: [Double] = []
var machine = Machine(evaluator, at: recording.start, noClocks)
for _ in 0..<repetitions {
  machine = Machine(evaluator, at: recording.start, noClocks)
  times.append(
    measure {
      for event in recording.events {
        let outcome = machine.step(event.event.index, words: event.words, at: event.instant)
        guard outcome == .performed else { refuse("\(rules[event.event].name): \(outcome)") }
      }
    })
}
print("\(recording.events.count) events, rules for the evaluator: \(machine.slowRules)")
let median = times.sorted()[times.count / 2]
print(
  "machine    \(rate(recording.events.count, median)), asked the evaluator \(machine.escapes) times"
)

let few = recording.events.prefix(1_000)
var (state, clocks) = (recording.start, noClocks)
let slow = try measure {
  for event in few {
    (state, clocks) = try evaluator.advance(state, clocks, to: event.instant)
    guard
      try evaluator.guards(of: event.event, event.arguments, in: state)
        .allSatisfy({ $0.value == .bool(true) })
    else { refuse("an event of the trace is not legal") }
    _ = try evaluator.due(of: event.event, event.arguments, in: state)
    state = try evaluator.fire(event.event, event.arguments, results: event.results, in: state)
      .after
    clocks = try evaluator.clocks(clocks, after: state)
    _ = try evaluator.deadlines(state, clocks)
  }
}
print("evaluator  \(rate(few.count, slow)), of the first \(few.count)")
