internal import Rulebook
internal import Semantics

/// What has been found goes on having effects: whose state may be wrong since, whom nobody knows,
/// which lines may still come. Findings are meant by their positions among those on record.
struct Aftermath {
  /// The properties, with bindings, that do not hold and have been reported, or follow from
  /// something that has; with whom the bindings name.
  var violated: [ViolationKey: Set<EntityKey>] = [:]
  /// By sort and number: the first finding about the entity.
  var culprits: [[Int32: Int]]
  /// By sort and number: whose state may be wrong.
  var suspicions: [[Int32: Suspicion]]
  /// Whom lines that were wrongly refused would have introduced, the first first.
  private(set) var unborn: [Unborn] = []
  /// Of whom something was inferred that may have been otherwise.
  var guessed: Set<EntityKey> = []
  /// By line: the findings from which what is wrong with the line does not follow.
  var unrelated: [Int: Set<Int>] = [:]

  /// So many of a kind are remembered at most.
  private static let most = 256
  private static let mostViolated = 4_096

  init(sorts: Int) {
    culprits = Array(repeating: [:], count: sorts)
    suspicions = Array(repeating: [:], count: sorts)
  }

  // MARK: Whom it is about

  /// The first finding about the first of these about whom there is one.
  func culprit(_ keys: some Sequence<EntityKey>) -> Int? {
    for key in keys {
      if let finding = culprits[key.sort.index][key.number] { return finding }
    }
    return nil
  }

  /// What is found later about these may follow from a finding.
  mutating func blame(_ keys: [EntityKey], for finding: Int) {
    for key in keys where culprits[key.sort.index][key.number] == nil {
      culprits[key.sort.index][key.number] = finding
    }
  }

  mutating func suspect(_ keys: some Sequence<EntityKey>, _ suspicion: Suspicion) {
    for key in keys { suspicions[key.sort.index][key.number] = suspicion }
  }

  func suspicion(of key: EntityKey) -> Suspicion? { suspicions[key.sort.index][key.number] }

  /// Whatever explains a finding, something is wrong with these lines too.
  mutating func setApart(_ lines: [Int], from finding: Int, behind line: Int) {
    unrelated = unrelated.filter { $0.key > line }
    for line in lines { unrelated[line, default: []].insert(finding) }
  }

  /// A property does not hold of these. Where very many do not, what is broken anew may be told
  /// again: each line that is wrong would go through all of them.
  mutating func note(_ key: ViolationKey, broken concerned: Set<EntityKey>) {
    if violated.count < Self.mostViolated || violated[key] != nil { violated[key] = concerned }
  }

  // MARK: What may still come

  mutating func miss(_ missed: [Unborn]) {
    unborn.append(contentsOf: missed)
    unborn.keepLast(Self.most)
  }

  /// One of those whom nobody knew is known now; of several that are alike, the first.
  mutating func welcome(_ missed: Unborn) {
    if let index = unborn.firstIndex(of: missed) { unborn.remove(at: index) }
  }

  // MARK: Who is gone

  /// A number belongs to somebody else now.
  mutating func forget(_ gone: EntityKey, _ rules: Core.Rules) {
    // Asked for each request that is over, and most of this is empty most of the time.
    if !culprits[gone.sort.index].isEmpty { culprits[gone.sort.index][gone.number] = nil }
    if !suspicions[gone.sort.index].isEmpty { suspicions[gone.sort.index][gone.number] = nil }
    if !unborn.isEmpty { unborn.removeAll { $0.birth.entities(rules).contains(gone) } }
    if !guessed.isEmpty { guessed.remove(gone) }
    if !violated.isEmpty { violated = violated.filter { !$0.value.contains(gone) } }
  }
}

struct ViolationKey: Hashable, Sendable {
  let property: Int
  let binding: [Value]
}

extension Array {
  /// Drops the first of more than so many.
  fileprivate mutating func keepLast(_ most: Int) { removeFirst(Swift.max(0, count - most)) }
}
