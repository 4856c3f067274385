internal import Findings

extension VerificationText {
  /// What the search for a run from the start that breaks it came to, where it found none.
  func searched(_ property: Verification.PropertyResult) -> String? {
    guard property.run == nil, let scope = property.scope else { return nil }
    guard let steps = property.steps else {
      return "no reachable state with \(scope) breaks it: all were looked at"
    }
    return "no run of up to \(steps) steps with \(scope) breaks it"
  }
}
