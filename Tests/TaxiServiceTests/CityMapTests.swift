import TaxiService
import Testing
import Zones

/// Places on the map of a city, and which zone they count for.
@Suite struct CityMapTests {
  @Test func placesHaveTheZoneOfTheMap() throws {
    let map = try Maps.stripes(["b", "a", "c"])
    #expect(map.zone(at: Maps.position(0.005, 0.02)) == 0)
    #expect(map.zone(at: Maps.position(0.029_999, 0.000_001)) == 2)
    #expect(map.zone(at: Maps.position(0.030_001, 0.02)) == nil)
    // A border has the zone whose name comes first.
    #expect(map.zone(at: Maps.position(0.01, 0.02)) == 1)
    #expect(map.zone(at: Maps.position(0.02, 0.02)) == 1)
    #expect(map.zone(at: Maps.position(0, 0)) == 0)
  }

  @Test func distancesAreThoseOfTheSphere() throws {
    let map = try Maps.stripes(["a", "b"])
    // A degree is 111.195 km.
    let (south, north) = (Maps.position(0.005, 0), Maps.position(0.005, 0.04))
    #expect(abs(map.distance(south, north) - 4_447.8) < 0.1)
    #expect(map.distance(south, south) == 0)
    let east = Maps.position(0.015, 0)
    #expect(abs(map.distance(south, east) - 1_111.95) < 0.1)
  }

  @Test func acrossTheAntimeridianTheShorterWayCounts() throws {
    let map = try Maps.stripes(["a", "b"], from: 17_999)
    let (west, east) = (Maps.position(179.995, 0.02), Maps.position(-179.995, 0.02))
    #expect(map.zone(at: west) == 0)
    #expect(map.zone(at: east) == 1)
    #expect(abs(map.distance(west, east) - 1_111.95) < 0.1)
    #expect(Position(longitude: 180_005_000, latitude: 20_000) == east)
    #expect(
      Position(longitude: -190_000_000, latitude: -91_000_000)
        == Maps.position(170, -90))
  }

  @Test func aRetiredZoneFallsToItsNeighbour() throws {
    // Stripes: the zone in the middle has borders of equal length with both others.
    let map = try Maps.stripes(["west", "middle", "east", "far"])
    #expect(map.neighbours == [[1], [2, 0], [3, 1], [2]])
    var service = TaxiService(
      Registry(
        taxis: [Maps.position(0.035, 0.01), Maps.position(0.5, 0)], passengers: 1, map: map,
        start: 1_456_819_200_000),
      numbers: .seeded(1))
    let start: Milliseconds = 1_456_819_200_000
    let place = Maps.position(0.035, 0.01)
    #expect(service.handle(.completeDataEntry, at: start) == .accepted)
    #expect(service.state(of: TaxiID(0)).zone == 3)
    #expect(service.state(of: TaxiID(1)).zone == nil)
    #expect(service.zone(at: place) == 3)
    #expect(service.handle(.retireZone(3), at: start) == .accepted)
    #expect(service.zone(at: place) == 2)
    #expect(service.state(of: TaxiID(0)).zone == 2)
    // Its only neighbour is not in force either: the next by number.
    #expect(service.handle(.retireZone(2), at: start) == .accepted)
    #expect(service.zone(at: place) == 0)
    #expect(service.zoneInForce(from: 2) == 1)
    #expect(service.zone(at: Maps.position(0.5, 0)) == nil)
    #expect(service.zoneInForce(from: 9) == nil)
  }

  @Test func squaresAreNumberedFromTheSouthWest() {
    let map = CityMap(squares: 5)
    #expect(map.names == ["Z1", "Z2", "Z3", "Z4", "Z5", "Z6"])
    #expect(map.zone(at: Position(longitude: 1, latitude: 1)) == 0)
    #expect(map.zone(at: Position(longitude: 40_000, latitude: 20_000)) == 5)
    #expect(map.zone(at: Position(longitude: -1, latitude: 1)) == nil)
    #expect(Set(map.neighbours[4]) == [1, 3, 5])
    #expect(CityMap(squares: -3).count == 1)
  }

  /// Drivers cross between zones and the border of the city; whatever the day brings, a taxi is in
  /// the zone that counts where it is.
  @Test func aSimulatedDayUsesTheWholeMap() throws {
    let map = try Maps.stripes(["a", "b", "c"], from: 17_998)
    var options = SimulationOptions()
    options.taxis = 20
    options.passengers = 200
    options.duration = 6 * 3_600_000
    options.tellsPositions = true
    var city = CitySimulation(options, on: map)
    var entered: Set<ZoneID?> = []
    while city.step() {
      for record in city.service.records {
        guard case .command(.crosses(_, let zone), _) = record.content else { continue }
        entered.insert(zone)
        if let position = city.position { #expect(map.zone(at: position) == zone) }
      }
    }
    #expect(entered == [0, 1, 2, nil])
    #expect(city.summary.rides > 20)
    #expect(city.summary.hours.count == 6)
  }
}
