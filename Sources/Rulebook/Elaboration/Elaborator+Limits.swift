import Basics

/// Definitions and effects are written out where they are used, so a short text can mean a very
/// long one (`define b = a and a`, `define c = b and b`, …). These limits end that early.
extension Elaborator {
  /// The greatest work, in visited nodes; the largest real rulebooks need a hundredth of it.
  private static let mostWork = 8_000_000
  private static let largestExpression = 20_000
  private static let deepestExpression = 400

  /// Counts work; false, with one error, when it is too much for one rulebook.
  func spend(_ amount: Int, at span: SourceSpan?) -> Bool {
    guard work <= Self.mostWork else { return false }
    work += amount
    guard work > Self.mostWork else { return true }
    report(
      "too-large", "with definitions and effects written out, the rulebook becomes too large",
      at: span)
    return false
  }

  /// Returns true if the expression written out at this place stays within the limits; else reports
  /// it.
  func allows(_ extent: Core.Expression.Extent, at span: SourceSpan) -> Bool {
    guard extent.size <= Self.largestExpression, extent.depth <= Self.deepestExpression else {
      report(
        "too-large", "with definitions written out, this expression becomes too large", at: span)
      return false
    }
    return spend(extent.size, at: span)
  }
}

extension Core.Expression {
  /// The size and depth of an expression as a tree.
  struct Extent {
    var size = 1
    var depth = 1
  }

  /// Returns the extent with variables replaced by expressions of the given extents. O(own size).
  func extent(replacing replacements: [Int: Extent] = [:]) -> Extent {
    if case .variable(let variable) = self { return replacements[variable.id] ?? Extent() }
    var result = Extent()
    for child in children {
      let inner = child.extent(replacing: replacements)
      result.size = result.size.addingReportingOverflow(inner.size).partialValue
      result.depth = max(result.depth, inner.depth + 1)
    }
    return result
  }
}
