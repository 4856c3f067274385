import Foundation
import Medallion

/// Decides whether the zones of a map are a partition, and prints each fault.
@main enum CheckMap {
  static func main() {
    let files = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
    guard let map = files.first, files.count <= 2 else {
      print("usage: CheckMap MAP [CITY]")
      exit(2)
    }
    do {
      let report = try checkMap(contentsOf: map, city: files.dropFirst().first)
      for fault in report.faults {
        print(fault.kind, fault.zones.joined(separator: " "), "up to \(fault.area.upperBound) m2")
      }
      print(report.verdict)
      exit(report.verdict == .notAPartition ? 1 : 0)
    } catch {
      print(error)
      exit(2)
    }
  }
}
