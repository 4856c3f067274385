import Basics
import Rulebook

extension History {
  func code(with coder: inout CheckpointCoder) throws {
    var events = latestEvents
    try lineNumbers.code(with: &coder)
    try coder.list(&events, blank: (0, 0)) {
      try $0.code(&$1.line, &$1.event)
    }
    try coder.require(events.allSatisfy { $0.event < coder.rules.events.count })
    if coder.isReading { for (line, event) in events { note(event: event, line: line) } }
    for sort in coder.rules.entities.indices { try codeEntries(of: sort, with: &coder) }
  }

  /// Codes the entries of a sort, up to the last one with a line.
  private func codeEntries(of sort: Int, with coder: inout CheckpointCoder) throws {
    let known = self[sort].lastIndex { $0.latest > 0 }.map { $0 + 1 } ?? 0
    let end = try coder.length(known)
    for number in 0..<end {
      var entry = coder.isReading ? Entry() : self[sort][number]
      try entry.latest.code(with: &coder)
      if entry.latest == 0 { continue }
      try entry.near.code(with: &coder)
      try entry.far.code(with: &coder)
      if coder.isReading { put(entry, of: number, sort) }
    }
  }
}

extension LineNumbers {
  fileprivate mutating func code(with coder: inout CheckpointCoder) throws {
    var (runs, isCut) = (runs, isCut)
    try coder.code(&isCut)
    try coder.list(&runs, blank: Run(record: 0, place: Place(line: 0, record: nil))) {
      try $0.code(&$1.record, &$1.place.line, &$1.place.record)
    }
    if coder.isReading { self = LineNumbers(runs, isCut: isCut) }
  }
}
