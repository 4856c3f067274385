import ArgumentParser
import Findings
import Report
import Zones

/// The number of questions of ``ZonesCommand`` to the solver.
enum CrossCheckExtent: String, ExpressibleByArgument, CaseIterable {
  case sample, all

  var sample: Int? { self == .all ? nil : CrossCheck.Plan.usualSample }
}

struct ZonesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zones",
    abstract: "Decides exactly whether the zones of a map are a partition of the city.",
    discussion: """
      Zones are the features of a GeoJSON file (RFC 7946). Without --city they are held against \
      the outline of all of them. See Documentation/Zones.md.
      """)

  @Argument(help: ArgumentHelp("The map.", valueName: "map.geojson"))
  var map: String

  @Option(help: ArgumentHelp("The map of what the zones are to cover.", valueName: "file"))
  var city: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Accept slivers of up to this area: 1m2, 50cm2.", valueName: "area"))
  var tolerance: String = "0m2"

  @Option(
    help: ArgumentHelp(
      "Write the map with its slivers resolved, or refuse.", valueName: "file"))
  var repair: String?

  @Option(help: ArgumentHelp("Write a picture.", valueName: "file"))
  var svg: String?

  @Option(help: ArgumentHelp("Write the faults, and what moves, as GeoJSON.", valueName: "file"))
  var faults: String?

  @Option(help: ArgumentHelp("A newer map: what moves from where to where.", valueName: "file"))
  var compare: String?

  @Option(
    help: ArgumentHelp(
      "The property that identifies a zone; without it the feature's own id does.",
      valueName: "name"))
  var idProperty = "zone"

  @Flag(help: "Several features of one identifier are one zone.")
  var mergeFeatures = false

  @Flag(help: "Leave out rings that enclose nothing; they are told on standard error.")
  var skipDegenerate = false

  @Option(
    help: ArgumentHelp(
      "What the solver is asked for a second opinion: a sample of faults and near places, or all.",
      valueName: "sample|all"))
  var crossCheck = CrossCheckExtent.sample

  @Flag(help: "Do not ask the solver.")
  var noCrossCheck = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The seed of the random places that the solver is asked about.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var output: OutputOptions<DocumentFormat>

  func run() throws {
    try output.refuse(
      inputs: [map, city, compare].compactMap(\.self),
      besides: ["repaired map": repair, "picture": svg, "faults": faults])
    let tolerance = try SquareMetres.parse(tolerance, option: "--tolerance")
    let loaded = try LoadedZones.load(
      map, city: city, compare: compare,
      LoadedZones.Reading(
        idProperty: idProperty, mergesFeatures: mergeFeatures, skipsDegenerate: skipDegenerate))
    Console.standardError.write(loaded.warnings)
    let partition = try loaded.partition()
    guard partition.unconfirmedWitnesses().isEmpty else {
      throw Failure(.internalFault, "a witness is not where the sweep says; this is our fault")
    }
    var zoning = partition.zoning(
      path: map, cityPath: city, requirements: loaded.document.requirements, tolerance: tolerance)
    if !noCrossCheck { zoning.crossCheck = try ask(partition) }
    let change = try loaded.change()
    zoning.change = change?.summary
    if let repair, zoning.outcome != .internalFault {
      switch try loaded.repair(partition, tolerance: tolerance) {
      case .success(let repaired):
        try Files.write(repaired.file, to: repair, what: "repaired map")
        zoning.repair = Zoning.Repair(
          path: repair, assigned: repaired.repair.assigned, moved: repaired.repair.moved)
      case .failure(let refusal): zoning.refusal = Zoning.Refusal(refusal)
      }
    }
    if let svg {
      let picture = Picture(partition, tolerance: tolerance, change: change?.found)
      try Files.write(picture.svg().utf8, to: svg, what: "picture")
    }
    if let faults {
      try Files.write(
        partition.faultCollection(tolerance: tolerance, change: change?.found).utf8, to: faults,
        what: "faults")
    }
    try output.emit(zoning) { ZonesText(style: output.style).render(zoning) }
    if zoning.outcome != .success { throw ExitCode(zoning.outcome.rawValue) }
  }

  private func ask(_ partition: Partition) throws(Failure) -> Zoning.CrossCheck {
    do {
      return try CrossCheck.run(partition, CrossCheck.Plan(sample: crossCheck.sample, seed: seed))
    } catch {
      throw Failure(.internalFault, "the solver failed: \(error)")
    }
  }
}
