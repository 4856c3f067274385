/// The map of the zones, and which entities were in which zone at each step of runs and traces.
public struct DossierMap: Sendable {
  /// A zone of the map, and where its name stands in the picture.
  public struct Zone: Encodable, Sendable {
    public let name: String
    /// The middle of the name.
    public let x, y: Double
    /// The width that the zone has there.
    public let width: Double
    /// The size of the letters of the name.
    public let letter: Double

    public init(name: String, x: Double, y: Double, width: Double, letter: Double) {
      self.name = name
      self.x = x
      self.y = y
      self.width = width
      self.letter = letter
    }
  }

  /// A field that ties entities to zones.
  public struct Role: Encodable, Sendable {
    /// `Taxi.zone`
    public let title: String
    /// The title in one word, for the picture: `taxi`.
    public let word: String
    /// True if the zone has the field, and its members stand in their order.
    public let isQueue: Bool

    public init(title: String, word: String, isQueue: Bool) {
      self.title = title
      self.word = word
      self.isQueue = isQueue
    }
  }

  /// The entities that one field ties to one zone.
  public struct Group: Encodable, Sendable {
    /// The number of names that are told.
    public static let mostNames = 12

    /// The name of the zone; empty: the entities are in no zone.
    public let zone: String
    /// The position of the role.
    public let role: Int
    /// The names of entities, at most ``mostNames``.
    public let names: [String]
    public let count: Int
  }

  /// The differences between the state after a step and that before it.
  public struct Step: Encodable, Sendable {
    public let title: String
    /// The line of a trace, from 1; nil: the step is one of a run.
    public let line: Int?
    public let groups: [Group]
  }

  /// The steps of a run or a trace; the first one is the start.
  public struct Journey: Encodable, Sendable {
    /// The entities that each role ties to a zone, by the name of the zone; empty: to none.
    public typealias Whereabouts = [[String: [String]]]

    public private(set) var steps: [Step] = []
    /// The zones of the map as which those of a run are drawn, whose names are made up.
    public private(set) var standIns: [String: String] = [:]
    private var latest: Whereabouts

    /// - Parameter roles: their number.
    public init(roles: Int) { latest = Array(repeating: [:], count: roles) }

    private enum CodingKeys: CodingKey { case steps, standIns }

    /// The number of groups that differ at some step.
    public var size: Int { steps.reduce(0) { $0 + $1.groups.count } }

    public mutating func add(
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
  public let svg: String
  /// The size of the part of the map that shows all zones.
  public let width, height: Double
  /// The id of the element of the document that holds the zones and their names.
  public let zonesID: String
  public let zones: [Zone]
  public let roles: [Role]
  /// The journeys of runs in which an entity is in a zone, by property.
  private(set) var runs: [String: Journey] = [:]
  /// The journeys of traces, by path.
  private(set) var traces: [String: Journey] = [:]

  public init(
    svg: String, width: Double, height: Double, zonesID: String, zones: [Zone], roles: [Role]
  ) {
    self.svg = svg
    self.width = width
    self.height = height
    self.zonesID = zonesID
    self.zones = zones
    self.roles = roles
  }

  public mutating func add(_ journey: Journey, ofRun property: String) {
    guard journey.size > 0 else { return }
    runs[property] = journey
    runs[property]?.standIn(zones)
  }

  public mutating func add(_ journey: Journey, ofTrace path: String) {
    if journey.size > 0 { traces[path] = journey }
  }
}
