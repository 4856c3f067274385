internal import Rulebook
internal import Semantics

/// What has been found goes on having effects: whose state may be wrong since, whom nobody knows,
/// which lines may still come. Findings are meant by their positions among those on record.
struct Aftermath {
  /// What may have happened before a fault, whose lines may still come.
  private(set) var supposed: [Supposition] = []
  /// Which lines may have named somebody in place of whom a finding is about.
  private(set) var rivals: [Rival] = []
  /// What happened last to those about whom something was found, before that.
  private(set) var mentions: [Mention] = []
  /// What lines said that were left out.
  private(set) var leftOut: [LeftOut] = []
  /// The properties, with bindings, that do not hold and have been reported, or follow from
  /// something that has; with whom the bindings name.
  var violated: [ViolationKey: Set<EntityKey>] = [:]
  /// By sort and number: the first finding about the entity.
  var culprits: [[Int32: Int]]
  /// By sort and number: whose state may be wrong.
  var suspicions: [[Int32: Suspicion]]
  /// For whom something is taken to have happened, nobody knows when.
  var undated: [EntityKey: Undated] = [:]
  /// With whom a line dealt that stands in the wrong place.
  var displaced: [EntityKey: Undated] = [:]
  /// Whom lines that were wrongly refused would have introduced, the first first.
  private(set) var unborn: [Unborn] = []
  /// Of whom something was inferred that may have been otherwise.
  var guessed: Set<EntityKey> = []
  /// By line: of what has been found, what will be wrong with the line because of that.
  var consequences: [Int: Consequence] = [:]
  /// By line: the findings from which what is wrong with the line does not follow.
  var unrelated: [Int: Set<Int>] = [:]

  /// So many of a kind are remembered at most.
  private static let most = 256
  private static let mostViolated = 4_096
  private static let mostRivals = 1_024

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

  /// What will be wrong with those whom a finding is about does not follow from it.
  mutating func acquit(of finding: Int) {
    for sort in suspicions.indices {
      suspicions[sort] = suspicions[sort].filter { $0.value.finding != finding }
    }
  }

  /// In these lines something will be wrong because of what was found in an earlier one.
  mutating func foresee(_ consequence: Consequence, in lines: [Int], behind line: Int) {
    consequences = consequences.filter { $0.key > line }
    for line in lines { consequences[line] = consequence }
  }

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

  mutating func suppose(_ suppositions: [Supposition]) {
    supposed.append(contentsOf: suppositions)
    supposed.keepLast(Self.most)
  }

  mutating func rival(_ known: [Rival]) {
    rivals.append(contentsOf: known)
    rivals.keepLast(Self.mostRivals)
  }

  mutating func mention(_ mentioned: [Mention]) {
    mentions.append(contentsOf: mentioned)
    mentions.keepLast(Self.most)
  }

  mutating func leaveOut(_ left: LeftOut) {
    leftOut.append(left)
    leftOut.keepLast(Self.most)
  }

  mutating func miss(_ missed: [Unborn]) {
    unborn.append(contentsOf: missed)
    unborn.keepLast(Self.most)
  }

  /// One of those whom nobody knew is known now; of several that are alike, the first.
  mutating func welcome(_ missed: Unborn) {
    if let index = unborn.firstIndex(of: missed) { unborn.remove(at: index) }
  }

  /// It is known what was supposed to have happened: that was it.
  mutating func settle(_ occurrence: Occurrence) {
    supposed.removeAll { $0.occurrence == occurrence }
    rivals.removeAll { $0.occurrence == occurrence }
  }

  /// A finding is explained: nothing that would explain it is waited for any more.
  mutating func settle(_ finding: Int) {
    mentions.removeAll { $0.finding == finding }
    leftOut.removeAll { $0.finding == finding }
    supposed.removeAll { $0.finding == finding }
    rivals.removeAll { $0.finding == finding }
  }

  /// No line records any more what happened before an instant.
  mutating func forgetSupposed(before instant: Int64) {
    supposed.removeAll { $0.lastInstant < instant }
  }

  // MARK: Who is gone

  /// A number belongs to somebody else now.
  mutating func forget(_ gone: EntityKey, _ rules: Core.Rules) {
    // Asked for each request that is over, and most of this is empty most of the time.
    if !culprits[gone.sort.index].isEmpty { culprits[gone.sort.index][gone.number] = nil }
    if !suspicions[gone.sort.index].isEmpty { suspicions[gone.sort.index][gone.number] = nil }
    if !undated.isEmpty { undated[gone] = nil }
    if !displaced.isEmpty { displaced[gone] = nil }
    if !unborn.isEmpty { unborn.removeAll { $0.birth.entities(rules).contains(gone) } }
    if !guessed.isEmpty { guessed.remove(gone) }
    if !violated.isEmpty { violated = violated.filter { !$0.value.contains(gone) } }
    if !supposed.isEmpty {
      supposed.removeAll { $0.occurrence.entities(rules).contains(gone) }
    }
    if !rivals.isEmpty {
      rivals.removeAll { $0.named == gone || $0.occurrence.entities(rules).contains(gone) }
    }
    if !leftOut.isEmpty {
      leftOut.removeAll { $0.occurrence.entities(rules).contains(gone) }
    }
    if !mentions.isEmpty { mentions.removeAll { $0.entity == gone } }
    if consequences.isEmpty { return }
    for (line, known) in consequences where known.concerned.contains(gone) {
      let others = known.concerned.subtracting([gone])
      consequences[line] =
        others.isEmpty
        ? nil : Consequence(finding: known.finding, concerned: others, places: known.places)
    }
  }
}

/// What follows from a finding, however that came about.
struct Consequence: Sendable {
  let finding: Int
  /// Whom it is about; if nobody, all.
  let concerned: Set<EntityKey>
  /// What may be otherwise because of it.
  let places: Set<Core.Location>
}

struct ViolationKey: Hashable, Sendable {
  let property: Int
  let binding: [Value]
}

extension Array {
  /// Drops the first of more than so many.
  fileprivate mutating func keepLast(_ most: Int) { removeFirst(Swift.max(0, count - most)) }
}
