import TaxiService

extension LockstepRun {
  /// Leaves out all inputs that the difference does not need (delta debugging: Zeller and
  /// Hildebrandt, 2002).
  package func shortened(
    _ script: ServiceScript, _ difference: Difference
  ) throws(LockstepFailure) -> [ServiceInput] {
    var script = script
    // Trying a long run is expensive: this limits the number of inputs given.
    var budget = 500_000
    var size = max(1, script.count / 2)
    while budget > 0 {
      var isShorter = false
      var index = 0
      while index < script.count, budget > 0 {
        budget -= script.count
        let candidate = script.removing(index..<min(index + size, script.count))
        if try self.difference(of: candidate)?.isLike(difference) == true {
          script = candidate
          isShorter = true
        } else {
          index += size
        }
      }
      if size == 1, !isShorter { break }
      size = isShorter ? size : max(1, size / 2)
    }
    return script.resolved(for: service)
  }

  private func difference(
    of script: ServiceScript
  ) throws(LockstepFailure) -> Difference? {
    try difference(of: script.resolved(for: service))
  }

  /// The first difference that inputs lead to.
  package func difference(of inputs: [ServiceInput]) throws(LockstepFailure) -> Difference? {
    var pair = try machinePair()
    for input in inputs {
      if let difference = pair.take(input) { return difference }
    }
    return pair.compareFully()
  }

  /// The records of a run as lines of a trace, without their ends.
  package func lines(_ inputs: [ServiceInput]) -> [String] {
    String(decoding: journal(inputs), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Returns the journal of a run, with an observation of the service at its end.
  package func journal(_ inputs: [ServiceInput]) -> [UInt8] {
    var service = service
    var encoder = JournalEncoder()
    encoder.append(registry)
    for input in inputs {
      input.give(to: &service)
      encoder.append(service.records)
    }
    encoder.appendObservation(of: service)
    return encoder.bytes
  }
}
