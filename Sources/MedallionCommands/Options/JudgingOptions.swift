extension ReplayCommand {
  /// The options by which a trace may be judged otherwise, as they were given: who reads a result
  /// must know what it holds under.
  var judgingOptions: [String] {
    var options = settings.texts.map { "--set \($0)" }
    func add(_ name: String, _ value: String?, unless usual: String? = nil) {
      if let value, value != usual { options.append("\(name) \(value)") }
    }
    add("--start", start.rawValue, unless: Start.empty.rawValue)
    add("--tolerance", tolerance, unless: "0s")
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
