/// A place on the earth, in millionths of a degree: whole numbers, the same on every platform.
package struct Position: Hashable, Sendable {
  /// East of Greenwich, from -180,000,000 to 180,000,000.
  package let longitude: Int32
  /// North of the equator, from -90,000,000 to 90,000,000.
  package let latitude: Int32

  /// Longitudes beyond ±180° are counted on from the other side, latitudes end at the poles.
  package init(longitude: Int64, latitude: Int64) {
    let turns = longitude % Self.circle
    let shift = turns > Self.circle / 2 ? -Self.circle : turns < -Self.circle / 2 ? Self.circle : 0
    self.longitude = Int32(turns + shift)
    self.latitude = Int32(min(max(latitude, -Self.circle / 4), Self.circle / 4))
  }

  /// 360 degrees.
  static let circle: Int64 = 360_000_000
}
