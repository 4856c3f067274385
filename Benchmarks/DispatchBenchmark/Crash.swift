import Glibc
import TaxiService

/// A service that is killed at any moment, and the check that nothing is lost.
enum Crash {
  private static func city(seed: Int) -> CitySimulation {
    var options = SimulationOptions()
    options.taxis = 50
    options.passengers = 300
    options.zones = 9
    options.demand = 3
    options.duration = 30 * 86_400_000
    options.seed = UInt64(seed)
    // Every other journal tells coordinates.
    options.tellsPositions = seed % 2 == 0
    return CitySimulation(options)
  }

  /// Runs until it is killed. After each sync it acknowledges how many bytes are safe.
  static func write(path: String, seed: Int) {
    var city = city(seed: seed)
    do {
      var file = try JournalFile(path: path)
      var encoder = JournalEncoder(map: city.map)
      encoder.append(city.registry)
      var calls = 0
      while city.step() {
        encoder.append(city.service.records, at: city.position)
        calls += 1
        guard calls % 16 == 0 else { continue }
        try file.append(encoder.bytes)
        encoder.removeAll()
        try file.sync()
        print(file.length)
        fflush(nil)
      }
    } catch {
      print(error.message)
    }
  }

  /// Rebuilds the service from what is left, and holds it against one that was not killed.
  static func check(path: String, seed: Int, acknowledged: Int) -> Bool {
    // Killed before there was a journal.
    let bytes = read(path) ?? []
    var city = city(seed: seed)
    do {
      let rebuilt = try JournalRecovery(bytes, city.registry, numbers: .seeded(0))
      let length = rebuilt.length + rebuilt.unwritten.count
      guard rebuilt.length >= acknowledged else {
        print("lost: \(acknowledged) bytes were acknowledged, \(rebuilt.length) are left")
        return false
      }
      var encoder = JournalEncoder(map: city.map)
      encoder.append(city.registry)
      while encoder.bytes.count < length, city.step() {
        encoder.append(city.service.records, at: city.position)
      }
      guard length == 0 || encoder.bytes.count == length,
        encoder.bytes.starts(with: bytes[..<rebuilt.length]),
        city.service.content == rebuilt.service.content
      else {
        print("the rebuilt state is none that was")
        return false
      }
      print(
        "rebuilt \(rebuilt.lines) lines, torn \(rebuilt.torn),",
        "unwritten \(rebuilt.unwritten.count)")
      return true
    } catch {
      print(error.message)
      return false
    }
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }
}

func unlinkQuietly(_ path: String) { unlink(path) }
