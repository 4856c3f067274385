import Rulebook
import Semantics

/// The lasting effects of findings: entities whose state may be wrong since, missing entities, and
/// lines that may still come. Findings are given by their positions among those that are kept.
struct Aftermath {
  /// The violated properties, with bindings, that were reported or follow from a finding; with the
  /// entities in the bindings.
  var violated: [ViolationKey: Set<EntityKey>] = [:]
  /// The first finding about each entity, by sort and number.
  var culprits: [[Int32: Int]]
  /// The taints of entities whose state may be wrong, by sort and number, the earliest first.
  var suspicions: [[Int32: [Suspicion]]]
  /// The missing entities that wrongly refused lines would have introduced, oldest first.
  private(set) var unborn: [Unborn] = []
  /// The entities about which something was inferred that may be wrong.
  var guessed: Set<EntityKey> = []
  /// The findings that do not explain a fault of a later line, by that line.
  var unrelated: [Int: Set<Int>] = [:]

  /// The largest number of missing entities that are remembered.
  private static let mostUnborn = 256
  private static let mostViolated = 4_096

  init(sorts: Int) {
    culprits = Array(repeating: [:], count: sorts)
    suspicions = Array(repeating: [:], count: sorts)
  }

  // MARK: Entities of findings

  /// Returns the first finding about any of these entities, taken in their order.
  func culprit(_ keys: some Sequence<EntityKey>) -> Int? {
    for key in keys {
      if let finding = culprits[key.sort.index][key.number] { return finding }
    }
    return nil
  }

  /// Notes that later faults of these entities may follow from a finding.
  mutating func blame(_ keys: [EntityKey], for finding: Int) {
    for key in keys where culprits[key.sort.index][key.number] == nil {
      culprits[key.sort.index][key.number] = finding
    }
  }

  mutating func suspect(_ keys: some Sequence<EntityKey>, _ suspicion: Suspicion) {
    for key in keys {
      suspicions[key.sort.index][key.number, default: []].add(suspicion)
    }
  }

  func suspicions(of key: EntityKey) -> [Suspicion] {
    suspicions[key.sort.index][key.number] ?? []
  }

  /// Notes that these lines have faults that do not follow from the finding, with any of its
  /// explanations.
  mutating func setApart(_ lines: [Int], from finding: Int, behind line: Int) {
    unrelated = unrelated.filter { $0.key > line }
    for line in lines { unrelated[line, default: []].insert(finding) }
  }

  /// Notes that a property does not hold for these entities. If very many do not, a newly broken
  /// one may be reported again: each faulty line would go through all of them.
  mutating func note(_ key: ViolationKey, broken concerned: Set<EntityKey>) {
    if violated.count < Self.mostViolated || violated[key] != nil { violated[key] = concerned }
  }

  // MARK: Lines that may still come

  mutating func miss(_ missed: [Unborn]) {
    unborn.append(contentsOf: missed)
    unborn.keepLast(Self.mostUnborn)
  }

  /// Removes a missing entity that was created; of several equal ones, the first.
  mutating func welcome(_ missed: Unborn) {
    if let index = unborn.firstIndex(of: missed) { unborn.remove(at: index) }
  }

  // MARK: Reused numbers

  /// Forgets an entity whose number was given to another one.
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
  var property: Int
  var binding: [Value]
}

extension [Suspicion] {
  /// Adds a taint, to an earlier one by the same finding if there is one.
  fileprivate mutating func add(_ new: Suspicion) {
    var new = new
    if let index = firstIndex(where: { $0.finding == new.finding }) {
      let known = remove(at: index)
      new.places = known.places.flatMap { new.places?.union($0) }
    }
    append(new)
    keepLast(Limits.few)
  }
}

extension Array {
  /// Drops the first elements, so that at most `most` remain.
  fileprivate mutating func keepLast(_ most: Int) { removeFirst(Swift.max(0, count - most)) }
}
