import Basics
import Findings
import FoundationEssentials
import Glibc
import Rulebook
import TestSupport
import Verification

// Looks for the run that each fault of Tests/Fixtures/refuted makes possible; Benchmarks/search
// calls it. Times are of the search alone: on the wall, and of the processor.
//
//     SearchBenchmark [--scope] [--strict] [FAULT...]

/// A change to a shipped rulebook that puts one fault into it.
struct Fault: Decodable {
  struct Replacement: Decodable {
    let text: String
    let by: String
  }

  let rulebook: String
  let replace: [Replacement]
  let refuted: String
  let scope: String
  let set: [String]

  func rules() -> Core.Rules? {
    let path = "Models/\(rulebook)/\(rulebook).rulebook"
    guard var text = text(ofFile: path) else { return nil }
    for replacement in replace {
      text = text.replacing(replacement.text, with: replacement.by)
    }
    let source = SourceText(path: path, text: text)
    let settings = set.map { setting in
      let sides = setting.split(separator: "=", maxSplits: 1).map(String.init)
      return Compilation.Setting(name: sides[0], value: sides[1])
    }
    return Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil, settings: settings
    ).rules
  }

  func question(_ rules: Core.Rules) -> Searcher.Question {
    guard let property = rules.properties.firstIndex(where: { $0.name == refuted }) else {
      return .lasso
    }
    return rules.properties[property].kind == .prompt ? .timelock : .violation(property: property)
  }
}

func text(ofFile path: String) -> String? {
  FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
}

func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

func seconds(_ duration: Duration) -> String {
  let thousandths = Int(duration / .milliseconds(1))
  let fraction = String(1_000 + thousandths % 1_000).dropFirst()
  return "\(thousandths / 1_000).\(fraction)"
}

/// What this process has computed so far; unlike the clock on the wall, the same on a busy machine.
func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

let folder = "Tests/Fixtures/refuted"
let isScopeGiven = CommandLine.arguments.contains("--scope")
let isStrict = CommandLine.arguments.contains("--strict")
let wanted = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
let names = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  .filter { wanted.isEmpty || wanted.contains($0) }
if let stranger = wanted.first(where: { !names.contains($0) }) {
  refuse("\(folder) has no fault '\(stranger)'; this runs at the root of the project")
}
if names.isEmpty { refuse("\(folder) has no faults; this runs at the root of the project") }
let clock = ContinuousClock()
var times: [Duration] = []
var processorTimes: [Duration] = []
var isShort = true

for name in names {
  guard let text = text(ofFile: "\(folder)/\(name).json"),
    let fault = try? JSONDecoder().decode(Fault.self, from: Data(text.utf8)),
    let rules = fault.rules()
  else { refuse("\(folder)/\(name).json is no fault of a rulebook") }
  var budget = Searcher.Budget()
  if isScopeGiven { budget.scope = try Scope(parsing: fault.scope, rules) }
  let question = fault.question(rules)
  let start = clock.now
  let processorStart = processorTime()
  let outcome = try Searcher(rules, budget).answers(to: [question])[question]
  let time = clock.now - start
  let processor = processorTime() - processorStart
  times.append(time)
  processorTimes.append(processor)
  var told = "no run"
  if case .found(let found)? = outcome {
    let run = found.run
    told = "\(padded("\(run.steps.count)", 3)) \(run.scope.joined(separator: " "))"
    if !run.isShortest { told += "  not shown to be shortest" }
    isShort = isShort && run.isShortest
  } else {
    isShort = false
  }
  print(padded(name, 36), seconds(time), seconds(processor), told)
}
times.sort()
processorTimes.sort()
if let worst = times.last {
  let isFast = times[times.count / 2] < .seconds(1) && worst <= .seconds(10)
  let median = seconds(times[times.count / 2])
  print(
    "\(times.count) faults; median \(median) s, worst \(seconds(worst)) s; of processor time",
    "\(seconds(processorTimes[times.count / 2])) s and \(seconds(processorTimes[times.count - 1])) s;",
    isShort ? "each run shown to be shortest" : "some not shown to be shortest")
  if isStrict, !isShort || !isFast { exit(1) }
}
