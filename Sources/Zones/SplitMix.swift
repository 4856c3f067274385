/// A sequence of random numbers that is the same for the same seed (SplitMix64).
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from 0 up to, but not with, `limit`; 0 if there is none.
  mutating func next(below limit: Int64) -> Int64 {
    limit <= 0 ? 0 : Int64(next() % UInt64(limit))
  }
}
