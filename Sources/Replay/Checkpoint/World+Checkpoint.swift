import Basics
import Rulebook
import Semantics

extension World {
  /// Codes the state of the world between two lines: nothing is marked then, and no facts are being
  /// taken. Reading continues from the state of another world, and sets the number of entities of
  /// the coder.
  func code(with coder: inout CheckpointCoder) throws {
    var (state, clocks) = (stepper.state, clocks)
    try coder.code(&state)
    coder.bounds.counts = rules.entities.indices.map { state.count(of: Core.ID($0)) }
    try clocks.code(with: &coder)
    try coder.agree(on: machine != nil)
    try stepper.code(state, clocks, with: &coder)
    try codeUnseen(with: &coder)
    try coder.code(&unnamed.values)
    try coder.require(fits(unnamed.values, coder.bounds))
    try coder.code(&settled, &exceeded)
  }

  private func codeUnseen(with coder: inout CheckpointCoder) throws {
    try coder.agree(on: unseen != nil)
    guard let known = unseen?.collections else { return }
    let places = try coder.coded(known)
    try coder.require(places.allSatisfy { coder.bounds.has($0, asList: true) })
    if coder.isReading { for place in places { unseen?.open(place) } }
  }

  private func fits(_ values: [Int: [Int: Unnamed.Setting]], _ bounds: CheckpointBounds) -> Bool {
    values.allSatisfy { sort, settings in
      unnamed.sorts.contains(sort)
        && settings.allSatisfy { field, setting in
          guard rules.fields.indices.contains(field), rules.fields[field].owner.index == sort,
            case .value(let type) = rules.fields[field].kind
          else { return false }
          return bounds.fits(setting.value, type)
        }
    }
  }
}

extension Unnamed.Setting: Checkpointed {
  static var blank: Self { Self(value: .none, line: 0) }

  mutating func code(with coder: inout CheckpointCoder) throws {
    try coder.code(&value, &line)
  }
}
