import Basics
import Glibc
import Rulebook
import Semantics
import TestSupport

// Random rulebooks, executed by the machine and by the evaluator side by side, event by event:
// what may happen, what it changes and sends, what is due and what lasts too long must be the
// same after every step. Wrong events are among them, and arguments of nobody.
//
//   MachineDifferential STEPS SEED           as many steps, from the rulebooks behind that seed
//   MachineDifferential --run RULEBOOK SEED  one run, as it was told of
//
// The same seed gives the same steps. Exit 1 at the first difference.

/// So many steps before another rulebook has its turn, and before its run starts anew; that is
/// sooner where nothing can happen any more.
let stepsOfRulebook = 20_000
let stepsOfRun = 400

/// Every other rulebook has events with many cases.
func hasChains(_ number: UInt64) -> Bool { number & 1 == 1 }

func rulebook(_ number: UInt64) -> Core.Rules? {
  RandomRulebook.rules(seed: number, withChains: hasChains(number))
}

let usage = "usage: MachineDifferential STEPS SEED | --run RULEBOOK SEED"
if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "--run",
  let number = UInt64(CommandLine.arguments[2]), let seed = UInt64(CommandLine.arguments[3])
{
  guard let rules = rulebook(number) else {
    refuse("rulebook \(number) does not compile")
  }
  let lockstep = try MachineLockstep.run(Evaluator(rules), steps: stepsOfRun, seed: seed)
  print(lockstep?.difference ?? "no difference: \(lockstep?.steps ?? 0) steps")
  exit(lockstep?.difference == nil ? 0 : 1)
}
guard CommandLine.arguments.count == 3, let wanted = Int(CommandLine.arguments[1]), wanted > 0,
  let seed = UInt64(CommandLine.arguments[2])
else { refuse(usage) }

struct Tally: CustomStringConvertible {
  var (steps, performed, screened, rulebooks, runs) = (0, 0, 0, 0, 0)

  mutating func add(_ lockstep: MachineLockstep) {
    runs += 1
    steps += lockstep.steps
    performed += lockstep.performed
    screened += lockstep.screened
  }

  var description: String {
    "\(steps) steps, \(performed) events performed, \(screened) of them as in a replay, "
      + "\(runs) runs of \(rulebooks) rulebooks, \(clock() / CLOCKS_PER_SEC) s of processor time"
  }
}

var tally = Tally()
var random = SplitMix64(seed: seed)

var nextReport = wanted / 100
while tally.steps < wanted {
  let number = random.next()
  guard let rules = rulebook(number) else { continue }
  tally.rulebooks += 1
  let evaluator = Evaluator(rules)
  var taken = 0
  var failures = 0
  while taken < stepsOfRulebook, tally.steps < wanted, failures < 20 {
    let runSeed = random.next()
    guard let lockstep = try? MachineLockstep.run(evaluator, steps: stepsOfRun, seed: runSeed)
    else {
      failures += 1
      continue
    }
    if lockstep.performed == 0 { failures += 1 }
    taken += lockstep.steps
    tally.add(lockstep)
    if let difference = lockstep.difference {
      let text = RandomRulebook.text(seed: number, withChains: hasChains(number))
      print("--run \(number) \(runSeed): \(difference)\n\(text)")
      exit(1)
    }
  }
  if tally.steps >= nextReport {
    print(tally)
    fflush(nil)
    nextReport += wanted / 100
  }
}
print("no difference: \(tally)")
