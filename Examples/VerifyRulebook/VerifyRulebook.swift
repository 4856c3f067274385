import Foundation
import Medallion

/// Prints the verdict on each property of a rulebook, with the run that breaks it.
@main enum VerifyRulebook {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: VerifyRulebook RULEBOOK")
      exit(2)
    }
    do {
      let rulebook = try Rulebook(contentsOf: URL(filePath: CommandLine.arguments[1]))
      var isBroken = false
      for try await verdict in rulebook.verify() {
        print(verdict.outcome, verdict.property, verdict.requirements.joined(separator: " "))
        for step in verdict.run?.steps ?? [] {
          print("  ", step.time, step.event ?? "time passes")
        }
        isBroken = isBroken || verdict.outcome.isViolation
      }
      exit(isBroken ? 1 : 0)
    } catch let error as RulebookError {
      print(error)
      exit(2)
    }
  }
}
