import Rulebook
import Semantics

/// The search for steps of the server's own that need no time and lead back to where they began.
/// Fields that no guard reads do not count: a field that only grows and decides nothing is no
/// progress.
struct LassoSearch {
  private let canonicalizer: Canonicalizer
  private let generator: MoveGenerator
  /// Positions from which own steps are known to end.
  private var settled: Set<PositionKey> = []

  /// The greatest length of a chain of own steps at one instant that is followed.
  private static let longest = 64

  init(_ canonicalizer: Canonicalizer, _ generator: MoveGenerator) {
    self.canonicalizer = canonicalizer
    self.generator = generator
  }

  /// Returns the shortest cycle of own steps through the position; nil if there is none.
  ///
  /// A breadth-first search meets the positions of a cycle one after the other, so cycles elsewhere
  /// are found by its later calls.
  ///
  /// - Parameter most: The greatest number of steps; nil: as many as are ever followed.
  mutating func cycle(
    from home: Position, upTo most: Int?
  ) throws(EvaluationError) -> [Move]? {
    let homeKey = canonicalizer.exactKey(of: home)
    guard !settled.contains(homeKey) else { return nil }
    var frontier: [(moves: [Move], position: Position)] = [([], home)]
    var seen: Set<PositionKey> = []
    var found: [Move]?
    for _ in 0..<min(most ?? Self.longest, Self.longest) where !frontier.isEmpty && found == nil {
      var next: [(moves: [Move], position: Position)] = []
      for (moves, position) in frontier {
        let isDone = try generator.forEach(at: position, ownOnly: true) {
          (move, attempt) throws(EvaluationError) in
          guard case .success(let done) = attempt else { return true }
          let key = canonicalizer.exactKey(of: done.position)
          if key == homeKey {
            found = moves + [move]
            return false
          }
          if !settled.contains(key), seen.insert(key).inserted {
            next.append((moves + [move], done.position))
          }
          return true
        }
        guard isDone else { break }
      }
      frontier = next
    }
    // No cycle leads through this position, so no later search needs to come here again.
    if found == nil, most == nil { settled.insert(homeKey) }
    return found
  }
}
