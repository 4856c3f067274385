import Findings
import FoundationEssentials

/// The folder of an export: scripts, and the manifest that lists them. Where there is a manifest,
/// beside it is no script of another one.
struct ExportFolder {
  private let path: String
  /// The scripts of the export that is there.
  private let old: [String]

  static let schema = "medallion.export/1"
  private static let largestManifest = 64 << 20

  /// The part of a manifest that is read.
  private struct Listing: Decodable {
    struct Entry: Decodable { let file: String }

    let schema: String
    let obligations: [Entry]
  }

  /// Refuses a folder whose `manifest.json` lists something else than an export.
  init(_ path: String) throws(Failure) {
    self.path = path
    let manifest = Self.manifest(in: path)
    guard Files.exists(manifest) else {
      old = []
      return
    }
    let bytes = try Files.read(manifest, limit: Self.largestManifest, what: "manifest")
    guard let listing = try? JSONDecoder().decode(Listing.self, from: Data(bytes)),
      listing.schema == Self.schema
    else {
      throw Failure(
        .wrongInput,
        "'\(manifest)' is not of an export, and would be written over: choose another folder")
    }
    old = listing.obligations.map(\.file).filter(Self.isScript)
  }

  /// Writes the scripts and the manifest; files that only the old manifest lists are removed.
  func replace(
    with scripts: [(file: String, text: String)], manifest: String
  ) throws(Failure) {
    try Files.makeFolder(path)
    let names = Set(scripts.map(\.file))
    // Files are removed before the old manifest, so that it lists them even if the program is
    // killed meanwhile.
    for file in old where !names.contains(file) { try Files.remove("\(path)/\(file)") }
    try Files.remove(Self.manifest(in: path))
    for script in scripts {
      try Files.write(script.text.utf8, to: "\(path)/\(script.file)", what: "script")
    }
    try Files.write(manifest.utf8, to: Self.manifest(in: path), what: "manifest")
  }

  private static func manifest(in path: String) -> String { "\(path)/manifest.json" }

  /// Returns true if a file may be removed. A manifest that was changed by hand may list anything,
  /// so only scripts in the folder itself may be removed.
  private static func isScript(_ file: String) -> Bool {
    file.hasSuffix(".smt2") && !file.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }
}
