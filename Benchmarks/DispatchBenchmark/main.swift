import Glibc
import Lockstep
import TaxiService

// Measurements of the reference service; Benchmarks/dispatch calls them one by one.

let arguments: [String] = Array(CommandLine.arguments[1...])

func number(_ position: Int, _ other: Int) -> Int {
  position < arguments.count ? Int(arguments[position]) ?? other : other
}

/// Nanoseconds of processor time, which others on the machine do not lengthen.
func processorTime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

func wallTime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

switch arguments.first {
case "throughput": Throughput.measure(taxis: number(1, 10_000), passengers: number(2, 1_000_000))
case "latency": Latency.measure(path: arguments.count > 1 ? arguments[1] : "latency.jsonl")
case "write" where arguments.count > 1: Crash.write(path: arguments[1], seed: number(2, 1))
case "check" where arguments.count > 1:
  exit(Crash.check(path: arguments[1], seed: number(2, 1), acknowledged: number(3, 0)) ? 0 : 1)
default:
  print("usage: DispatchBenchmark throughput TAXIS PASSENGERS | latency FILE")
  print("       DispatchBenchmark write FILE SEED | check FILE SEED BYTES")
  exit(2)
}
