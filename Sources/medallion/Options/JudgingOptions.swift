extension ReplayCommand {
  /// The options that can change the result of a replay, as they were given: a reader of the result
  /// must know the conditions under which it holds.
  var judgingOptions: [String] {
    var options = settings.texts.map { "--set \($0)" }
    func add(_ name: String, _ value: String?, unless usual: String? = nil) {
      if let value, value != usual { options.append("\(name) \(value)") }
    }
    add("--start", start.rawValue, unless: Start.empty.rawValue)
    add("--tolerance", tolerance, unless: "0s")
    add("--resolution", resolution, unless: "0s")
    for event in hidden { add("--hidden", event) }
    for sort in closed { add("--closed", sort) }
    add("--mapping", reading.mapping)
    add("--reorder", reading.reorder, unless: "0s")
    if reading.dropDoubled { options.append("--drop-doubled") }
    for clock in reading.clocks { add("--clock", clock) }
    for map in reading.zones { add("--zones", map) }
    add("--id-property", reading.idProperty, unless: "zone")
    add("--shard-by", shardBy)
    add("--diagnosis", diagnosis.rawValue, unless: Diagnosis.full.rawValue)
    add("--remember", "\(remember)", unless: "10000")
    if properties { options.append("--properties") }
    return options
  }
}
