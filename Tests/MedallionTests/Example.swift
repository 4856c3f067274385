import Foundation
import Testing

/// The programs of `Examples`, as the tests have built them.
enum Example {
  static var root: URL {
    var url = URL(filePath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }

  /// Runs a program to its end, and returns its exit code and its output.
  static func run(_ name: String, _ files: [URL]) throws -> (code: Int32, output: String) {
    let folders =
      Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
      + CommandLine.arguments.prefix(1).map { URL(filePath: $0).deletingLastPathComponent() }
    let process = Process()
    let found = folders.map { $0.appending(path: name) }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
    let program: URL = try #require(found, "the example \(name) is not built")
    process.executableURL = program
    process.arguments = files.map(\.path)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }
}

/// A folder that is removed with the value.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "medallion-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to name: String) throws -> URL {
    let file = url.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file
  }
}
