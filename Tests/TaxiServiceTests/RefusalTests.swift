import Foundation
import TaxiService
import Testing

/// Every reason for which a command is refused, provoked.
@Suite struct RefusalTests {
  @Test func everyReasonIsGivenWhereItShouldBe() throws {
    let given = provoked().map { outcome -> Refusal? in
      if case .refused(let refusal) = outcome { refusal } else { nil }
    }
    #expect(given == Refusal.allCases.map(Optional.some))
  }

  /// In the order of the reasons.
  private func provoked() -> [Outcome] {
    var down = Service()
    down.at(.crash)
    var closed = Service(isOpen: false)
    var city = Service()
    var outcomes = [
      down.at(.goAvailable(0)), closed.at(.goAvailable(0)), city.at(.completeDataEntry),
    ]
    city.at(.suspend)
    outcomes.append(city.at(.ask(0, origin: 0, destined: false)))
    city.at(.resume)
    outcomes += [city.at(.resume)]
    city.at(.suspend)
    outcomes.append(city.at(.dismiss(0)))
    city.at(.resume)
    city.at(.goAvailable(0))
    city.at(.removeDriver(1))
    outcomes += [city.at(.removeDriver(1)), city.at(.addDriver(0))]
    city.at(.ask(0, origin: 0, destined: true))
    outcomes.append(city.at(.removeDriver(0)))
    var zones = Service()
    zones.at(.retireZone(1))
    outcomes += [
      zones.at(.retireZone(1)), zones.at(.openZone(0)), zones.at(.retireZone(0)),
      city.at(.retireZone(0)), city.at(.goAvailable(0)),
    ]
    var outside = Service(taxis: [nil])
    outcomes += [outside.at(.goAvailable(0)), city.at(.goUnavailable(0))]
    outcomes += [
      city.at(.ask(1, origin: nil, destined: false)), city.at(.ask(0, origin: 0, destined: false)),
      city.at(.accept(0, 1, wait: 0)), city.at(.arrive(0, 0, distance: 0)),
      city.at(.noShow(0, 0)), city.at(.endRide(0, 0, distance: 0)),
    ]
    city.at(.accept(0, 0, wait: 0))
    outcomes.append(city.at(.arrive(0, 0, distance: 51)))
    city.at(.arrive(0, 0, distance: 50))
    let number = city.service.state(of: RequestID(0))?.number ?? 0
    let codes = [
      city.at(.board(0, 0, named: 1, number: number)),
      city.at(.board(0, 0, named: 0, number: (number + 1) % 10_000)),
    ]
    city.at(.board(0, 0, named: 0, number: number))
    outcomes.append(city.at(.endRide(0, 0, distance: 51)))
    outcomes += codes
    let now = city.now
    outcomes += [
      city.at(.reserve(1, origin: 0, meeting: now)),
      city.at(.reserve(1, origin: 0, meeting: now + 16 * 86_400_000)),
    ]
    city.at(.reserve(1, origin: 0, meeting: now + 86_400_000))
    outcomes.append(city.at(.cancel(0, 0)))
    city.at(.cancel(1, 0))
    outcomes.append(city.at(.cancel(1, 0)))
    return outcomes
  }

  @Test func everyReasonCitesARequirementOfTheTable() throws {
    let table = try String(
      contentsOfFile: #filePath.replacing(
        "Tests/TaxiServiceTests/RefusalTests.swift",
        with: "Models/MyTaxiService/requirements.tsv"), encoding: .utf8)
    let ids = Set(table.split(separator: "\n").map { $0.split(separator: "\t")[0] })
    for refusal in Refusal.allCases {
      #expect(ids.contains(Substring(refusal.requirement)), "\(refusal)")
    }
  }

  @Test func whatCannotBeMeantChangesNothing() {
    var city = Service()
    let before = Snapshot(of: city.service, journalLength: 0).bytes
    for (command, invalidity) in [
      (.goAvailable(9), .unknownTaxi), (.goAvailable(-1), .unknownTaxi),
      (.ask(9, origin: 0, destined: false), .unknownPassenger),
      (.ask(0, origin: 9, destined: false), .unknownZone), (.refuse(0, 0), .unknownRequest),
      (.cancel(0, 0), .unknownReservation), (.crosses(0, into: 0), .noCrossing),
      (.reserve(0, origin: 0, meeting: -1), .impossibleInstant),
    ] as [(Command, Invalidity)] {
      #expect(city.at(command) == .invalid(invalidity))
      #expect(city.service.records.isEmpty)
    }
    #expect(city.service.handle(.suspend, at: 0) == .invalid(.timeRanBackwards))
    #expect(city.service.handle(.suspend, at: .max) == .invalid(.impossibleInstant))
    #expect(Snapshot(of: city.service, journalLength: 0).bytes == before)
  }
}
