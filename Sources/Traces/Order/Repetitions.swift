import Basics

/// A record of earlier lines that finds repeated ones. It remembers the latest ids, and the
/// contents of lines without an id at the present instant.
struct Repetitions: Sendable {
  enum Judgement {
    case new, repeated
    /// The id is that of another line, which says something else.
    case conflicting
  }

  struct Name: Hashable {
    var source: ExactText?
    var id: ExactText

    init(source: String?, id: String) {
      (self.source, self.id) = (source.map(ExactText.init), ExactText(id))
    }
  }

  /// The largest number of ids that are remembered, and of contents of one instant.
  private static let most = 1 << 18

  /// A fingerprint of each line's content, by the name of the line.
  private var contents: [Name: UInt64] = [:]
  /// The names in the order in which they came, from `oldest` on and around.
  private var names: [Name] = []
  private var oldest = 0
  private(set) var instant: Int64?
  /// The fingerprints of lines without an id at the present instant.
  private(set) var present: Set<UInt64> = []
  private let fingerprint: Fingerprint

  init(_ fingerprint: Fingerprint = Fingerprint()) { self.fingerprint = fingerprint }

  /// - Parameter comparesContent: True if lines without an id are compared by their contents.
  mutating func judge(_ line: TraceLine, comparesContent: Bool) -> Judgement {
    if let id = line.id { return judge(line, Name(source: line.source, id: id)) }
    guard comparesContent else { return .new }
    if line.instant != instant {
      instant = line.instant
      present.removeAll(keepingCapacity: present.count < 1_000)
    }
    let content = fingerprint.of(line.content)
    if present.contains(content) { return .repeated }
    if present.count < Self.most { present.insert(content) }
    return .new
  }

  private mutating func judge(_ line: TraceLine, _ name: Name) -> Judgement {
    let content = fingerprint.of(line.content)
    if let known = contents[name] { return known == content ? .repeated : .conflicting }
    remember(content, of: name)
    return .new
  }

  private mutating func remember(_ content: UInt64, of name: Name) {
    if names.count < Self.most {
      names.append(name)
    } else {
      contents[names[oldest]] = nil
      names[oldest] = name
      oldest = (oldest + 1) % Self.most
    }
    contents[name] = content
  }

  // MARK: What is remembered

  /// The key of the fingerprints.
  var key: UInt64 { fingerprint.key }

  /// The names with their fingerprints, oldest first.
  var remembered: [(name: Name, content: UInt64)] {
    (names[oldest...] + names[..<oldest]).map { ($0, contents[$0] ?? 0) }
  }

  /// Creates the record anew from fingerprints that were remembered under the same key.
  ///
  /// - Returns: Nil if there are more names than are ever kept, or one twice.
  init?(
    key: UInt64, _ remembered: [(name: Name, content: UInt64)], instant: Int64?,
    _ present: Set<UInt64>
  ) {
    self.init(Fingerprint(key: key))
    guard remembered.count <= Self.most, present.count <= Self.most else { return nil }
    for (name, content) in remembered {
      guard contents[name] == nil else { return nil }
      remember(content, of: name)
    }
    (self.instant, self.present) = (instant, present)
  }
}

extension TraceLine {
  var id: String? {
    switch self {
    case .event(let event): event.id
    case .observation(let observation): observation.id
    }
  }

  var source: String? {
    switch self {
    case .event(let event): event.source
    case .observation(let observation): observation.source
    }
  }

  /// The parts of a line that are equal if it was recorded twice.
  fileprivate var content: TraceLine {
    let nowhere = TracePlace(line: 0, offset: 0)
    switch self {
    case .event(var event):
      event.place = nowhere
      event.checksum = nil
      return .event(event)
    case .observation(var observation):
      observation.place = nowhere
      observation.checksum = nil
      return .observation(observation)
    }
  }

  /// Returns the line with another instant.
  func at(_ instant: Int64) -> TraceLine {
    switch self {
    case .event(var event):
      event.instant = instant
      return .event(event)
    case .observation(var observation):
      observation.instant = instant
      return .observation(observation)
    }
  }
}
