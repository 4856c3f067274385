/// Results as JUnit XML, which build servers show: a suite a trace or rulebook, a test case a rule.
/// The names of the cases are the same on every run, so a server can tell new failures.
///
/// A violation is a `failure`, an open question an `error`, and a rule that was never exercised is
/// `skipped`. At most one of them stands in a case, as some readers need it.
package struct JUnitReport: Sendable {
  /// One test case.
  package struct Case: Sendable {
    /// The result of a case.
    package enum Result: Sendable {
      case passed
      case skipped(String)
      /// The case failed: with a kind, one line, and the details.
      case failure(type: String, message: String, details: String)
      case error(type: String, message: String, details: String)
    }

    let name: String
    /// The group of the case; servers group by it.
    let group: String
    let result: Result

    package init(_ name: String, in group: String, _ result: Result) {
      self.name = name
      self.group = group
      self.result = result
    }
  }

  /// Cases that belong together.
  package struct Suite: Sendable {
    let name: String
    var cases: [Case]
    /// The properties that are shown before the cases, in this order.
    var properties: [(name: String, value: String)]
    /// The further output of the suite, as text.
    var output: String?

    package init(
      _ name: String, _ cases: [Case], properties: [(name: String, value: String)] = [],
      output: String? = nil
    ) {
      self.properties = properties
      self.name = name
      self.cases = cases
      self.output = output
    }
  }

  let name: String
  let suites: [Suite]

  package init(_ name: String, _ suites: [Suite]) {
    self.name = name
    self.suites = suites
  }

  /// The XML document.
  package func render() -> String {
    var root = XMLElement(
      "testsuites", [("name", name)] + Tally(suites.flatMap(\.cases)).attributes)
    for suite in suites {
      var element = XMLElement(
        "testsuite", [("name", suite.name)] + Tally(suite.cases).attributes)
      if !suite.properties.isEmpty {
        var properties = XMLElement("properties")
        properties.children = suite.properties.map {
          XMLElement("property", [("name", $0.name), ("value", $0.value)])
        }
        element.children = [properties]
      }
      element.children += suite.cases.map(element(of:))
      if let output = suite.output, !output.isEmpty {
        element.children.append(XMLElement("system-out", text: output))
      }
      root.children.append(element)
    }
    return root.document
  }

  private func element(of testCase: Case) -> XMLElement {
    var element = XMLElement(
      "testcase", [("name", testCase.name), ("classname", testCase.group)])
    switch testCase.result {
    case .passed: break
    case .skipped(let message):
      element.children = [XMLElement("skipped", [("message", message)])]
    case .failure(let type, let message, let details):
      element.children = [
        XMLElement("failure", [("type", type), ("message", message)], text: details)
      ]
    case .error(let type, let message, let details):
      element.children = [
        XMLElement("error", [("type", type), ("message", message)], text: details)
      ]
    }
    return element
  }

  private struct Tally {
    var (tests, failures, errors, skipped) = (0, 0, 0, 0)

    init(_ cases: [Case]) {
      tests = cases.count
      for testCase in cases {
        switch testCase.result {
        case .passed: break
        case .skipped: skipped += 1
        case .failure: failures += 1
        case .error: errors += 1
        }
      }
    }

    var attributes: [(name: String, value: String)] {
      [
        ("tests", String(tests)), ("failures", String(failures)), ("errors", String(errors)),
        ("skipped", String(skipped)),
      ]
    }
  }
}
