/// G5.4
package enum TaxiStatus: UInt8, Hashable, Sendable, CaseIterable {
  case unavailable, available, pending, riding, outside
}

/// One taxi, in 64 bytes: a command touches one or two of them, so the fields of a taxi lie
/// together rather than in columns. -1 stands for no taxi and no zone.
struct Taxi: Hashable, Sendable {
  var status = TaxiStatus.unavailable
  var isRegistered = true
  var isOnline = true
  /// Outside, switched off, and not yet back in the city.
  var isSwitchedOff = false
  var notice: Notice?
  var tellings: UInt8 = 0
  var zone: Int32
  /// The neighbours in the zone's queue.
  var ahead: Int32 = -1
  var behind: Int32 = -1
  /// The neighbours among those of the queue that are available.
  var freeAhead: Int32 = -1
  var freeBehind: Int32 = -1
  /// The search that last marked it as one that has refused. Numbers do not come round: a mark
  /// of long ago must not be taken for one of now.
  var mark: UInt64 = 0
  /// The request that it is asked for or serves.
  var request = -1
  var queuedAt: Milliseconds = 0
  var retellAt: Milliseconds = 0

  init(zone: ZoneID?) { self.zone = zone?.index ?? -1 }
}

struct Zone: Hashable, Sendable {
  var isInForce = true
  var first: Int32 = -1
  var last: Int32 = -1
  var firstFree: Int32 = -1
  var lastFree: Int32 = -1
  /// The number of pending taxis in the queue.
  var pending: Int32 = 0
  /// The number of requests that wait for a taxi in this zone.
  var waiting: Int32 = 0
}
