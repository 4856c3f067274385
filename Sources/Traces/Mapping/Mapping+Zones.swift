extension Mapping {
  /// The zones by whose clocks instants are read, with the release of the zone data; nil: none.
  package var zones: String? {
    var names: Set<String> = []
    for mapping in [self] + further {
      for form in [mapping.time?.form ?? .native] + mapping.arguments.map(\.field.form) {
        if case .pattern(let pattern) = form, case .zone(let zone)? = pattern.place {
          names.insert(zone.name)
        }
      }
    }
    if names.isEmpty { return nil }
    let data =
      ZoneClock.release.map { "release \($0) of the zone data" } ?? "the system's zone data"
    return "\(names.sorted().joined(separator: ", ")) by \(data)"
  }
}
