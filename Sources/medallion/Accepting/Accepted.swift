import Basics
import Findings

/// The findings and changes that a team has accepted; the JSON document `medallion.accepted/1`.
struct Accepted {
  var findings = Entries<KnownFinding>()
  var changes = Entries<KnownChange>()

  /// The key of a finding: its line and entities do not count.
  struct KnownFinding: Hashable, CustomStringConvertible {
    let rule: String
    let how: Finding.Kind
    /// The text of the guard that is false; nil: the finding has none.
    let `guard`: String?

    var description: String {
      "\(how.rawValue) of \(rule)" + (`guard`.map { ", guard \($0)" } ?? "")
    }
  }

  /// The key of a change between two rulebooks.
  struct KnownChange: Hashable, CustomStringConvertible {
    /// SHA-256 of the change, in lower-case hexadecimal.
    let digest: String
    let event: String
    let kind: String

    var description: String { "\(kind) of \(event), sha256:\(digest.prefix(12))" }
  }

  /// One subject that is accepted.
  struct Entry<Subject: Hashable> {
    let subject: Subject
    let reason: String
    /// The last day, in UTC, on which it counts; nil: it counts for ever.
    let until: CalendarDate?
  }

  /// The entries of one kind, at most one for each subject.
  struct Entries<Subject: Hashable & CustomStringConvertible> {
    private(set) var all: [Entry<Subject>] = []
    private var indices: [Subject: Int] = [:]

    /// - Returns: false if there is an entry of the same subject; then it is not added.
    mutating func add(_ entry: Entry<Subject>) -> Bool {
      guard indices.updateValue(all.count, forKey: entry.subject) == nil else { return false }
      all.append(entry)
      return true
    }

    /// The entry by which a subject is accepted on a day; an expired one accepts nothing.
    func entry(for subject: Subject, on day: CalendarDate) -> Entry<Subject>? {
      indices[subject].map { all[$0] }.flatMap { $0.isExpired(on: day) ? nil : $0 }
    }

    /// The expired entries and those that no longer occur, one sentence each, in the order of the
    /// file.
    func remarks(occurring: Set<Subject>, on day: CalendarDate) -> [String] {
      all.compactMap { entry in
        if let until = entry.until, entry.isExpired(on: day) {
          return "accepted until \(until), expired: \(entry.subject)"
        }
        return occurring.contains(entry.subject)
          ? nil : "accepted, but no longer found: \(entry.subject)"
      }
    }
  }
}

extension Accepted {
  /// Marks the findings of a replay that are accepted on a day, and tells of the other entries.
  func apply(to document: inout Replaying, on day: CalendarDate) {
    let occurring = Set(document.summary.rows.map { KnownFinding($0.key) })
    document.accept(remarks: findings.remarks(occurring: occurring, on: day)) { key in
      findings.entry(for: KnownFinding(key), on: day).map {
        FindingRow.Acceptance(reason: $0.reason, until: $0.until?.description)
      }
    }
  }
}

extension Accepted.KnownFinding {
  init(_ key: FindingRow.Key) { self.init(rule: key.rule, how: key.how, guard: key.guard) }
}

extension Accepted.Entry {
  func isExpired(on day: CalendarDate) -> Bool { until.map { $0 < day } ?? false }
}
