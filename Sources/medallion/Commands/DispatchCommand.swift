import ArgumentParser
import Findings
import TaxiService
import Zones

struct DispatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dispatch", abstract: "Runs the reference taxi service in a simulated city.",
    discussion: """
      The same options give the same journal, byte for byte. The journal is a trace: \
      medallion replay Models/MyTaxiService/MyTaxiService.rulebook JOURNAL.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many taxis, 1 to 100000.", valueName: "number"))
  var taxis = 100

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many registered passengers, 1 to 10000000.", valueName: "number"))
  var passengers = 1_000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many square zones, 1 to 1000; rounded up to fill a rectangle. 16 if not said.",
      valueName: "number"))
  var zones: Int?

  @Option(
    help: ArgumentHelp("Take the zones of this GeoJSON map instead of squares.", valueName: "file"))
  var map: String?

  @Option(
    help: ArgumentHelp(
      "What holds the identifiers of the map's zones; zone if not said.", valueName: "name"))
  var idProperty: String?

  @Flag(help: "Tell coordinates in the journal instead of zones, for replay --zones Zone=MAP.")
  var positions = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many hours, 1 to 720.", valueName: "number"))
  var hours = 24

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Requests an hour for each taxi, on the average of a day.", valueName: "number"))
  var demand = 1.4

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Write the journal of the run.", valueName: "file"))
  var journal: String?

  @Option(help: ArgumentHelp("Write plots of the run.", valueName: "file"))
  var svg: String?

  @OptionGroup var output: OutputOptions<DocumentFormat>

  func validate() throws {
    try require("--taxis", taxis, in: 1...100_000)
    try require("--passengers", passengers, in: 1...Registry.mostPassengers)
    if let zones { try require("--zones", zones, in: 1...1_000) }
    try require("--hours", hours, in: 1...720)
    guard demand > 0, demand <= 100 else {
      throw ValidationError("--demand is above 0 and at most 100, not \(demand)")
    }
    guard map == nil || zones == nil else {
      throw ValidationError("--zones is for a city without --map")
    }
    guard map != nil || !positions else { throw ValidationError("--positions needs --map") }
    guard map != nil || idProperty == nil else {
      throw ValidationError("--id-property needs --map")
    }
  }

  func run() throws {
    try output.refuse(
      inputs: [map].compactMap(\.self), besides: ["journal": journal, "plots": svg])
    var options = SimulationOptions()
    options.taxis = taxis
    options.passengers = passengers
    options.zones = zones ?? options.zones
    options.tellsPositions = positions
    options.duration = Int64(hours) * 3_600_000
    options.demand = demand
    options.seed = seed
    let simulation = try simulated(CitySimulation(options, on: try city()))
    let document = DispatchDocument(simulation, map: map)
    if let svg { try Files.write(DispatchPlots(document).svg.utf8, to: svg, what: "plots") }
    try output.emit(document) { DispatchText.render(document) }
  }

  /// Returns the map of the city; nil: its zones are squares.
  private func city() throws(Failure) -> CityMap? {
    guard let map else { return nil }
    let zones = try LoadedZones.load(
      map, city: nil, compare: nil, LoadedZones.Reading(idProperty: idProperty ?? "zone")
    )
    .map
    do throws(ZoneLocator.Fault) {
      return try CityMap(zones)
    } catch {
      throw Failure(error, zones, path: map)
    }
  }

  private func simulated(_ city: CitySimulation) throws(Failure) -> CitySimulation {
    var city = city
    let progress = ProgressLine(isShown: !output.quiet)
    progress.begin("simulating")
    defer { progress.clear() }
    Interruption.watch()
    let isComplete =
      if let journal {
        try record(&city, in: PendingFile(journal, what: "journal"), progress)
      } else {
        run(&city, progress)
      }
    if isComplete { return city }
    progress.clear()
    Console.standardError.write("interrupted; no file was written\n")
    Interruption.end()
  }

  /// Runs the simulation to its end.
  /// - Returns: False if a signal came before.
  private func run(_ city: inout CitySimulation, _ progress: ProgressLine) -> Bool {
    while city.step() {
      if Interruption.isRequested { return false }
      tell(progress, city)
    }
    return true
  }

  /// Runs the simulation to its end, and writes its journal.
  /// - Returns: False if a signal came before.
  private func record(
    _ city: inout CitySimulation, in file: consuming PendingFile, _ progress: ProgressLine
  ) throws(Failure) -> Bool {
    var encoder = JournalEncoder(map: city.map)
    encoder.append(city.registry)
    while city.step() {
      if Interruption.isRequested { return false }
      encoder.append(city.service.records, at: city.position)
      if encoder.bytes.count > 1 << 16 {
        try file.write(encoder.bytes)
        encoder.removeAll()
      }
      tell(progress, city)
    }
    encoder.appendObservation(of: city.service)
    try file.write(encoder.bytes)
    try file.finish()
    return true
  }

  private func tell(_ progress: ProgressLine, _ city: CitySimulation) {
    let done = Int(max(0, city.service.now - city.options.start) / 60_000)
    progress.tell(done: max(1, done), of: hours * 60, "minutes")
  }
}
