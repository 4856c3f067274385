import Glibc

/// The clock of a named zone, with summer time: its offset from UTC at each instant.
///
/// Read from the system's zone data (TZif, RFC 9636), or from the folder that `TZDIR` names.
struct ZoneClock: Hashable, Sendable {
  /// The name of the time zone in the zone data: `America/New_York`.
  let name: String
  /// Seconds since 1970 (UTC), ascending, at which another offset begins.
  private let transitions: [Int64]
  /// Seconds east of UTC: the first is that before all transitions.
  private let offsets: [Int64]

  /// Loads a zone; nil: the system has no zone of that name, or its data are damaged.
  init?(named name: String) {
    let isName = name.utf8.allSatisfy {
      $0.isMappingWord || "/+".utf8.contains($0)
    }
    guard isName, !name.hasPrefix("/"), name.utf8.count < 64,
      let bytes = Self.content(of: "\(Self.folder)/\(name)", limit: 1 << 16),
      let data = ZoneData(bytes)
    else { return nil }
    self.name = name
    transitions = data.transitions
    offsets = data.offsets
  }

  /// The release of the system's zone data, such as `2025b`; nil: it does not say.
  static var release: String? {
    for file in ["tzdata.zi", "+VERSION"] {
      guard let start = content(of: "\(folder)/\(file)", limit: 64, isPrefix: true) else {
        continue
      }
      let line = String(decoding: start.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      return line.split(separator: " ").last.map(String.init)
    }
    return nil
  }

  /// The instants at which the zone's clock shows a time, ascending: none in the hour that summer
  /// time leaves out, two in the hour that it repeats.
  /// - Parameter local: milliseconds from 1970-01-01T00:00:00 of the zone's clock.
  func instants(showing local: Int64) -> [Int64] {
    let day: Int64 = 86_400_000
    let near = Set([local - day, local, local + day].map { offset(at: $0) })
    return near.map { local - $0 }.filter { $0 + offset(at: $0) == local }.sorted()
  }

  /// Returns the offset from UTC at an instant; both are in milliseconds. O(log n) in the number of
  /// transitions.
  private func offset(at instant: Int64) -> Int64 {
    let seconds = instant >= 0 ? instant / 1000 : (instant - 999) / 1000
    var (lower, upper) = (0, transitions.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if transitions[middle] <= seconds { lower = middle + 1 } else { upper = middle }
    }
    return offsets[lower] * 1000
  }

  private static var folder: String {
    getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
  }

  private static func content(of path: String, limit: Int, isPrefix: Bool = false) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = fread(&bytes, 1, limit + 1, file)
    guard count > 0, count <= limit || isPrefix else { return nil }
    return Array(bytes.prefix(min(count, limit)))
  }
}
