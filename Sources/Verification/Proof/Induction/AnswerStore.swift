import Basics
import Rulebook
import Solver
import Synchronization

/// Answers of the solver by question, so that unchanged questions need not be asked again.
///
/// A question is its assertions up to names, with the version of the solver and its options; see
/// ``QuestionWriter``. Only the answer whether something follows is kept: no models, and no
/// question that a limit cut short. Also where runs were found, so that they are found again soon.
package final class AnswerStore: Sendable {
  struct Entry: Sendable, Hashable {
    let isSatisfiable: Bool
    let rlimit: UInt64
  }

  /// The error that the bytes were not written by a store.
  package struct Damage: Error, Sendable {}

  private struct Content {
    /// The answers of earlier runs, the latest first, and by key. New answers of a run are not used
    /// in the same run: a question asked twice is answered each time from here, or each time by the
    /// solver.
    var old: [(key: String, entry: Entry)] = []
    var byKey: [String: Entry] = [:]
    /// The questions of this run, with answers of any origin.
    var used: [String: Entry] = [:]
    /// Where runs were found, by the name of the property.
    var sightings: [String: RunSighting] = [:]
    var isChanged = false
  }

  private let content = Mutex(Content())

  /// Makes a store without answers.
  package init() {}

  /// Reads the output of ``bytes``. Anything else is refused.
  package init(_ bytes: [UInt8]) throws(Damage) {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, lines[0] == Self.title, lines[lines.count - 1].isEmpty else {
      throw Damage()
    }
    let body = lines[1..<(lines.count - 2)]
    guard lines[lines.count - 2] == Self.seal(body) else { throw Damage() }
    var content = Content()
    for line in body {
      let parts = line.split(separator: " ")
      if parts.count > 2, parts[0] == Self.runWord,
        let sighting = RunSighting(parts.dropFirst(2))
      {
        content.sightings[String(parts[1])] = sighting
        continue
      }
      guard parts.count == 3, let rlimit = UInt64(parts[2]) else { throw Damage() }
      let entry = Entry(isSatisfiable: parts[1] == "sat", rlimit: rlimit)
      content.old.append((String(parts[0]), entry))
      content.byKey[String(parts[0])] = entry
    }
    self.content.withLock { $0 = content }
  }

  private static let title = "medallion answers 1"
  private static let runWord = "run"
  /// The greatest number of answers that are written: enough for the rulebook as it is, and as it
  /// was some changes ago.
  private static let most = 4_000

  /// True if there are answers that were not read.
  package var isChanged: Bool { content.withLock { $0.isChanged } }

  /// The answers used in this run, then the latest of those that were read, then the runs.
  package var bytes: [UInt8] {
    let entries = content.withLock { content in
      let used = content.used
      return used.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        + content.old.filter { used[$0.key] == nil }.map { ($0.key, $0.entry) }
    }
    let sightings = content.withLock { $0.sightings.sorted { $0.key < $1.key } }
    let lines =
      entries.prefix(Self.most).map { key, entry in
        Substring("\(key) \(entry.isSatisfiable ? "sat" : "unsat") \(entry.rlimit)")
      }
      + sightings.prefix(Self.most).map { Substring("\(Self.runWord) \($0.key) \($0.value.words)") }
    let all = [Substring(Self.title)] + lines + [Substring(Self.seal(lines[...])), ""]
    return Array(all.joined(separator: "\n").utf8)
  }

  private static func seal(_ lines: ArraySlice<Substring>) -> String {
    "end \(Digest.sha256(lines.joined(separator: "\n").utf8))"
  }

  // MARK: Questions

  static func key(_ bank: TermBank, _ assertions: [Term], _ options: ProofOptions) -> String {
    let circumstances = "\(Session.version) \(options.rlimit) \(options.seed)\n"
    return Digest.sha256(
      Array(circumstances.utf8) + QuestionWriter.bytes(assertions, in: bank))
  }

  func entry(of key: String) -> Entry? {
    content.withLock { content in
      guard let entry = content.byKey[key] else { return nil }
      content.used[key] = entry
      return entry
    }
  }

  func note(_ entry: Entry, of key: String) {
    content.withLock { content in
      content.used[key] = entry
      content.isChanged = true
    }
  }

  // MARK: Runs

  func sighting(of property: String) -> RunSighting? {
    content.withLock { $0.sightings[property] }
  }

  func note(_ sighting: RunSighting, of property: String) {
    content.withLock { content in
      guard content.sightings[property] != sighting else { return }
      content.sightings[property] = sighting
      content.isChanged = true
    }
  }
}
