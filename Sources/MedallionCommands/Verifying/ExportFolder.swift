internal import Findings
internal import FoundationEssentials

/// The folder of an export: scripts, and the manifest that lists them. Where there is a manifest,
/// beside it is no script of another one.
struct ExportFolder {
  private let path: String
  /// The scripts of the export that is there.
  private let old: [String]

  static let schema = "medallion.export/1"
  private static let largestManifest = 64 << 20

  /// What is read of a manifest.
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

  /// Writes the scripts, and what lists them; what only the old manifest lists goes.
  func replace(
    with scripts: [(file: String, text: String)], manifest: String
  ) throws(Failure) {
    try Files.makeFolder(path)
    let names = Set(scripts.map(\.file))
    // As long as they are there, so is what lists them, even if we are killed meanwhile.
    for file in old where !names.contains(file) { try Files.remove("\(path)/\(file)") }
    try Files.remove(Self.manifest(in: path))
    for script in scripts {
      try Files.write(script.text.utf8, to: "\(path)/\(script.file)", what: "script")
    }
    try Files.write(manifest.utf8, to: Self.manifest(in: path), what: "manifest")
  }

  private static func manifest(in path: String) -> String { "\(path)/manifest.json" }

  /// Whatever else a manifest may list that somebody has changed, nothing of it is removed.
  private static func isScript(_ file: String) -> Bool {
    file.hasSuffix(".smt2") && !file.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }
}
