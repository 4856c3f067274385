extension Known {
  /// Adds the facts known after an instruction that has neither jumped nor escaped.
  mutating func learn(from x: Instruction) {
    switch x.opcode {
    case .jump, .stop, .escape: end()
    case .load where x.a != x.b:
      learn(.given(x.b))
      learn(.held(column: Int(x.imm), of: x.b, in: x.a))
    case .loadOrJump:
      learn(.given(x.b))
      learn(.held(column: Int(x.imm), of: x.b, in: x.a))
      learn(.given(x.a))
    case .jumpIfNone, .requireSome, .jumpIfFieldIs, .jumpIfFieldIsNot, .jumpIfFieldIsAmong,
      .jumpIfFieldIsNotAmong, .jumpIfFieldEqual, .jumpIfFieldUnequal, .addConstant, .add,
      .subtract, .multiply, .divideDown, .divideUp:
      learn(.given(x.a))
    case .note: learn(.noted(place: x.imm, of: x.a))
    case .assign, .assignOnce: assign(Int(x.imm))
    case .assignConstant: assign(Int(x.b))
    default: break
    }
  }
}
