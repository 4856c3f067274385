internal import Diagnostics
public import Findings

extension JUnitReport.Suite {
  /// A rulebook: a case for each property, and one for each event that nobody has shown possible.
  public init(verifying verification: Verification) {
    let text = VerificationText(style: .plain, showsDurations: false)
    var cases = verification.properties.map { property in
      JUnitReport.Case(
        "\(property.kind.rawValue) \(property.name)", in: verification.rulebook,
        Self.result(property, text))
    }
    for event in verification.events where event.possibility != .possible {
      let reason = event.reason ?? ""
      cases.append(
        JUnitReport.Case(
          "event \(event.name)", in: verification.rulebook,
          event.possibility == .impossible
            ? .error(type: event.possibility.rawValue, message: reason, details: reason)
            : .skipped(reason)))
    }
    if let fault = verification.fault {
      cases.append(
        JUnitReport.Case(
          "fault", in: verification.rulebook,
          .error(type: "fault", message: fault, details: fault)))
    }
    self.init(verification.rulebook, cases)
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
