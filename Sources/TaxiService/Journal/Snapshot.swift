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
    var writer = CheckpointWriter()
    writer.write(Int64(bitPattern: Self.mark))
    writer.write(journalLength)
    service.write(to: &writer)
    let checksum = CRC32C.checksum(writer.bytes)
    return writer.bytes + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
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
    var reader = CheckpointReader(content[...])
    do {
      guard UInt64(bitPattern: try reader.int64()) == Self.mark else { throw Self.isNone }
      journalLength = try reader.count()
      service = try TaxiService(from: &reader, settings: settings, map: map, numbers: numbers)
    } catch {
      throw Self.isNone
    }
  }

  private static let isNone = JournalError("the snapshot is damaged, or the file is no snapshot")
}
