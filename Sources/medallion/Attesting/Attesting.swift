import Basics
import Findings
import Glibc
import Report

/// The files that an attestation binds.
enum Attesting {
  static let largestKey = 1 << 16
  static let largestEnvelope = 64 << 20

  /// SHA-256 of an ordinary file as it is stored, in memory that does not grow with it.
  static func digest(of path: String, what: String) throws(Failure) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Files.cannot("read", path, what) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Files.cannot("read", path, what, because: "it is no ordinary file")
    }
    var digest = Digest()
    var offset = 0
    while case let block = Files.bytes(1 << 20, at: offset, of: descriptor), !block.isEmpty {
      block.withUnsafeBytes { digest.update($0) }
      offset += block.count
    }
    guard offset >= Int(status.st_size) else { throw Files.cannot("read", path, what) }
    return digest.text
  }

  /// The roles of the programs from which the verdicts come.
  static let programRoles: Set<String> = ["tool", "solver"]

  /// SHA-256 of the program that plays a role in this process; nil: it has no file of its own.
  static func programDigest(_ role: String) -> String? {
    let path = role == "tool" ? Files.resolved("/proc/self/exe") : mappedLibrary("libz3")
    return path.flatMap { try? digest(of: $0, what: "program") }
  }

  /// The programs that the verdicts come from, by their files.
  static func programs(of dossier: Dossier) -> [InTotoStatement.Resource] {
    let solver = dossier.verification.solver
    var programs = [
      InTotoStatement.Resource(
        "medallion \(dossier.version)",
        sha256: programDigest("tool") ?? "", role: "tool",
        more: ["command": dossier.command, "made": dossier.made])
    ]
    // Linked into the program, it is bound with it.
    if let library = programDigest("solver") {
      programs.append(
        InTotoStatement.Resource(
          "\(solver.name) \(solver.version)", sha256: library,
          role: "solver", more: ["seed": "\(solver.seed)", "rlimit": "\(solver.rlimit)"]))
    }
    return programs
  }

  /// The file of a shared library that this process has loaded; nil: it has none of that name.
  private static func mappedLibrary(_ name: String) -> String? {
    guard let maps = try? Files.read("/proc/self/maps", limit: 16 << 20, what: "maps") else {
      return nil
    }
    return String(decoding: maps, as: UTF8.self).split(separator: "\n").lazy
      .compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
      .first { $0.split(separator: "/").last?.hasPrefix(name) == true }
  }

  /// The statement on a dossier.
  /// - Parameters:
  ///   - data: the path of its data, of the bytes given.
  ///   - page: the path of its page, with its digest; nil: there is none.
  static func statement(
    _ dossier: Dossier, data: (path: String, bytes: [UInt8]),
    page: (path: String, sha256: String)?, programs: [InTotoStatement.Resource]
  ) -> InTotoStatement {
    var documents = [
      InTotoStatement.Resource(data.path, sha256: Digest.sha256(data.bytes), role: "verdicts")
    ]
    if let page {
      documents.append(InTotoStatement.Resource(page.path, sha256: page.sha256, role: "dossier"))
    }
    return InTotoStatement(dossier, documents: documents, programs: programs)
  }

  static func key<Key>(
    _ path: String, _ read: ([UInt8]) throws(KeyError) -> Key
  ) throws(Failure) -> Key {
    let bytes = try Files.read(path, limit: largestKey, what: "key")
    do throws(KeyError) {
      return try read(bytes)
    } catch {
      throw Failure(.wrongInput, "the key '\(path)' \(error.message)")
    }
  }
}
