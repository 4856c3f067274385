import Basics
import Rulebook
import Semantics

extension Names {
  /// Codes the names of all entities, how many were given, and the pseudonyms.
  mutating func code(with coder: inout CheckpointCoder) throws {
    for (sort, count) in coder.bounds.counts.enumerated() {
      let id = Core.ID<Core.Entity>(sort)
      let given = try coder.coded(given(of: id))
      for number in 0..<count {
        let number = Int32(clamping: number)
        var name = coder.isReading ? nil : name(of: number, id)
        try coder.code(&name)
        guard coder.isReading, let name else { continue }
        try coder.require(self.number(of: name, id) == nil)
        give(name, to: number, id)
      }
      book.given[sort] = given
    }
    if coder.isReading { book.unmark() }
    try coder.code(&pseudonyms, &latestPseudonyms)
  }
}
