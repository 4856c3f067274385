/// Milliseconds: instants since 1970 began (UTC), and lengths of time.
package typealias Milliseconds = Int64

/// A taxi, which stands for its one driver. Taxis are numbered from 0.
package struct TaxiID: Hashable, Sendable {
  package let index: Int32
  package init(_ index: Int32) { self.index = index }
}

/// A registered passenger, numbered from 0.
package struct PassengerID: Hashable, Sendable {
  package let index: Int32
  package init(_ index: Int32) { self.index = index }
}

/// A zone of the map, numbered from 0, whether or not it is in force.
package struct ZoneID: Hashable, Sendable {
  package let index: Int32
  package init(_ index: Int32) { self.index = index }
}

/// A request, numbered from 0 in the order in which they are made; no number is given twice.
package struct RequestID: Hashable, Sendable {
  package let serial: Int
  package init(_ serial: Int) { self.serial = serial }
}

/// A reservation, numbered from 0 in the order in which they are made.
package struct ReservationID: Hashable, Sendable {
  package let serial: Int
  package init(_ serial: Int) { self.serial = serial }
}

/// A four-digit security number, 0 to 9999.
package typealias SecurityNumber = UInt16
