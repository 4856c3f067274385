import FoundationEssentials
import Glibc
import TestSupport
import Traces

// Feeds damaged traces, mapping files and packed files to what reads them, for some time. Whatever
// is fed, nothing may trap, take for ever, or hold much memory; and the fast way must say what the
// slow one says: lines read by the scanner and executed by the machine, read strictly, and judged
// by the evaluator alone; whole and in pieces.
//
//   ReplayFuzzer SECONDS SEED        rounds until the time is over
//   ReplayFuzzer --round ROUND SEED  one round, as it was
//
// The round under way is in the file ReplayFuzzer.round, should the program die of it; what a round
// fed that found a difference is in ReplayFuzzer.fed.

let usage = "usage: ReplayFuzzer SECONDS SEED | --round ROUND SEED"
let arguments = Array(CommandLine.arguments.dropFirst())
guard let seed = arguments.last.flatMap({ UInt64($0) }) else { refuse(usage) }
var fuzzer: Fuzzer
do {
  fuzzer = Fuzzer(corpus: try Corpus())
} catch {
  refuse("cannot read the rulebooks and traces, looked for below this folder: \(error)")
}

if arguments.count == 3, arguments[0] == "--round", let round = UInt64(arguments[1]) {
  attempt(round)
  print("round \(round) is fine")
  exit(0)
}
guard arguments.count == 2, let seconds = Double(arguments[0]) else { refuse(usage) }

/// One round; where the two ways differ it is the last one.
@MainActor func attempt(_ round: UInt64) {
  do {
    try fuzzer.run(round: round, seed: seed)
  } catch {
    print("round \(round) of seed \(seed): \(error)")
    try? Data(fuzzer.fed.bytes).write(to: URL(fileURLWithPath: "ReplayFuzzer.fed"))
    print(
      "what was fed is in ReplayFuzzer.fed; \(fuzzer.fed.options.map { "\($0)" } ?? "not replayed")"
    )
    exit(1)
  }
}

/// The processor time used so far, in seconds.
func used() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// The most memory held so far, in MiB.
func peak() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss / 1024
}

var round: UInt64 = 0
var slowest = (seconds: 0.0, round: UInt64(0))
while used() < seconds {
  round += 1
  try Data("\(round) \(seed)\n".utf8).write(to: URL(fileURLWithPath: "ReplayFuzzer.round"))
  let start = used()
  // A round that hangs ends here, and leaves its number behind; on a busy machine others wait.
  alarm(600)
  attempt(round)
  let taken = used() - start
  if taken > slowest.seconds { slowest = (taken, round) }
  if peak() > 1_024 {
    print("round \(round) of seed \(seed): \(peak()) MiB")
    exit(1)
  }
}
alarm(0)
try? FileManager.default.removeItem(atPath: "ReplayFuzzer.round")
print(
  "\(round) rounds, \(Int(used())) s of processor time, \(fuzzer.tally); slowest round "
    + "\(slowest.round) with \(Int(slowest.seconds * 1000)) ms; peak memory \(peak()) MiB")
