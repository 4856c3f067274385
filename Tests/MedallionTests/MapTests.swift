import Medallion
import Testing

@Suite("The library checks maps") struct MapTests {
  @Test("A partition of the city has no fault")
  func partition() throws {
    let report = try checkMap(geoJSON: Loans.whole, city: Loans.city)
    #expect(report.verdict == .partition && report.faults == [])
    #expect(report.zones == ["west", "east"])
  }

  @Test("A gap has its neighbours, its area and a place in it, and may be within the tolerance")
  func gap() throws {
    let report = try checkMap(geoJSON: Loans.withGap, city: Loans.city)
    #expect(report.verdict == .notAPartition)
    let fault = try #require(report.faults.first)
    #expect(report.faults.count == 1 && fault.kind == .gap && fault.zones == ["west", "east"])
    // 0.001 by 0.002 degrees at the equator, some 111 by 222 metres.
    #expect(fault.area.lowerBound > 24_000 && fault.area.upperBound < 25_000)
    let witness = try #require(fault.witness)
    let longitude = try #require(Double(witness.longitude))
    let latitude = try #require(Double(witness.latitude))
    #expect((0.002...0.003).contains(longitude) && (0...0.002).contains(latitude))
    #expect(!fault.isAccepted)
    var options = MapOptions()
    options.tolerance = 25_000
    let accepted = try checkMap(geoJSON: Loans.withGap, city: Loans.city, options)
    #expect(
      accepted.verdict == .partitionWithinTolerance && accepted.faults.first?.isAccepted == true)
  }

  @Test("A map that cannot be read has its mistakes with their places")
  func mistake() throws {
    let error = try #require(throws: MapError.self) {
      try checkMap(geoJSON: "{\n  \"type\": \"Feature\",\n", name: "zones.geojson")
    }
    let diagnostic = try #require(error.diagnostics.first)
    #expect(diagnostic.file == "zones.geojson" && diagnostic.severity == .error)
    #expect(diagnostic.line != nil && diagnostic.column != nil)
  }
}
