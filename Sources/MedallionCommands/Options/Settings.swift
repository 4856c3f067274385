internal import Findings
internal import Rulebook

/// `NAME=VALUE` options.
enum Settings {
  static func parse(_ texts: [String]) throws(Failure) -> [Compilation.Setting] {
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
