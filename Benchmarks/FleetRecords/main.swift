import FoundationEssentials
import TestSupport

// Writes the records of a random fleet, and which of its lines have a fault.
//
//   FleetRecords passenger|micromobility VEHICLES HOURS FAULTS SEED RECORDS ORACLE
//
// FAULTS of a thousand trips have one. RECORDS is what a city would get, one record a line; ORACLE has a line for each
// fault, the line of RECORDS and the kind, with a tab between them. The same seed gives the same files.

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.dropFirst().prefix(4).compactMap { Int($0) }.filter { $0 >= 0 }
guard arguments.count == 7, numbers.count == 4,
  let mode = arguments.first.flatMap(Fleet.Mode.init(rawValue:))
else {
  refuse("usage: FleetRecords passenger|micromobility VEHICLES HOURS FAULTS SEED RECORDS ORACLE")
}
let files = Array(arguments.suffix(2))
let fleet = Fleet(
  mode, vehicles: numbers[0], hours: numbers[1], faults: numbers[2], seed: UInt64(numbers[3]))
let oracle = fleet.faults.map { "\($0.line)\t\($0.fault)\n" }.joined()
do {
  try Data(fleet.text.utf8).write(to: URL(fileURLWithPath: files[0]))
  try Data(oracle.utf8).write(to: URL(fileURLWithPath: files[1]))
} catch {
  refuse("cannot write: \(error)")
}
