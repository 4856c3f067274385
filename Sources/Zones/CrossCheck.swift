import Findings
import Solver

/// The solver's second opinion on a verdict: it is told the rings and no more, and asked for
/// places that the sweep says do not exist, and for those that it says do.
package struct CrossCheck {
  /// The questions to the solver.
  package struct Plan: Sendable {
    /// The number of random places.
    package var randomPlaces: Int
    /// The largest number of faults, and of near places, that are asked about: half of them are the
    /// first, which are the largest faults; the others are drawn at random. nil asks about all.
    package var sample: Int?
    /// True if boxes that cover the whole map are asked about instead.
    package var isFull: Bool
    /// The seed of the random places and the samples.
    package var seed: UInt64
    /// The sample that is taken where not all is asked about. Were the sweep wrong in two of a
    /// hundred places, the half that is drawn at random would show it 98 times of 100.
    package static let usualSample = 400
    /// The solver's limit for one batch of questions, in its own measure of work.
    package var rlimit: UInt32 = 20_000_000

    package init(
      randomPlaces: Int = 1_000, sample: Int? = nil, isFull: Bool = false, seed: UInt64 = 1
    ) {
      self.randomPlaces = randomPlaces
      self.sample = sample
      self.isFull = isFull
      self.seed = seed
    }
  }

  private let partition: Partition
  let plan: Plan
  private let layers: [ZoneMap.Zone]
  let index: ColumnIndex
  private let locator: ZoneLocator
  /// The length of a unit of the map, in units of the questions.
  private let factor: Int64
  private var result = Zoning.CrossCheck()

  /// A millionth of a degree.
  private static let nearness = Grid.power(ZoneLocator.decimals - 6)
  private static let batch = 40

  /// Asks; deterministic for a plan.
  package static func run(
    _ partition: Partition, _ plan: Plan = Plan()
  ) throws -> Zoning.CrossCheck {
    var check = try CrossCheck(partition, plan)
    try check.confirmFaults()
    if plan.isFull {
      check.result.randomPlaces = try check.refuteOthers(check.net(), "place")
    } else {
      let near = check.locator.nearPairs(within: nearness)
      check.result.nearPlacesInAll = near.count
      check.result.nearPlaces = try check.refuteOthers(check.sample(near), "near place")
      check.result.randomPlaces = try check.refuteOthers(check.randomBoxes(), "place")
    }
    return check.result
  }

  private init(_ partition: Partition, _ plan: Plan) throws {
    self.partition = partition
    self.plan = plan
    layers = partition.map.zones + (partition.city.map { [$0] } ?? [])
    factor = Grid.power(ZoneLocator.decimals - partition.map.grid.decimals)
    index = ColumnIndex(layers, factor: factor)
    locator = try ZoneLocator(
      partition.arrangement, partition.map.grid, identifiers: layers.map(\.id))
  }

  /// Confirms that each fault has a place with exactly its zones, in the unit square around its
  /// witness.
  private mutating func confirmFaults() throws {
    let shown = sample(partition.faults.filter { $0.witness != nil })
    result.faultsInAll = partition.faults.count
    result.faultsAsked = shown.count
    let faults = shown.filter { $0.witness?.floor != nil }
    result.undecided += shown.count - faults.count
    for start in stride(from: 0, to: faults.count, by: Self.batch) {
      let part = faults[start..<min(start + Self.batch, faults.count)]
      switch try ask(Array(part), combine: { $0.and($1) }, { try confirmation($0, $1, &$2) }) {
      case .satisfiable: result.faults += part.count
      case .unknown: result.undecided += part.count
      case .unsatisfiable:
        for fault in part {
          let answer = try ask([fault], combine: { $0.and($1) }) { try confirmation($0, $1, &$2) }
          switch answer {
          case .satisfiable: result.faults += 1
          case .unknown: result.undecided += 1
          case .unsatisfiable:
            result.disagreements.append("\(fault.kind.rawValue) of \(names(fault)): it finds none")
          }
        }
      }
    }
  }

  private func names(_ fault: Partition.Fault) -> String {
    fault.zones.map { partition.map.zones[$0].id }.joined(separator: ", ")
  }

  private func confirmation(
    _ fault: Partition.Fault, _ name: String, _ bank: inout TermBank
  ) throws -> Term {
    guard let witness = fault.witness, let corner = witness.floor else { return bank.true }
    let box = ZoneLocator.Box(
      west: corner.x * factor - 1, south: corner.y * factor - 1, east: (corner.x + 1) * factor + 1,
      north: (corner.y + 1) * factor + 1)
    let question = CellQuestion(box, name, &bank)
    let label = partition.arrangement.faceLabels[Int(fault.face)]
    let members = memberships(question, &bank)
    return bank.and([question.isInBox(&bank), has(label, members, &bank)])
  }

  /// No box has a place with a set of zones that no face there has; returns how many were asked.
  private mutating func refuteOthers(_ boxes: [ZoneLocator.Box], _ what: String) throws -> Int {
    for start in stride(from: 0, to: boxes.count, by: Self.batch) {
      let part = Array(boxes[start..<min(start + Self.batch, boxes.count)])
      switch try ask(part, combine: { $0.or($1) }, { other($0, $1, &$2) }) {
      case .unsatisfiable: break
      case .unknown: result.undecided += part.count
      case .satisfiable:
        for box in part {
          switch try ask([box], combine: { $0.or($1) }, { other($0, $1, &$2) }) {
          case .unsatisfiable: break
          case .unknown: result.undecided += 1
          case .satisfiable:
            let grid = partition.map.grid
            result.disagreements.append(
              "\(what) at \(grid.longitudeText(box.west / factor)), "
                + "\(grid.latitudeText(box.south / factor)): it finds other zones there")
          }
        }
      }
    }
    return boxes.count
  }

  private func other(_ box: ZoneLocator.Box, _ name: String, _ bank: inout TermBank) -> Term {
    let question = CellQuestion(box, name, &bank)
    let members = memberships(question, &bank)
    var conditions = [question.isInBox(&bank)]
    for label in locator.labels(in: box).sorted() {
      conditions.append(bank.not(has(label, members, &bank)))
    }
    return bank.and(conditions)
  }

  /// Returns, for each layer, the condition that the place is inside.
  private func memberships(_ question: CellQuestion, _ bank: inout TermBank) -> [Term] {
    let edges = index.edges(above: question.box)
    return layers.indices.map { question.isInside(edges[Int32($0)] ?? [], &bank) }
  }

  private func has(_ label: Int32, _ members: [Term], _ bank: inout TermBank) -> Term {
    let covered = Set(partition.arrangement.labels.labels[Int(label)].map { Int($0.layer) })
    return bank.and(
      members.enumerated().map { layer, member in
        covered.contains(layer) ? member : bank.not(member)
      })
  }

  private func ask<Subject>(
    _ subjects: [Subject], combine: (inout TermBank, [Term]) -> Term,
    _ formula: (Subject, String, inout TermBank) throws -> Term
  ) throws -> Answer {
    var bank = TermBank()
    var terms: [Term] = []
    for (number, subject) in subjects.enumerated() {
      terms.append(try formula(subject, "\(number)", &bank))
    }
    let question = combine(&bank, terms)
    let session = Session(bank, SessionOptions(rlimit: plan.rlimit, seed: 0))
    try session.assert(question)
    return try session.check()
  }
}
