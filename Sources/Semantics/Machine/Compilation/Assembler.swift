import Rulebook

/// The reason why something has no program. The evaluator runs it instead.
enum Uncompilable: Error {
  /// More registers, instructions or nesting than instructions can address.
  case tooLarge
  /// The expression reads the state before a step, or the messages of a step.
  case aboutSteps
  /// A number that no column can hold, or more values than are tried one by one.
  case values
  /// The core is not well typed.
  case illTyped
}

/// A position that jumps can refer to before it is known.
struct Label: Hashable {
  let index: Int
}

/// A program under construction: registers, labels, jumps.
struct Assembler {
  private(set) var code: [Instruction] = []
  private(set) var registers = 1
  private var targets: [Int?] = []
  /// The facts known on every path that jumps to a label, by label.
  private var ways: [Known.Way?] = []
  private(set) var known = Known()
  private var jumps: [(position: Int, label: Label)] = []

  /// Register 0 holds the present instant.
  static let now: UInt16 = 0

  mutating func register() throws(Uncompilable) -> UInt16 { try registers(1) }

  /// Returns the first of several registers in a row.
  mutating func registers(_ count: Int) throws(Uncompilable) -> UInt16 {
    guard registers + count < 4_096 else { throw .tooLarge }
    defer { registers += count }
    return UInt16(registers)
  }

  mutating func label() -> Label {
    targets.append(nil)
    ways.append(nil)
    return Label(index: targets.count - 1)
  }

  mutating func place(_ label: Label) {
    targets[label.index] = code.count
    known.join(ways[label.index])
  }

  mutating func emit(
    _ opcode: Opcode, _ a: UInt16 = 0, _ b: UInt16 = 0, imm: Int64 = 0, to label: Label? = nil
  ) {
    let instruction = Instruction(opcode: opcode, a: a, b: b, imm: imm)
    if let label {
      jumps.append((code.count, label))
      ways[label.index] = known.meeting(ways[label.index], known.way)
    }
    code.append(instruction)
    known.learn(from: instruction)
  }

  /// Returns the code with its jumps resolved. A jump to a stop becomes that stop.
  mutating func finish() throws(Uncompilable) -> [Instruction] {
    guard code.count < Int(Int16.max) else { throw .tooLarge }
    var code = code
    for (position, label) in jumps {
      guard let target = targets[label.index] else { throw .illTyped }
      if code[position].opcode == .jump, target < code.count, code[target].opcode == .stop {
        code[position] = code[target]
      } else {
        code[position].jump = Int16(target - position - 1)
      }
    }
    return code
  }
}
