/// Which lines were recorded before. Remembers the latest ids, and what lines without an id say
/// at the present instant.
struct Repetitions: Sendable {
  enum Judgement {
    case new, repeated
    /// The id is that of another line, which says something else.
    case conflicting
  }

  private struct Name: Hashable {
    let source: String?
    let id: String
  }

  /// How many ids are remembered.
  private static let mostIDs = 1 << 18

  /// By name: a fingerprint of what the line said.
  private var contents: [Name: Int] = [:]
  /// The names in the order in which they came, from `oldest` on and around.
  private var names: [Name] = []
  private var oldest = 0
  private var instant: Int64?
  private var present: Set<TraceLine> = []

  /// - Parameter comparesContent: Whether lines without an id are judged by what they say.
  mutating func judge(_ line: TraceLine, comparesContent: Bool) -> Judgement {
    if let id = line.id { return judge(line, Name(source: line.source, id: id)) }
    guard comparesContent else { return .new }
    if line.instant != instant {
      instant = line.instant
      present.removeAll(keepingCapacity: present.count < 1_000)
    }
    return present.insert(line.content).inserted ? .new : .repeated
  }

  private mutating func judge(_ line: TraceLine, _ name: Name) -> Judgement {
    let content = line.content.hashValue
    if let known = contents[name] { return known == content ? .repeated : .conflicting }
    if names.count < Self.mostIDs {
      names.append(name)
    } else {
      contents[names[oldest]] = nil
      names[oldest] = name
      oldest = (oldest + 1) % Self.mostIDs
    }
    contents[name] = content
    return .new
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

  /// The same for lines that were doubled.
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

  /// The same at another instant.
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
