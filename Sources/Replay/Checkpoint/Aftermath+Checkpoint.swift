import Basics
import Rulebook
import Semantics

extension Aftermath {
  mutating func code(with coder: inout CheckpointCoder) throws {
    var missing = unborn
    try coder.code(&violated, &culprits, &suspicions, &missing, &guessed)
    try coder.code(&unrelated)
    try coder.require(fits(coder.bounds))
    if coder.isReading { miss(missing) }
  }

  private func fits(_ bounds: CheckpointBounds) -> Bool {
    let sorts = bounds.rules.entities.count
    return culprits.count == sorts && suspicions.count == sorts
      && culprits.joined().allSatisfy { bounds.isFinding($0.value) }
      && unrelated.values.joined().allSatisfy { bounds.isFinding($0) }
  }
}

extension Suspicion: Checkpointed {
  static var blank: Self { Self(finding: 0, line: 0) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&finding, &line, &isBlind, &places)
    try coder.require(coder.bounds.isFinding(finding))
  }
}

extension Unborn: Checkpointed {
  static var blank: Self { Self(finding: 0, sort: .blank, birth: .blank) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&finding, &sort, &birth)
    try coder.require(coder.bounds.isFinding(finding))
  }
}
