import TaxiService

extension Exhaustion {
  /// The least of the descriptions that a position has under every renaming of taxis, zones and
  /// passengers. Instants are told as distances from now.
  func canonicalForm(of service: TaxiService) -> [Int64] {
    var least: [Int64]?
    for taxis in [[0, 1], [1, 0]] {
      for zones in [[0, 1], [1, 0]] {
        for passengers in [[0, 1], [1, 0]] {
          let form = Renaming(taxis: taxis, zones: zones, passengers: passengers)
            .description(of: service)
          if least.map({ form.lexicographicallyPrecedes($0) }) ?? true { least = form }
        }
      }
    }
    return least ?? []
  }
}

/// A permutation of the two taxis, zones and passengers; each is its own inverse.
private struct Renaming {
  let taxis, zones, passengers: [Int]

  func description(of service: TaxiService) -> [Int64] {
    var form: [Int64] = [service.isDataEntered, service.isSuspended, service.isCrashed]
      .map { $0 ? 1 : 0 }
    for zone in zones {
      let id = ZoneID(Int32(zone))
      form.append(service.isInForce(id) ? 1 : 0)
      form += service.queue(of: id).map { taxi($0) } + [-2]
    }
    for index in taxis { describe(service.state(of: TaxiID(Int32(index))), service, &form) }
    for serial in 0..<service.requestCount {
      let id = RequestID(serial)
      guard let request = service.state(of: id) else { continue }
      describe(request, service.refusers(of: id), service, &form)
    }
    for serial in 0..<service.reservationCount {
      guard let reservation = service.state(of: ReservationID(serial)) else { continue }
      describe(reservation, service, &form)
    }
    return form
  }

  private func describe(
    _ taxi: TaxiService.TaxiState, _ service: TaxiService, _ form: inout [Int64]
  ) {
    form += [
      Int64(taxi.status.rawValue), zone(taxi.zone), taxi.isSwitchedOff ? 1 : 0,
      taxi.isOnline ? 1 : 0, taxi.isRegistered ? 1 : 0,
      taxi.status == .available || taxi.status == .pending ? taxi.queuedAt - service.now : 1,
      Int64(taxi.notice?.rawValue ?? 9), taxi.notice == nil ? 1 : taxi.retellAt - service.now,
      Int64(taxi.tellings), Int64(taxi.request?.serial ?? -1),
    ]
  }

  private func describe(
    _ request: TaxiService.RequestState, _ refusers: [TaxiID], _ service: TaxiService,
    _ form: inout [Int64]
  ) {
    form.append(Int64(request.stage.rawValue))
    // A finished request has no effect any more.
    if request.stage.isFinished { return }
    form += [
      Int64(passengers[Int(request.passenger.index)]), zone(request.origin),
      request.since - service.now, Int64(request.reservation?.serial ?? -1),
      request.isDestined ? 1 : 0, request.taxi.map { taxi($0) } ?? -1,
      request.offeredAt.map { $0 - service.now } ?? 1,
      request.heldAt.map { $0 - service.now } ?? 1, Int64(request.holds),
    ]
    form += refusers.map { taxi($0) }.sorted() + [-2]
  }

  private func describe(
    _ reservation: TaxiService.ReservationState, _ service: TaxiService, _ form: inout [Int64]
  ) {
    form += [
      Int64(passengers[Int(reservation.passenger.index)]), zone(reservation.origin),
      reservation.meeting - service.now, reservation.nextAttempt - service.now,
      Int64(reservation.attempts), Int64(reservation.stage.rawValue),
      Int64(reservation.request?.serial ?? -1),
    ]
  }

  private func zone(_ zone: ZoneID?) -> Int64 { zone.map { Int64(zones[Int($0.index)]) } ?? -1 }
  private func taxi(_ taxi: TaxiID) -> Int64 { Int64(taxis[Int(taxi.index)]) }
}
