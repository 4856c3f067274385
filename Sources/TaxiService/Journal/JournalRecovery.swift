/// A service rebuilt from its journal.
///
/// The commands of the journal are given to a new service, which must then write the journal anew,
/// byte for byte. So all other lines of the journal are checked and nothing is guessed.
package struct JournalRecovery: Sendable {
  /// The service after all effects of the last whole command, written or not.
  package let service: TaxiService
  /// The number of bytes of the journal that are kept.
  package let length: Int
  /// The number of torn bytes that were cut off at the end.
  package let torn: Int
  /// The effects of the last whole command that the journal lacks, as lines to be added.
  package let unwritten: [UInt8]
  /// The number of lines that were read.
  package let lines: Int
  /// The end of the journal with the unwritten lines; further lines are added behind it.
  package let chain: JournalChain

  /// - Parameters:
  ///   - journal: The journal from its first byte.
  ///   - registry: The data with which the service was set up; the first lines must agree with it.
  ///   - snapshot: A state to go on from; only the lines after it are read.
  /// - Throws: An error if the journal is damaged elsewhere than at its end, or is another
  ///   service's.
  package init(
    _ journal: [UInt8], _ registry: Registry, settings: ServiceSettings = ServiceSettings(),
    numbers: NumberSource, from snapshot: Snapshot? = nil
  ) throws(JournalError) {
    let tail = try JournalTail(journal)
    var position = 0
    if let snapshot {
      guard let line = tail.lines.firstIndex(where: { $0.lowerBound >= snapshot.journalLength }),
        tail.lines[line].lowerBound == snapshot.journalLength
      else {
        guard tail.length == snapshot.journalLength else {
          throw JournalError("the snapshot is of another journal, or of a later one")
        }
        (service, length, torn) = (snapshot.service, tail.length, journal.count - tail.length)
        (unwritten, lines) = ([], 0)
        chain = JournalChain(behind: tail.lines[...], of: journal)
        return
      }
      position = line
    }
    var rebuilding = Rebuilding(
      service: snapshot?.service ?? TaxiService(registry, settings: settings, numbers: numbers),
      journal: journal, registry: registry,
      after: JournalChain(behind: tail.lines[..<position], of: journal))
    let lines = Array(tail.lines[position...])
    try rebuilding.takeNumbers(of: lines)
    for (index, line) in lines.enumerated() {
      try rebuilding.take(line, number: position + index + 1)
    }
    service = rebuilding.service
    length = tail.length
    torn = journal.count - tail.length
    unwritten = Array(rebuilding.expected)
    self.lines = lines.count
    chain = rebuilding.chain
  }
}

extension JournalChain {
  /// - Parameter lines: those of the journal up to some place.
  fileprivate init(behind lines: ArraySlice<Range<Int>>, of journal: [UInt8]) {
    self.init()
    guard let last = lines.last else { return }
    count = Int64(lines.count) - 1
    take(journal[last])
  }
}

/// A service that follows a journal line by line.
private struct Rebuilding {
  var service: TaxiService
  let journal: [UInt8]
  let registry: Registry
  let zones: ZoneNames
  /// The lines that the service has written and that must come next in the journal.
  var expected: ArraySlice<UInt8> = []
  /// The end of the journal with everything that the service has written.
  private(set) var chain: JournalChain

  init(service: TaxiService, journal: [UInt8], registry: Registry, after chain: JournalChain) {
    self.service = service
    self.journal = journal
    self.registry = registry
    self.chain = chain
    zones = ZoneNames(registry.map)
  }

  /// The numbers that were drawn are drawn again.
  mutating func takeNumbers(of lines: [Range<Int>]) throws(JournalError) {
    var numbers: [SecurityNumber] = []
    for (index, line) in lines.enumerated() {
      if let number = try read(line, index + 1).number { numbers.append(number) }
    }
    service.numbers.replay(numbers)
  }

  mutating func take(_ range: Range<Int>, number: Int) throws(JournalError) {
    let line = journal[range.lowerBound...range.upperBound]
    if expected.isEmpty { try write(range, number) }
    guard expected.starts(with: line) else {
      let own = expected.prefix { $0 != UInt8(ascii: "\n") }
      throw JournalError(
        own.isEmpty
          ? "line \(number) is one that the service does not write there"
          : "line \(number) should be \(String(decoding: own, as: UTF8.self))")
    }
    expected = expected.dropFirst(line.count)
  }

  /// Lets the service carry out the line.
  private mutating func write(_ range: Range<Int>, _ number: Int) throws(JournalError) {
    var encoder = JournalEncoder(zones, after: chain)
    let reading = try read(range, number)
    switch reading.line {
    case .observation(let instant):
      if range.lowerBound == 0 {
        encoder.append(registry)
      } else {
        // Time may have passed without a line; everything due before has one.
        service.now = max(service.now, instant)
        encoder.appendObservation(of: service)
      }
    case .command(let command, let instant):
      _ = service.handle(command, at: instant)
      encoder.append(service.records, at: reading.place)
    case .decision(let instant):
      service.advance(to: instant)
      encoder.append(service.records)
    }
    expected = encoder.bytes[...]
    chain = encoder.chain
  }

  private func read(
    _ range: Range<Int>, _ number: Int
  ) throws(JournalError) -> JournalLine.Reading {
    do {
      return try JournalLine.read(JournalScanner(journal[range], zones, registry.map))
    } catch {
      throw JournalError("line \(number) is none of this service's")
    }
  }
}
