/// The map of the zones, and which entities were in which zone at each step of runs and traces.
package struct DossierMap: Sendable {
  /// A zone of the map, and where its name stands in the picture.
  package struct Zone: Encodable, Sendable {
    package let name: String
    /// The middle of the name.
    package let x, y: Double
    /// The width that the zone has there.
    package let width: Double
    /// The size of the letters of the name.
    package let letter: Double

    package init(name: String, x: Double, y: Double, width: Double, letter: Double) {
      self.name = name
      self.x = x
      self.y = y
      self.width = width
      self.letter = letter
    }
  }

  /// A field that ties entities to zones.
  package struct Role: Encodable, Sendable {
    /// `Taxi.zone`
    package let title: String
    /// The title in one word, for the picture: `taxi`.
    package let word: String
    /// True if the zone has the field, and its members stand in their order.
    package let isQueue: Bool

    package init(title: String, word: String, isQueue: Bool) {
      self.title = title
      self.word = word
      self.isQueue = isQueue
    }
  }

  /// The entities that one field ties to one zone.
  package struct Group: Encodable, Sendable {
    /// The number of names that are told.
    package static let mostNames = 12

    /// The name of the zone; empty: the entities are in no zone.
    package let zone: String
    /// The position of the role.
    package let role: Int
    /// The names of entities, at most ``mostNames``.
    package let names: [String]
    package let count: Int
  }

  /// The differences between the state after a step and that before it.
  package struct Step: Encodable, Sendable {
    package let title: String
    /// The line of a trace, from 1; nil: the step is one of a run.
    package let line: Int?
    package let groups: [Group]
  }

  /// The steps of a run or a trace; the first one is the start.
  package struct Journey: Encodable, Sendable {
    /// The entities that each role ties to a zone, by the name of the zone; empty: to none.
    package typealias Whereabouts = [[String: [String]]]

    package private(set) var steps: [Step] = []
    /// The zones of the map as which those of a run are drawn, whose names are made up.
    package private(set) var standIns: [String: String] = [:]
    private var latest: Whereabouts

    /// - Parameter roles: their number.
    package init(roles: Int) { latest = Array(repeating: [:], count: roles) }

    private enum CodingKeys: CodingKey { case steps, standIns }

    /// The number of groups that differ at some step.
    package var size: Int { steps.reduce(0) { $0 + $1.groups.count } }

    package mutating func add(
      _ title: String, line: Int? = nil, _ whereabouts: Whereabouts
    ) {
      let groups = whereabouts.indices.flatMap { role in
        Set(latest[role].keys).union(whereabouts[role].keys).sorted().compactMap { zone in
          let names = whereabouts[role][zone] ?? []
          return names == latest[role][zone] ?? []
            ? nil
            : Group(
              zone: zone, role: role, names: Array(names.prefix(Group.mostNames)),
              count: names.count)
        }
      }
      latest = whereabouts
      steps.append(Step(title: title, line: line, groups: groups))
    }

    /// Draws zones that the map does not have as zones of the map, in its order. Rules know of no
    /// zone where it lies, so that one is as good as another.
    fileprivate mutating func standIn(_ zones: [Zone]) {
      let own = Set(steps.flatMap { $0.groups.map(\.zone) }).subtracting([""])
      guard !own.isSubset(of: Set(zones.map(\.name))) else { return }
      let ordered = own.sorted { ($0.count, $0) < ($1.count, $1) }
      standIns = Dictionary(
        uniqueKeysWithValues: zip(ordered, zones).map { ($0, $1.name) })
    }
  }

  /// The zones as an SVG document.
  package let svg: String
  /// The size of the part of the map that shows all zones.
  package let width, height: Double
  /// The id of the element of the document that holds the zones and their names.
  package let zonesID: String
  package let zones: [Zone]
  package let roles: [Role]
  /// The journeys of runs in which an entity is in a zone, by property.
  private(set) var runs: [String: Journey] = [:]
  /// The journeys of traces, by path.
  private(set) var traces: [String: Journey] = [:]

  package init(
    svg: String, width: Double, height: Double, zonesID: String, zones: [Zone], roles: [Role]
  ) {
    self.svg = svg
    self.width = width
    self.height = height
    self.zonesID = zonesID
    self.zones = zones
    self.roles = roles
  }

  package mutating func add(_ journey: Journey, ofRun property: String) {
    guard journey.size > 0 else { return }
    runs[property] = journey
    runs[property]?.standIn(zones)
  }

  package mutating func add(_ journey: Journey, ofTrace path: String) {
    if journey.size > 0 { traces[path] = journey }
  }
}
