import Solver

/// A formula that is true if a small box holds a place with a certain set of zones, in linear real
/// arithmetic with two unknowns.
///
/// A place is inside a zone if the ray from it to the north crosses the zone's edges an odd number
/// of times; an edge has its western end and not its eastern one. The formula is made from the
/// rings as they were read. Nothing of the sweep is used.
struct CellQuestion {
  let box: ZoneLocator.Box
  let x: Term
  let y: Term

  /// - Parameter name: unknowns need names of their own in each question.
  init(_ box: ZoneLocator.Box, _ name: String, _ bank: inout TermBank) {
    self.box = box
    x = bank.apply(bank.function("x\(name)", [], .real), [])
    y = bank.apply(bank.function("y\(name)", [], .real), [])
  }

  /// The place is in the box. Unknowns are counted from its south-western corner.
  func isInBox(_ bank: inout TermBank) -> Term {
    let zero = bank.real(0)
    let (width, height) = (bank.real(box.east - box.west), bank.real(box.north - box.south))
    return bank.and([
      bank.less(zero, x), bank.less(x, width), bank.less(zero, y), bank.less(y, height),
    ])
  }

  /// Returns the condition that the place is inside the area that these edges enclose; both ends of
  /// each are in units of the box.
  func isInside(_ edges: [(from: GridPoint, to: GridPoint)], _ bank: inout TermBank) -> Term {
    var result = bank.false
    for edge in edges {
      let crosses = crosses(edge.from, edge.to, &bank)
      result = bank.not(bank.equal(result, crosses))
    }
    return result
  }

  private func crosses(_ from: GridPoint, _ to: GridPoint, _ bank: inout TermBank) -> Term {
    let (west, east) = from.x < to.x ? (from, to) : (to, from)
    // The edge is above no place in the box.
    if west.x == east.x || west.x >= box.east || east.x <= box.west { return bank.false }
    if max(west.y, east.y) <= box.south { return bank.false }
    var conditions: [Term] = []
    if west.x > box.west { conditions.append(bank.atMost(bank.real(west.x - box.west), x)) }
    if east.x < box.east { conditions.append(bank.less(x, bank.real(east.x - box.west))) }
    if min(west.y, east.y) < box.north {
      // South of the line: Δx · (y - y₀) < Δy · (x - x₀).
      let rise = bank.subtract(y, bank.real(west.y - box.south))
      let run = bank.subtract(x, bank.real(west.x - box.west))
      conditions.append(
        bank.less(
          bank.multiply(east.x - west.x, rise), bank.multiply(east.y - west.y, run)))
    }
    return bank.and(conditions)
  }
}
