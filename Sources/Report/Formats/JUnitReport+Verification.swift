import Basics
import Findings

extension JUnitReport.Suite {
  /// A rulebook: a case for each property, one for each event, which must be possible, and one for
  /// ourselves, which fails where two of our own checks contradict each other.
  package init(verifying verification: Verification) {
    let text = VerificationText(style: .plain, showsDurations: false)
    var cases = verification.properties.map { property in
      JUnitReport.Case(
        "\(property.kind.rawValue) \(property.name)", in: verification.rulebook,
        Self.result(property, text))
    }
    cases += verification.events.map { event in
      JUnitReport.Case("event \(event.name)", in: verification.rulebook, Self.result(event))
    }
    let fault = verification.fault.map {
      JUnitReport.Case.Result.error(type: "fault", message: $0, details: $0)
    }
    cases.append(JUnitReport.Case("self-check", in: verification.rulebook, fault ?? .passed))
    self.init(verification.rulebook, cases)
  }

  private static func result(_ event: Verification.EventResult) -> JUnitReport.Case.Result {
    let reason = event.reason ?? ""
    return switch event.possibility {
    case .possible: .passed
    case .impossible:
      .error(type: event.possibility.rawValue, message: reason, details: reason)
    case .undecided: .skipped(reason)
    }
  }

  private static func result(
    _ property: Verification.PropertyResult, _ text: VerificationText
  ) -> JUnitReport.Case.Result {
    let message = property.reason ?? property.statement
    switch property.verdict.outcome {
    case .success: return .passed
    case .violation:
      return .failure(
        type: property.verdict.rawValue, message: message, details: text.details(property))
    default:
      return .error(
        type: property.verdict.rawValue, message: message, details: text.details(property))
    }
  }
}
