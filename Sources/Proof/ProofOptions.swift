/// How hard and how repeatably the solver works.
public struct ProofOptions: Sendable {
  /// Z3's resource limit for one query: deterministic, unlike seconds.
  public var rlimit: UInt32
  public var seed: UInt32
  /// How many obligations are worked on at once.
  public var jobs: Int

  public init(rlimit: UInt32 = 30_000_000, seed: UInt32 = 1, jobs: Int = 1) {
    self.rlimit = rlimit
    self.seed = seed
    self.jobs = jobs
  }
}
