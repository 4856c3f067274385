internal import Rulebook
internal import Semantics

/// A value in 64 bits. Truth is 0 or 1, symbols and entities are their positions, numbers are
/// themselves; the three least numbers stand for what is no number.
enum Word {
  static let none = Int64.min
  static let unknown = Int64.min + 1
  /// An argument of a message that the rules leave open.
  static let open = Int64.min + 2
  /// Whatever is less stands for something that is no number.
  static let least = Int64.min + 3

  /// nil: it has none.
  static func encode(_ value: Value) -> Int64? {
    switch value {
    case .none: none
    case .unknown: unknown
    case .bool(let truth): truth ? 1 : 0
    case .number(let number): number < least ? nil : number
    case .symbol(let index), .entity(let index): Int64(index)
    }
  }

  static func decode(_ word: Int64, _ scalar: Core.Scalar) -> Value {
    switch word {
    case none: return .none
    case unknown: return .unknown
    default: break
    }
    switch scalar {
    case .bool: return .bool(word != 0)
    case .enumeration: return .symbol(Int32(clamping: word))
    case .entity: return .entity(Int32(clamping: word))
    case .int, .time, .duration, .unit, .range: return .number(word)
    }
  }
}

/// The rules have something that the compact search has no form for; the evaluator has.
struct NotCompact: Error {}
