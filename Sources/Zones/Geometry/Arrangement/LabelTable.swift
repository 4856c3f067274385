/// The sets of layers that cover a place, and the changes between neighbouring places; equal ones
/// have equal numbers.
package struct LabelTable: Sendable {
  /// The number of times that the rings of a layer wind around a place, or a difference of such
  /// numbers. If its rings are valid it is 1 inside the layer, and else 0.
  package struct Part: Hashable, Sendable {
    /// The position of the layer, from 0.
    package var layer: Int32
    package var winding: Int32
  }

  /// The label of a place that no layer covers.
  package static let nothing: Int32 = 0

  /// The labels and changes: the parts of each in the order of layers, none of them 0.
  private(set) package var labels: [[Part]] = [[]]
  private var numbers: [[Part]: Int32] = [[]: 0]
  private var sums: [UInt64: Int32] = [:]
  /// One layer's border, or the border between two: nearly all changes.
  private var simple: [UInt64: Int32] = [:]

  /// The number of a change, which may also be that of a label.
  mutating func change(_ parts: [Part]) -> Int32 {
    guard let key = Self.key(parts) else { return number(parts) }
    if let known = simple[key] { return known }
    let number = number(parts)
    simple[key] = number
    return number
  }

  private static func key(_ parts: [Part]) -> UInt64? {
    guard parts.count <= 2 else { return nil }
    var key: UInt64 = 0
    for part in parts {
      guard part.winding.magnitude == 1, part.layer < 1 << 30 else { return nil }
      key = key << 32 | UInt64(part.layer + 1) << 1 | (part.winding > 0 ? 1 : 0)
    }
    return key
  }

  private mutating func number(_ parts: [Part]) -> Int32 {
    if let known = numbers[parts] { return known }
    let number = Int32(labels.count)
    labels.append(parts)
    numbers[parts] = number
    return number
  }

  /// The label to the left of a segment that has `label` on its right. Also adds two changes.
  mutating func sum(_ label: Int32, _ change: Int32) -> Int32 {
    if change == Self.nothing { return label }
    let key = UInt64(UInt32(label)) << 32 | UInt64(UInt32(change))
    if let known = sums[key] { return known }
    var result: [Part] = []
    var (a, b) = (labels[Int(label)][...], labels[Int(change)][...])
    while let x = a.first, let y = b.first {
      if x.layer != y.layer {
        result.append(x.layer < y.layer ? a.removeFirst() : b.removeFirst())
      } else {
        let winding = x.winding + y.winding
        if winding != 0 { result.append(Part(layer: x.layer, winding: winding)) }
        a.removeFirst()
        b.removeFirst()
      }
    }
    let number = number(result + a + b)
    sums[key] = number
    return number
  }
}
