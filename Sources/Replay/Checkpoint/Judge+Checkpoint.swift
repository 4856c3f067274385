import Basics
import Findings
import Rulebook
import Semantics

extension Judge {
  /// Codes the state of the checker between two lines: no line is being tried then, and the present
  /// line is done. Reading continues from the state of another checker of the same rules and
  /// options.
  mutating func code(with coder: inout CheckpointCoder) throws {
    try world.code(with: &coder)
    try coder.agree(on: possible != nil)
    try possible?.code(with: &coder)
    try names.code(with: &coder)
    try history.code(with: &coder)
    try result.code(with: &coder)
    var listed = Array(findings)
    try coder.code(&listed)
    findings = Chunks(listed)
    coder.bounds.findings = findings.count
    try coder.code(&foundAt, &exercise.byRule)
    try counts.code(with: &coder)
    try coder.code(&plainLines, &hasStarted, &inferred, &lostNames)
    try unread.code(with: &coder)
    try disorder.code(with: &coder)
    try aftermath.code(with: &coder)
    try coder.require(
      foundAt.count == findings.count && lostNames.count == rules.entities.count
        && lostNames.joined().allSatisfy { coder.bounds.isFinding($0.value) })
  }
}

extension Counts {
  fileprivate mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&rejected, &findings, &violations, &unknown, &lost)
    try coder.code(&strangers, &tried, &inferred, &undecided, &brokenAssumptions)
    try coder.code(&hasStopped)
  }
}
