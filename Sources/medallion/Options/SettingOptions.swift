import ArgumentParser
import Findings
import Rulebook

/// Parameters with other values than the rulebook gives; the same for every command that has them.
struct SettingOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Give a parameter another value, such as answerWindow=15s; may be given several times.",
      valueName: "name=value"))
  var texts: [String] = []

  func parse() throws(Failure) -> [Compilation.Setting] {
    var result: [Compilation.Setting] = []
    for text in texts {
      guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
        throw Failure(.wrongInput, "--set \(text): expected NAME=VALUE, as in answerWindow=15s")
      }
      let name = String(text[..<sign])
      guard !result.contains(where: { $0.name == name }) else {
        throw Failure(.wrongInput, "--set \(text): '\(name)' is given twice")
      }
      result.append(
        Compilation.Setting(name: name, value: String(text[text.index(after: sign)...])))
    }
    return result
  }
}
