import Rulebook

/// A value in 64 bits, as columns and registers hold it.
///
/// Truth is 0 or 1, symbols and entities are their positions, numbers are themselves. The three
/// least numbers are reserved for other purposes; a rulebook that computes one of them is run by
/// the evaluator.
///
/// Its members are inlinable because only such declarations are inlined in other modules.
package enum Word {
  /// The word of ``Value/none``.
  @inlinable package static var none: Int64 { .min }
  /// The word of ``Value/unknown``.
  @inlinable package static var unknown: Int64 { .min + 1 }
  /// The word of an argument of a message that the rules leave open.
  @inlinable package static var open: Int64 { .min + 2 }
  /// The least word that is a number; lesser ones are reserved.
  @inlinable package static var least: Int64 { .min + 3 }

  /// Returns the word of a value; nil: no column can hold this number.
  @inlinable package static func encode(_ value: Value) -> Int64? {
    switch value {
    case .none: none
    case .unknown: unknown
    case .bool(let truth): truth ? 1 : 0
    case .number(let number): number < least ? nil : number
    case .symbol(let index), .entity(let index): Int64(index)
    }
  }

  /// Returns the value from which ``encode(_:)`` makes the word; not for ``open``.
  @inlinable package static func decode(_ word: Int64, _ scalar: Core.Scalar) -> Value {
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
