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
      result.append(
        Compilation.Setting(
          name: String(text[..<sign]), value: String(text[text.index(after: sign)...])))
    }
    return result
  }
}
