extension TaxiService {
  /// Lets everything happen that is due up to an instant, each at its own instant.
  mutating func settleDeadlines(upTo limit: Milliseconds) {
    if isCrashed { return }
    while let (kind, deadline) = deadlines.next(upTo: limit, attempting: isAttempting) {
      guard isDue(kind, deadline) else { continue }
      now = max(now, deadline.instant)
      switch kind {
      case .answer: expire(deadline.subject)
      case .hold: tryHeldAgain(deadline.subject)
      case .attempt, .retry: attempt(deadline.subject)
      case .retell: retell(Int32(deadline.subject))
      }
    }
  }

  /// True if attempts for reservations are made: not while the service is suspended. Attempts that
  /// become due meanwhile are made at the instant at which the service resumes.
  var isAttempting: Bool { !isSuspended }

  /// Returns true if the deadline was not settled in the meantime.
  func isDue(_ kind: Deadlines.Kind, _ deadline: Deadline) -> Bool {
    switch kind {
    case .answer:
      requests.holds(deadline.subject)
        && requests[deadline.subject].stage == .offered
        && answerDue(requests[deadline.subject]) == deadline.instant
    case .hold:
      requests.holds(deadline.subject) && requests[deadline.subject].stage == .held
        && holdEnds(requests[deadline.subject]) == deadline.instant
    case .attempt, .retry:
      reservations.holds(deadline.subject)
        && [.stored, .waiting].contains(reservations[deadline.subject].stage)
    case .retell:
      taxis[deadline.subject].notice != nil
        && taxis[deadline.subject].retellAt == deadline.instant
    }
  }

  func answerDue(_ request: Request) -> Milliseconds {
    let shift: Milliseconds =
      switch fault {
      case .expiryOneMillisecondLate: 1
      case .expiryOneMillisecondEarly: -1
      default: 0
      }
    return request.offeredAt + settings.answerWindow + shift
  }

  func holdEnds(_ request: Request) -> Milliseconds {
    request.heldAt + settings.holdInterval - (fault == .holdRetriedEarly ? 1 : 0)
  }
}
