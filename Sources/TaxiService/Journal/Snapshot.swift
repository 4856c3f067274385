import Basics

/// The state of a service after a number of bytes of its journal: a rebuilding can start from it.
package struct Snapshot: Sendable {
  /// The service as it was after those bytes of the journal.
  package let service: TaxiService
  /// The number of bytes of the journal that led to this state.
  package let journalLength: Int

  /// "MEDTAXI" and the number of the format.
  private static let mark: UInt64 = 0x4D45_4454_4158_4903

  /// - Parameter journalLength: The number of bytes of the journal that led to this state.
  package init(of service: TaxiService, journalLength: Int) {
    self.service = service
    self.journalLength = journalLength
  }

  /// The snapshot as bytes; the last four are the checksum of those before.
  package var bytes: [UInt8] {
    var (mark, length, service) = (Self.mark, journalLength, service)
    let content = CheckpointCoder.bytes { coder in
      try coder.code(&mark, &length)
      try service.code(with: &coder)
    }
    let checksum = CRC32C.checksum(content)
    return content + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
  }

  /// - Parameters:
  ///   - map: The map of the service, if it has one; a snapshot does not hold it.
  ///   - numbers: The source of security numbers; a seeded source continues from its state in the
  ///     snapshot.
  /// - Throws: An error if the bytes are no whole snapshot.
  package init(
    _ bytes: [UInt8], settings: ServiceSettings = ServiceSettings(), map: CityMap? = nil,
    numbers: NumberSource
  ) throws(JournalError) {
    let content = Array(bytes.dropLast(4))
    let checksum = CRC32C.checksum(content)
    let stored = (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
    guard bytes.count > 4, bytes.suffix(4).elementsEqual(stored) else { throw Self.isNone }
    var coder = CheckpointCoder(reading: content)
    var registry = Registry(taxis: [], passengers: 0, zones: 0, start: 0)
    registry.map = map
    var service = TaxiService(registry, settings: settings, numbers: numbers)
    var (mark, length) = (UInt64(0), 0)
    do {
      try coder.code(&mark)
      try coder.require(mark == Self.mark)
      try coder.code(&length)
      try service.code(with: &coder)
    } catch {
      throw Self.isNone
    }
    self.init(of: service, journalLength: length)
  }

  private static let isNone = JournalError("the snapshot is damaged, or the file is no snapshot")
}
