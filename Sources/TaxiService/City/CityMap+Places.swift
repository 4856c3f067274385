import Basics

extension CityMap {
  /// The number of times a random place is drawn, until one is in a zone.
  private static let draws = 64

  /// Returns a place in the city, mostly near its centre. If the zones are a small part of their
  /// bounds it may lie outside all of them.
  func randomPlace(_ generator: inout SplitMix64) -> Position {
    var place = draw(&generator)
    for _ in 1..<Self.draws where zone(at: place) == nil { place = draw(&generator) }
    return place
  }

  private func draw(_ generator: inout SplitMix64) -> Position {
    func coordinate(_ from: Int64, _ to: Int64) -> Int64 {
      from + Int64((generator.unit() + generator.unit()) / 2 * Double(to - from))
    }
    let longitude = coordinate(west, east)
    return Position(longitude: longitude, latitude: coordinate(south, north))
  }

  /// A place outside, 100 metres to a quarter of the city's size beyond one of its four ends.
  func placeOutside(_ generator: inout SplitMix64) -> Position {
    let (width, height) = (Double(east - west), Double(north - south))
    let beyond = generator.unit() / 4
    let along = generator.unit()
    let isBesides = generator.isOneIn(2)
    let isFirst = generator.isOneIn(2)
    if isBesides {
      let more = Int64(width * beyond + 100 / eastMetres)
      return Position(
        longitude: isFirst ? west - more : east + more,
        latitude: south + Int64(along * height))
    }
    let more = Int64(height * beyond + 100 / northMetres)
    return Position(
      longitude: west + Int64(along * width), latitude: isFirst ? south - more : north + more)
  }
}
