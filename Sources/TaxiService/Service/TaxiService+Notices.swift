extension TaxiService {
  /// A message to a driver was not confirmed: it is sent again after an interval.
  mutating func undelivered(_ taxi: TaxiID, _ notice: Notice) {
    let interval = settings.tellInterval - (fault == .retellTooSoon ? 1 : 0)
    taxis[taxi].notice = notice
    taxis[taxi].retellAt = now + interval
    taxis[taxi].tellings = 0
    record(.undelivered(taxi, notice))
    if fault != .lostMessageForgotten {
      deadlines.add(.retell, at: now + interval, Int(taxi.index))
    }
  }

  mutating func delivered(_ taxi: TaxiID) {
    taxis[taxi].notice = nil
    record(.delivered(taxi))
  }

  /// Sends it again, a limited number of times.
  mutating func retell(_ taxi: Int32) {
    guard let notice = taxis[Int(taxi)].notice else { return }
    let most = settings.maxTellings + (fault == .toldOnceMore ? 1 : 0)
    let next = now + settings.tellInterval
    record(.decision(.retell(TaxiID(taxi))))
    taxis[Int(taxi)].tellings += 1
    taxis[Int(taxi)].retellAt = next
    send(notice == .nowBack ? .nowAvailable(TaxiID(taxi)) : .noLongerAvailable(TaxiID(taxi)))
    if taxis[Int(taxi)].tellings >= most {
      taxis[Int(taxi)].notice = nil
    } else {
      deadlines.add(.retell, at: next, Int(taxi))
    }
  }
}
