import Rulebook

/// The invariants of a machine's memory between two lines, for all rules. Only tests ask: a broken
/// link may show in no answer for thousands of lines.
extension Machine {
  /// Returns what is wrong; nil: nothing is. O(state).
  package func brokenInvariant() -> String? {
    for sort in rules.entities.indices where memory.counts[sort] > memory.prepared[sort] {
      return "\(rules.entities[sort].name): more entities than rows"
    }
    for (index, field) in rules.fields.enumerated() {
      let rows = memory.prepared[field.owner.index]
      if let member = layout.member(of: index) {
        if let fault = memory.lists[index].brokenInvariant(
          owners: rows, members: memory.prepared[member.index])
        {
          return "\(field.name): \(fault)"
        }
      } else if memory.columns[index].count != rows {
        return "\(field.name): \(memory.columns[index].count) values in \(rows) rows"
      }
    }
    return retirement.brokenInvariant(memory)
  }
}

extension Retirement {
  /// Returns a sort of which references are not counted right. O(state).
  fileprivate borrowing func brokenInvariant(_ memory: borrowing Memory) -> String? {
    var counted: [[Int]: Int32] = [:]
    for column in 0..<columns.count where columns[column].target >= 0 {
      for owner in 0..<memory.columns[column].count where memory.columns[column][owner] >= 0 {
        let referred = [Int(columns[column].target), Int(memory.columns[column][owner])]
        counted[referred, default: 0] += 1
      }
    }
    for (referred, count) in counted where references(to: referred[1], referred[0]) != count {
      return "sort and number \(referred): not \(count) references"
    }
    return nil
  }
}
