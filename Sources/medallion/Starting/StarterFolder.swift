import Findings
import FoundationEssentials
import Glibc

/// A folder that is written whole or not at all: beside its place, under another name, which is
/// changed at the end. A program that is killed may leave the other behind, never a part of this.
struct StarterFolder {
  private let path: String
  private var partial: String { ".\(path).\(getpid()).partial" }

  /// - Parameter name: A folder of the present one, missing or empty.
  init(_ name: String) throws(Failure) {
    let isName =
      name.utf8.count <= 100 && name.first?.isLetter == true
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
    guard isName else {
      throw Failure(
        .wrongInput,
        "cannot write the folder '\(name.prefix(100))': its name is of at most 100 letters, "
          + "digits, '.', '_' and '-', and begins with a letter")
    }
    path = name
  }

  /// Writes the files, unless there is something of that name already, or a signal comes.
  func write(_ files: KeyValuePairs<String, String>) throws(Failure) {
    Interruption.watch()
    try Files.makeFolder(partial)
    defer { try? FileManager.default.removeItem(atPath: partial) }
    for (file, text) in files where !Interruption.isRequested {
      for slash in file.indices where file[slash] == "/" {
        try Files.makeFolder("\(partial)/\(file[..<slash])")
      }
      try Files.write(text.utf8, to: "\(partial)/\(file)", what: "file")
    }
    guard !Interruption.isRequested, rename(partial, path) != 0 else { return }
    guard [EEXIST, ENOTEMPTY, ENOTDIR].contains(errno) else {
      throw Files.cannot("write", path, "folder")
    }
    throw Files.cannot("write", path, "folder", because: "it is there already, and not empty")
  }
}
