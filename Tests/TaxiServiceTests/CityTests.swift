import TaxiService
import Testing

/// What the summary of a simulated city tells.
@Suite struct CityTests {
  @Test func levelsAreThoseOfTheService() throws {
    var options = SimulationOptions()
    options.taxis = 40
    options.passengers = 400
    options.zones = 4
    options.demand = 4
    options.duration = 4 * 3_600_000
    options.seed = 3
    var city = CitySimulation(options)
    let begun = options.start + 3_600_000
    // By the number of open requests: for how long.
    var lasted: [Int: Milliseconds] = [:]
    var inService: Set<Int> = []
    var before = city.service
    while city.step() {
      let now = city.service.now
      if now >= begun {
        lasted[before.openRequestCount, default: 0] += now - max(before.now, begun)
        inService.insert(before.inServiceCount)
      }
      before = city.service
    }
    let open = city.summary.openRequests
    #expect(open.least == lasted.keys.min())
    #expect(open.most == lasted.keys.max())
    let median = try #require(open.median)
    let whole = lasted.values.reduce(0, +)
    #expect(whole == options.duration - 3_600_000 - 1)
    #expect(2 * lasted.filter { $0.key <= median }.values.reduce(0, +) >= whole)
    #expect(2 * lasted.filter { $0.key < median }.values.reduce(0, +) < whole)
    #expect(city.summary.taxisInService.least == inService.min())
    #expect(city.summary.taxisInService.most == inService.max())
    #expect((inService.max() ?? 0) > 10)
  }

  @Test func theFirstHourIsNotCounted() {
    var options = SimulationOptions()
    options.duration = 3_600_000
    var city = CitySimulation(options)
    while city.step() {}
    #expect(city.summary.openRequests.least == nil)
    #expect(city.summary.openRequests.median == nil)
  }
}
