import Basics
import Findings
import Replay
import Report
import Rulebook

/// Recorded traces, replayed against two rulebooks.
enum TraceComparing {
  /// The traces in a folder, or in those within it; of a folder with traces of several rulebooks
  /// those in the folder that bears this one's name. Their names end as `check` wants it.
  static func files(in folder: String, of rulebook: String) throws(Failure) -> [String] {
    guard Files.isFolder(folder) else {
      throw Files.cannot(
        "read", folder, "folder of traces",
        because: Files.exists(folder) ? "it is no folder" : "there is no such folder")
    }
    let top = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let own = "\(top)/\(rulebook)"
    let files = try Catalog.files(below: Files.isFolder(own) ? own : top).filter { path in
      RecordedFile.endings.contains { path.hasSuffix($0) }
    }
    guard !files.isEmpty else {
      let endings = RecordedFile.endings.joined(separator: ", ")
      throw Files.cannot(
        "read", folder, "folder of traces", because: "it has no files that end with \(endings)")
    }
    return files
  }

  /// Returns the traces on which the rulebooks give different results.
  static func compare(
    _ paths: [String], _ old: LoadedRulebook, _ new: LoadedRulebook, _ progress: ProgressLine
  ) throws(Failure) -> [Differing.Trace] {
    var differing: [Differing.Trace] = []
    for path in paths {
      let before = try TraceReplaying.replay(path, old, ReplayOptions(), progress: progress)
      let after = try TraceReplaying.replay(path, new, ReplayOptions(), progress: progress)
      if let difference = difference(before, after) { differing.append(difference) }
    }
    return differing
  }

  static func difference(_ old: TraceResult, _ new: TraceResult) -> Differing.Trace? {
    let (a, b) = (remarks(old), remarks(new))
    func trace(_ line: Int?, _ texts: (old: String?, new: String?)) -> Differing.Trace {
      Differing.Trace(
        path: old.path, old: old.verdict, new: new.verdict, line: line, oldFinding: texts.old,
        newFinding: texts.new)
    }
    let same = zip(a, b).prefix { $0.key == $1.key }.count
    if same < max(a.count, b.count) {
      let next = [a, b].map { $0.count > same ? $0[same] : nil }
      let line = next.compactMap { $0?.key.line }.min()
      let texts = next.map { $0?.key.line == line ? $0?.text : nil }
      return trace(line, (texts[0], texts[1]))
    }
    if old.rows.total != new.rows.total {
      let texts = [old, new].map { counted($0.rows.total, "finding") }
      return trace(nil, (texts[0], texts[1]))
    }
    return old.verdict == new.verdict ? nil : trace(nil, (old.reason, new.reason))
  }

  /// A remark on a line, and the key by which it is recognised: two rulebooks may say the same in
  /// other words.
  private struct Remark {
    struct Key: Equatable {
      let line: Int
      let record: Int?
      let parts: [String]
    }

    let key: Key
    let text: String
  }

  private static func remarks(_ result: TraceResult) -> [Remark] {
    let findings = result.findings.map { finding in
      let isOfValues = finding.kind == .observation || finding.kind == .notification
      let about = finding.entity.isEmpty ? "" : " (\(finding.entity))"
      return Remark(
        key: Remark.Key(
          line: finding.line, record: finding.record,
          parts: [finding.kind.rawValue, finding.rule, finding.entity]
            + (isOfValues ? [finding.expected] : [])),
        text: "\(finding.rule) \(finding.kind.title)\(about): expected \(finding.expected); "
          + "observed \(finding.observed)")
    }
    let rejections = result.rejected.map { rejection in
      Remark(
        key: Remark.Key(line: rejection.line, record: rejection.record, parts: [rejection.id]),
        text: "cannot be read: \(rejection.message)")
    }
    return (findings + rejections).sorted {
      ($0.key.line, $0.key.record ?? 0) < ($1.key.line, $1.key.record ?? 0)
    }
  }
}
