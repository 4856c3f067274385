import Basics

extension CrossCheck {
  /// The first half of the sample and the others at random, in their order; all if there are no
  /// more than the sample may have.
  func sample<Subject>(_ subjects: [Subject]) -> [Subject] {
    guard let size = plan.sample, size < subjects.count else { return subjects }
    var random = SplitMix64(seed: plan.seed)
    var indices = Array(subjects.indices)
    for place in size / 2..<size {
      indices.swapAt(place, place + random.below(indices.count - place))
    }
    return indices.prefix(size).sorted().map { subjects[$0] }
  }

  /// Small boxes around random vertices and at random places, half of each.
  func randomBoxes() -> [ZoneLocator.Box] {
    guard let bounds = bounds() else { return [] }
    var random = SplitMix64(seed: plan.seed)
    let size = max(2, min(bounds.east - bounds.west, bounds.north - bounds.south) / 65_536)
    return (0..<plan.randomPlaces).map { number in
      var x = random.number(from: bounds.west, through: bounds.east)
      var y = random.number(from: bounds.south, through: bounds.north)
      if number % 2 == 0 {
        let edge = index.edges[random.below(index.edges.count)]
        (x, y) = (edge.from.x, edge.from.y)
      }
      let half = random.number(from: 1, through: size)
      return ZoneLocator.Box(west: x - half, south: y - half, east: x + half, north: y + half)
    }
  }

  /// Eight by eight boxes over all that is not outside; they overlap by a unit, so that no
  /// place is left out.
  func net() -> [ZoneLocator.Box] {
    guard let bounds = bounds() else { return [] }
    let (width, height) = (bounds.east - bounds.west, bounds.north - bounds.south)
    return (0..<Int64(8)).flatMap { column in
      (0..<Int64(8)).map { row in
        ZoneLocator.Box(
          west: bounds.west + width / 8 * column - 1, south: bounds.south + height / 8 * row - 1,
          east: column == 7 ? bounds.east + 1 : bounds.west + width / 8 * (column + 1) + 1,
          north: row == 7 ? bounds.north + 1 : bounds.south + height / 8 * (row + 1) + 1)
      }
    }
  }

  private func bounds() -> ZoneLocator.Box? {
    let points = index.edges.map(\.from)
    guard let west = points.map(\.x).min(), let east = points.map(\.x).max(),
      let south = points.map(\.y).min(), let north = points.map(\.y).max()
    else { return nil }
    return ZoneLocator.Box(west: west, south: south, east: east, north: north)
  }
}
