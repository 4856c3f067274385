extension Picture {
  /// A box of the map, in units of its grid.
  struct Frame {
    var west, south, east, north: Double
    /// Units in a degree.
    let degree: Double

    var width: Double { east - west }
    var height: Double { north - south }

    /// Three times as wide and high, and no thinner than a third of its length.
    var grown: Frame {
      let size = max(east - west, north - south, 4)
      let (x, y) = ((west + east) / 2, (south + north) / 2)
      return Frame(west: x - size, south: y - size, east: x + size, north: y + size, degree: degree)
    }
  }

  /// The box of places, which are in units of the grid.
  func frame(of places: [(x: Double, y: Double)]) -> Frame {
    let degree = Double(partition.map.grid.unitsPerDegree)
    guard let first = places.first else {
      return Frame(west: 0, south: 0, east: 1, north: 1, degree: degree)
    }
    var box = Frame(west: first.x, south: first.y, east: first.x, north: first.y, degree: degree)
    for place in places {
      (box.west, box.east) = (min(box.west, place.x), max(box.east, place.x))
      (box.south, box.north) = (min(box.south, place.y), max(box.north, place.y))
    }
    return box
  }

  /// The projection of a frame to the picture: north is up, and a degree of longitude is as long as
  /// it is at the frame's middle latitude.
  struct View {
    let frame: Frame
    let width: Double
    let height: Double
    private let scaleX: Double
    private let scaleY: Double

    /// - Parameter height: The height; nil: as much as the frame needs.
    init(_ frame: Frame, width: Double, height: Double?) {
      let latitude = (frame.south + frame.north) / 2 / frame.degree
      let shrink = max(0.05, Area.shrinkage(atLatitude: latitude))
      let spanX = max(frame.east - frame.west, 1) * shrink
      let spanY = max(frame.north - frame.south, 1)
      let scale = height.map { min(width / spanX, $0 / spanY) } ?? width / spanX
      self.frame = frame
      self.width = width
      self.height = height ?? min(spanY * scale, 4 * width)
      scaleX = scale * shrink
      scaleY = scale
    }

    func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      (
        width / 2 + (x - (frame.west + frame.east) / 2) * scaleX,
        height / 2 - (y - (frame.south + frame.north) / 2) * scaleY
      )
    }

    /// A closed line as far as it is in the view or near it (Sutherland and Hodgman).
    func clip(_ line: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
      let margin = 4.0
      var points = line.map { place($0.x, $0.y) }
      // The distance of a place from each side, above 0 if it is within.
      let sides: [(Double, Double) -> Double] = [
        { x, _ in x + margin }, { x, _ in width + margin - x }, { _, y in y + margin },
        { _, y in height + margin - y },
      ]
      for side in sides {
        var kept: [(x: Double, y: Double)] = []
        guard var before = points.last else { return [] }
        for point in points {
          let (a, b) = (side(before.x, before.y), side(point.x, point.y))
          if (a < 0) != (b < 0) {
            let share = a / (a - b)
            kept.append(
              (before.x + (point.x - before.x) * share, before.y + (point.y - before.y) * share))
          }
          if b >= 0 { kept.append(point) }
          before = point
        }
        points = kept
      }
      return points
    }
  }

  /// A number with two decimals at most.
  func number(_ value: Double) -> String {
    let hundredths = Int64((max(-1e12, min(1e12, value)) * 100).rounded())
    let (whole, fraction) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    if fraction == 0 { return "\(sign)\(whole)" }
    return "\(sign)\(whole)." + (fraction < 10 ? "0\(fraction)" : "\(fraction)")
  }
}
