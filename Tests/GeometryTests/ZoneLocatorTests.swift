import Basics
import TestSupport
import Testing
import Zones

@Suite("Finding the zone of a position")
struct ZoneLocatorTests {
  /// What every zone's rings say of a point of the grid: nil on a border.
  private func owners(_ map: ZoneMap, _ x: Int64, _ y: Int64) -> [Int]? {
    var owners: [Int] = []
    for (index, zone) in map.zones.enumerated() {
      guard let winding = zone.winding(around: Witness(x: x, y: y)) else { return nil }
      if winding != 0 { owners.append(index) }
    }
    return owners
  }

  @Test("As the rings themselves say, on borders and off", arguments: 0..<12)
  func agrees(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed) + 9)
    var map = RandomDivision.make(seed: UInt64(seed), columns: 4, rows: 3, bends: seed % 4)
    if seed % 3 == 2 { map = InjectedFault.zoneTwice.inject(into: map, &random) ?? map }
    let locator = try ZoneLocator(map)
    let points = map.zones.flatMap { $0.rings.flatMap(\.points) }
    let factor = Grid.power(ZoneLocator.decimals - map.grid.decimals)
    var seen: Set<String> = []
    for number in 0..<600 {
      var point = points[Int.random(in: points.indices, using: &random)]
      if number % 3 > 0 {
        let reach: Int64 = number % 3 == 1 ? 2 : 800
        point.x += .random(in: -reach...reach, using: &random)
        point.y += .random(in: -reach...reach, using: &random)
      }
      let place = locator.place(longitude: point.x * factor, latitude: point.y * factor)
      let text = locator.place(
        longitude: map.grid.longitudeText(point.x),
        latitude: map.grid.latitudeText(point.y))
      #expect(text == place)
      switch (place, owners(map, point.x, point.y)) {
      case (.outside, []?): seen.insert("outside")
      case (.inside(let zone), let owners?):
        #expect(owners == [zone])
        seen.insert("inside")
      case (.overlap(let zone), let owners?):
        #expect(owners.count > 1 && owners.contains(zone))
      case (.border(let zone), nil):
        #expect(map.zones[zone].winding(around: Witness(x: point.x, y: point.y)) == nil)
        seen.insert("border")
      case (let place, let owners): Issue.record("\(place), but \(String(describing: owners))")
      }
    }
    #expect(seen == ["outside", "inside", "border"])
  }

  @Test("A border belongs to the zone whose identifier comes first")
  func ties() throws {
    let square = { (x: Int64, y: Int64) in
      [
        ZoneMap.Ring(
          points: [
            GridPoint(x, y), GridPoint(x + 1, y), GridPoint(x + 1, y + 1), GridPoint(x, y + 1),
          ], isHole: false)
      ]
    }
    let map = ZoneMap(
      grid: Grid(decimals: 0),
      zones: [
        ZoneMap.Zone(id: "d", rings: square(0, 0)), ZoneMap.Zone(id: "b", rings: square(1, 0)),
        ZoneMap.Zone(id: "c", rings: square(0, 1)), ZoneMap.Zone(id: "a", rings: square(1, 1)),
      ])
    let locator = try ZoneLocator(map)
    func place(_ x: String, _ y: String) -> ZoneLocator.Place? {
      locator.place(longitude: x, latitude: y)
    }
    #expect(place("1", "1") == .border(zone: 3))
    #expect(place("0.5", "1") == .border(zone: 2))
    #expect(place("1", "0.5") == .border(zone: 1))
    #expect(place("0", "0") == .border(zone: 0))
    #expect(place("2", "2") == .border(zone: 3))
    #expect(place("1.0000000000000001", "0.9999999999999999") == .inside(zone: 1))
    #expect(place("0.99999999999999999", "0.5") == .inside(zone: 0))
    #expect(place("-0.0", "0.50") == .border(zone: 0))
    #expect(place("180.0000000000000000", "90") == .outside)
    #expect(place("5e-1", "0.5") == .inside(zone: 0))
    #expect(place("2.1", "1") == .outside)
    for text in [
      "", "-", ".", "1.", "x", "180.1", "180.0000000000000001", "-181", "999.9999999999999999",
      "1000", "1e400", "NaN", "--1", "1.2.3", "99999999999999999999",
    ] {
      #expect(place(text, "0.5") == nil, "\(text)")
    }
  }

  @Test("A map whose rings cross has no index")
  func crossing() {
    let bowTie = ZoneMap.Ring(
      points: [GridPoint(0, 0), GridPoint(2, 2), GridPoint(2, 0), GridPoint(0, 3)], isHole: false)
    let map = ZoneMap(grid: Grid(decimals: 0), zones: [ZoneMap.Zone(id: "a", rings: [bowTie])])
    #expect(throws: ZoneLocator.Fault.ringsCross(zone: 0)) { try ZoneLocator(map) }
  }

  @Test("Edges across all of a map do not make its index grow faster than the map")
  func longEdges() throws {
    let count: Int64 = 60_000
    let width: Int64 = 100 * count
    var points = (0..<count).map { GridPoint($0 % 2 == 0 ? 0 : width, 100 * $0) }
    points += [GridPoint(2 * width, 100 * count), GridPoint(2 * width, -100)]
    let map = ZoneMap(
      grid: Grid(decimals: 8),
      zones: [
        ZoneMap.Zone(id: "a", rings: [ZoneMap.Ring(points: points.reversed(), isHole: false)])
      ])
    let locator = try ZoneLocator(map)
    #expect(locator.entryCount <= 80 * points.count)
    let factor = Grid.power(ZoneLocator.decimals - 8)
    for (x, y) in [(width - 1, Int64(150)), (1, 150), (width / 2, 175), (3 * width / 2, 1)] {
      let isOutside = try #require(owners(map, x, y)).isEmpty
      let place = locator.place(longitude: x * factor, latitude: y * factor)
      #expect(place == (isOutside ? .outside : .inside(zone: 0)))
    }
  }
}
