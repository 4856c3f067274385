/// Milliseconds: instants since 1970 began (UTC), and lengths of time.
public typealias Milliseconds = Int64

/// A taxi, which stands for its one driver. Taxis are numbered from 0.
public struct TaxiID: Hashable, Sendable {
  public let index: Int32
  public init(_ index: Int32) { self.index = index }
}

/// A registered passenger, numbered from 0.
public struct PassengerID: Hashable, Sendable {
  public let index: Int32
  public init(_ index: Int32) { self.index = index }
}

/// A zone of the map, numbered from 0, whether or not it is in force.
public struct ZoneID: Hashable, Sendable {
  public let index: Int32
  public init(_ index: Int32) { self.index = index }
}

/// A request, numbered from 0 in the order in which they are made; no number is given twice.
public struct RequestID: Hashable, Sendable {
  public let serial: Int
  public init(_ serial: Int) { self.serial = serial }
}

/// A reservation, numbered from 0 in the order in which they are made.
public struct ReservationID: Hashable, Sendable {
  public let serial: Int
  public init(_ serial: Int) { self.serial = serial }
}

/// A four-digit security number, 0 to 9999.
public typealias SecurityNumber = UInt16
