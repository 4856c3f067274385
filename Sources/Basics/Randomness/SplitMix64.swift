/// SplitMix64: small, fast, and the same numbers on every platform and in every version.
/// Guy Steele, Doug Lea, Christine Flood, "Fast splittable pseudorandom number generators", 2014.
package struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  /// The state of the sequence: used as a seed it continues from there.
  package private(set) var state: UInt64

  /// Creates a generator. Any seed is good; equal seeds give equal sequences.
  package init(seed: UInt64) { state = seed }

  /// The next of the sequence, from 0 to 2⁶⁴ - 1.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 to `bound` - 1, where `bound` is positive. Uneven by less than
  /// `bound` in 2⁶⁴, which no run can notice.
  package mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number from `first` to `last`, which is not before it, both included; they are less than
  /// 2⁶³ apart.
  package mutating func number(from first: Int64, through last: Int64) -> Int64 {
    first + Int64(below(Int(last - first) + 1))
  }

  /// A number from 0, included, to 1, not included.
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// True in one of `count` cases.
  package mutating func isOneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// One of the elements; nil: there are none.
  package mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// Brings the elements into one of all their orders.
  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(index, below(index + 1))
    }
  }
}
