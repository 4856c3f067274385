import Findings
import Rulebook
import Semantics

/// Violations that are only counted, since nobody is shown more of their row: the fast path does
/// their events. All else that is wrong is left to the checker.
extension Replayer {
  /// True if what the checker knows makes no difference to an event against a guard.
  private var mayCount: Bool {
    let options = judge.options
    return !options.diagnoses && options.filter == nil && !options.judgesProperties
      && options.resolution == 0 && options.hidden.isEmpty && judge.unread.isEmpty
      && judge.aftermath.guessed.isEmpty
  }

  /// The guards whose violations are only counted, by event; nil: there are none.
  var countedGuards: [Set<Int>]? { mayCount ? fullRows : nil }

  /// Notes that no more findings of a row are shown.
  mutating func noteFull(_ key: FindingRow.Key) {
    guard judge.isOnlyCounted(key) else { return }
    var rows = fullRows ?? rules.events.map { _ in [] }
    for (index, event) in rules.events.enumerated()
    where event.name == key.rule && Judge.kind(ofIllegal: event) == key.how {
      rows[index].formUnion(event.guards.indices.filter { event.guards[$0].text == key.guard })
    }
    fullRows = rows
  }

  /// Counts the violation of a guard on a line that the fast path has taken.
  mutating func countIllegal(_ event: Core.Event, guard position: Int, line: Int) {
    guard let screen else { return }
    let key = FindingRow.Key(
      rule: event.name, how: Judge.kind(ofIllegal: event), guard: event.guards[position].text)
    judge.counts.findings += 1
    judge.counts.violations += 1
    var entity = ""
    // Pseudonyms are numbered in the order in which they are needed.
    if ledger.tellsEntitiesApart(key)
      || event.parameters.contains(where: { rules.isSensitive($0.type.scalar) })
    {
      let values = event.parameters.enumerated().map {
        Word.decode(screen.machine.values[$0], $1.type.scalar)
      }
      entity = judge.text(event.parameters, values)
    }
    ledger.count(key, line: line, entity: entity)
  }
}
