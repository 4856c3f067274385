import TaxiService

/// Inputs of a service that can be shortened: a reference to a request or reservation means the one
/// that a certain earlier input introduced, even if its number changes.
package struct ServiceScript: Sendable {
  /// The input that introduced a request or reservation.
  private enum Origin: Hashable {
    case input(Int)
    /// The attempt of that number for the reservation of an input.
    case attempt(Int, Int)
  }

  package private(set) var inputs: [ServiceInput]
  /// The requests and reservations that an input refers to.
  private struct Reference {
    let request: Origin?
    let reservation: Origin?
    /// True if the input shows the number of the request.
    let hasNumber: Bool
  }

  /// The references of each input.
  private var references: [Reference] = []
  /// The position of each input in the whole script.
  private var positions: [Int]

  /// - Parameter service: The service at the start.
  package init(_ inputs: [ServiceInput], for service: TaxiService) {
    self.inputs = inputs
    positions = Array(inputs.indices)
    var run = Run(service)
    for (position, input) in inputs.enumerated() {
      let number = run.service.state(of: RequestID(input.request ?? -1))?.number
      references.append(
        Reference(
          request: run.requests[input.request ?? -1],
          reservation: run.reservations[input.reservation ?? -1],
          hasNumber: input.shownNumber.map { $0 == number } ?? false))
      run.take(input, position)
    }
  }

  package var count: Int { inputs.count }

  package func removing(_ range: Range<Int>) -> ServiceScript {
    var script = self
    script.inputs.removeSubrange(range)
    script.references.removeSubrange(range)
    script.positions.removeSubrange(range)
    return script
  }

  /// Returns the inputs with the numbers that requests and reservations have without the removed
  /// inputs. Inputs about a request or reservation that no longer exists are left out.
  package func resolved(for service: TaxiService) -> [ServiceInput] {
    var run = Run(service)
    var resolved: [ServiceInput] = []
    for (index, input) in inputs.enumerated() {
      var input = input
      if let origin = references[index].request {
        guard let serial = run.requestNumbers[origin] else { continue }
        let number = run.service.state(of: RequestID(serial))?.number
        input = input.naming(
          request: serial, number: references[index].hasNumber ? number : nil)
      }
      if let origin = references[index].reservation {
        guard let serial = run.reservationNumbers[origin] else { continue }
        input = input.naming(reservation: serial)
      }
      resolved.append(input)
      run.take(input, positions[index])
    }
    return resolved
  }

  /// A run of the service alone, for the numbers that it gives.
  private struct Run {
    var service: TaxiService
    var requests: [Int: Origin] = [:]
    var reservations: [Int: Origin] = [:]
    var requestNumbers: [Origin: Int] = [:]
    var reservationNumbers: [Origin: Int] = [:]

    init(_ service: TaxiService) { self.service = service }

    mutating func take(_ input: ServiceInput, _ position: Int) {
      input.give(to: &service)
      for record in service.records {
        switch record.content {
        case .command(_, .asked(let request, _)):
          requests[request.serial] = .input(position)
          requestNumbers[.input(position)] = request.serial
        case .command(_, .reserved(let reservation)):
          reservations[reservation.serial] = .input(position)
          reservationNumbers[.input(position)] = reservation.serial
        case .decision(.attempt(let reservation, let request, _)):
          guard case .input(let input)? = reservations[reservation.serial] else { continue }
          let attempt = service.state(of: reservation)?.attempts ?? 0
          requests[request.serial] = .attempt(input, attempt)
          requestNumbers[.attempt(input, attempt)] = request.serial
        default: continue
        }
      }
    }
  }
}

extension ServiceInput {
  package func give(to service: inout TaxiService) {
    switch action {
    case .command(let command): _ = service.handle(command, at: instant)
    case .pass: service.advance(to: instant)
    }
  }

  fileprivate var request: Int? {
    switch action {
    case .command(.accept(let request, _, _)), .command(.refuse(let request, _)),
      .command(.arrive(let request, _, _)), .command(.noShow(let request, _)),
      .command(.board(let request, _, _, _)), .command(.endRide(let request, _, _)):
      request.serial
    default: nil
    }
  }

  fileprivate var reservation: Int? {
    if case .command(.cancel(_, let reservation)) = action { reservation.serial } else { nil }
  }

  fileprivate var shownNumber: SecurityNumber? {
    if case .command(.board(_, _, _, let number)) = action { number } else { nil }
  }

  /// - Parameter right: The number to show; nil: the number that was shown.
  fileprivate func naming(request serial: Int, number right: SecurityNumber?) -> ServiceInput {
    guard case .command(let command) = action else { return self }
    let id = RequestID(serial)
    let renamed: Command =
      switch command {
      case .accept(_, let taxi, let wait): .accept(id, taxi, wait: wait)
      case .refuse(_, let taxi): .refuse(id, taxi)
      case .arrive(_, let taxi, let distance): .arrive(id, taxi, distance: distance)
      case .noShow(_, let taxi): .noShow(id, taxi)
      case .board(_, let taxi, let named, let number):
        .board(id, taxi, named: named, number: right ?? number)
      case .endRide(_, let taxi, let distance): .endRide(id, taxi, distance: distance)
      default: command
      }
    return ServiceInput(instant, .command(renamed))
  }

  fileprivate func naming(reservation serial: Int) -> ServiceInput {
    guard case .command(.cancel(let passenger, _)) = action else { return self }
    return ServiceInput(instant, .command(.cancel(passenger, ReservationID(serial))))
  }
}
