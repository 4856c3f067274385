import Basics
import Findings

/// The parts of a rulebook that no proof needs, for people.
struct SurplusText {
  let style: Style

  func render(_ surplus: Surplus) -> String {
    var text = "\n" + style("What the proofs would not miss", .bold) + "\n"
    let start = text
    text += list("lemmas that no proof needs", surplus.unneededLemmas)
    text += list("further lemmas any one of which can be left out", surplus.spareLemmas)
    text += list("assumptions that no proof needs", surplus.unusedAssumptions)
    let count = surplus.unusedRules.count
    if count > 0 {
      text +=
        "  \(counted(count, "rule")) could change without any property noticing:\n"
      for group in groups(surplus.unusedRules, by: key) { text += "    \(line(group))\n" }
    }
    for group in groups(surplus.redundantGuards, by: { key($0.rule) + "\($0.because)" }) {
      text += "  redundant: \(line(group.map(\.rule)))\n"
      let reasons = group[0].because.joined(separator: "; ").escapedForDisplay
      if !reasons.isEmpty { text += "    follows from \(reasons)\n" }
    }
    text += list("state that no property mentions", surplus.unmentionedState)
    if surplus.unexplained > 0 {
      text += "  \(counted(surplus.unexplained, "proof")) gave no reasons, and may need anything\n"
    }
    if text == start { text += "  every lemma, guard, instant and assumption is needed\n" }
    return text
  }

  private func list(_ title: String, _ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    return "  \(title): \(names.joined(separator: ", ").escapedForDisplay)\n"
  }

  /// Returns the items in groups of one key, in the order of the first item of each.
  private func groups<Item>(_ items: [Item], by key: (Item) -> String) -> [[Item]] {
    var order: [String] = []
    var groups: [String: [Item]] = [:]
    for item in items {
      let key = key(item)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(item)
    }
    return order.compactMap { groups[$0] }
  }

  /// A guard of `every event` is one of many events, and one line.
  private func key(_ rule: Surplus.Rule) -> String { "\(rule.line) \(rule.text)" }

  private func line(_ rules: [Surplus.Rule]) -> String {
    let events = rules.map(\.event).joined(separator: ", ")
    let ids = rules[0].requirements.joined(separator: " ")
    return "line \(rules[0].line) \(rules[0].text)".escapedForDisplay
      + (ids.isEmpty ? "" : style("  [\(ids)]", .cyan)) + style("  \(events)", .dim)
  }
}
