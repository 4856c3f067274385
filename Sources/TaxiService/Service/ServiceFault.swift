/// A mistake that the service makes on purpose, so that tests can tell whether lockstep and
/// replay would notice it. Nothing but tests and benchmarks ever asks for one.
package enum ServiceFault: String, CaseIterable, Sendable {
  // Deadlines.
  case expiryOneMillisecondLate, expiryOneMillisecondEarly, answerAwaitedForever
  case holdRetriedEarly, holdNeverRetried
  case attemptOneMinuteLate, attemptEarly, retryTooSoon
  case retellTooSoon, toldOnceMore, lostMessageForgotten
  // The choice of the taxi to ask.
  case refusalNotRemembered, refusalForgottenOnRetry, refusalKeptAcrossAttempts
  case pendingTaxiAskedAgain, lastAskedFirst, newcomerAskedForReservation
  case offlineDriverKeepsOffer
  // Queues.
  case queueNotLeftOutside, queueNotLeftOnAccept, refuserKeepsPlace, joinsAtFront
  case crossingKeepsOldQueue, switchedOffForgotten, rideEndsUnavailable, dismissedStaysQueued
  case withdrawnOfferMovesBack, rezonedToFront, leftInDissolvedZone
  // Holding and giving up.
  case eleventhHold, heldForNobody, heldForRefusers, givenUpAtOnce
  case twentySecondAttempt, attemptBeyondHalfHour
  // Messages.
  case availableToldTwice, dropNotTold, expiredReservationNotTold, reservationNotConfirmed
  case comingToldToAnother, oldNumberTold, tryAgainNotTold, withdrawalNotTold
  // The acceptance and refusal of commands.
  case legalRequestRefused, secondRequestAccepted, requestFromOutsideAccepted
  case suspendedRequestAccepted, anybodyAccepts, boardingWithoutNumber, boardingWithoutCode
  case arrivalTooFar, endAnywhere, noShowBeforeArrival, cancelledWhenScheduled
  case leadOneMillisecondShort, sixteenDaysAhead, exactLeadRefused, ridingDriverSwitchesOff
  case removedDriverAvailable, zoneRetiredWhileAwaited, lastZoneRetired
  case restartStaysSuspended, availableWhileSuspended
  // The start of the system.
  case availableOverARestart, outsideOverARestart, restartNotTold, requestsLostAtRestart
  case answersWhileDown
  // Identities.
  case requestNameReused
  // Choices that the rules leave to the server: no rule is broken.
  case numberOfLatestRequest, rezonedInAnotherOrder
}
