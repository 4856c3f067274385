import ArgumentParser
import Basics
internal import CZlib
internal import CZstd
import FoundationEssentials
import Glibc
import Solver

/// The checks of the program, its libraries and the machine.
enum Doctor {
  typealias Check = DoctorDocument.Check

  static func checks() -> [Check] {
    let books = (try? Catalog.rulebooks(root: Catalog.standardRoot)) ?? []
    let schemas = [Catalog.sharedFolder.map { "\($0)/schemas" }, "Documentation/schemas"]
    return [
      Check("medallion", "\(Medallion.configuration.version), built with Swift \(swift)"),
      z3(Session.version),
      Check("zlib", String(cString: zlibVersion())),
      Check("zstd", String(cString: ZSTD_versionString())),
      processors(ProcessInfo.processInfo.activeProcessorCount),
      memory(),
      solvers(),
      Check("git", ExternalProgram("git")?.path, orElse: "`diff --git` needs it on the PATH"),
      Check(
        "models",
        books.isEmpty
          ? nil : "\(counted(books.count, "rulebook")) in \(Catalog.standardRoot)/Models",
        orElse: "`check` needs --root FOLDER, and `init` writes such a folder"),
      Check(
        "schemas", schemas.compactMap(\.self).first(where: Files.isFolder),
        orElse: "they are in Documentation/schemas of the sources"),
      cache(),
      terminal(Console.standardOutput),
    ]
  }

  /// The release of the compiler, as far as it is known here.
  private static var swift: String {
    #if compiler(>=6.4)
      "6.4 or newer"
    #elseif compiler(>=6.3)
      "6.3"
    #elseif compiler(>=6.2)
      "6.2"
    #else
      "6.1"
    #endif
  }

  private static func z3(_ version: String) -> Check {
    let least = "4.8.12"
    func numbers(_ version: String) -> [Int] {
      version.split(separator: ".").compactMap { Int($0) }
    }
    return numbers(version).lexicographicallyPrecedes(numbers(least))
      ? Check("z3", version, .wrong, advice: "install \(least) or newer") : Check("z3", version)
  }

  private static func processors(_ count: Int) -> Check {
    let jobs = WorkOptions.standardJobs
    return Check(
      "processors", "\(count)",
      advice: count > jobs ? "--jobs \(count) uses all, without it \(jobs) are used" : nil)
  }

  /// Checks the memory of the machine, or less if the process or its control group may have less.
  private static func memory() -> Check {
    var own = rlimit()
    getrlimit(.init(RLIMIT_AS.rawValue), &own)
    let group = lines("/proc/self/cgroup").first { $0.hasPrefix("0::") }.flatMap {
      lines("/sys/fs/cgroup\($0.dropFirst(3))/memory.max").first.flatMap { UInt64($0) }
    }
    let limits = [ProcessInfo.processInfo.physicalMemory, UInt64(own.rlim_cur), group ?? .max]
    let (least, needed) = (limits.min() ?? 0, UInt64(512) << 20)
    let value = "\(least >> 20) MiB"
    return least < needed
      ? Check("memory", value, .note, advice: "large rulebooks need \(needed >> 20) MiB")
      : Check("memory", value)
  }

  /// The lines of a small file; none if it cannot be read.
  private static func lines(_ path: String) -> [Substring] {
    let bytes = (try? Files.read(path, limit: 1 << 16, what: "file")) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  private static func solvers() -> Check {
    let found = (try? Certifier([], seconds: 1, jobs: 1))?.candidates.map {
      "\($0.program.path) (\($0.version))"
    }
    return Check(
      "solvers", found?.joined(separator: ", "), orElse: "`certify` needs z3 or cvc5 on the PATH")
  }

  /// Finds out by the way that `verify` goes whether answers can be kept.
  private static func cache() -> Check {
    guard let folder = AnswerCache.folder else {
      return Check("cache", nil, orElse: "`verify` keeps answers if XDG_CACHE_HOME or HOME is set")
    }
    do throws(Failure) {
      try AnswerCache.makeFolder()
      try Files.requireWritable("\(folder)/doctor", what: "cache")
    } catch {
      return Check(
        "cache", folder, .wrong, advice: "\(error.message): set XDG_CACHE_HOME to another folder")
    }
    let size = Files.names(in: folder).reduce(0) { $0 + Files.size("\(folder)/\($1)") }
    return Check("cache", "\(folder), \(size >> 10) KiB")
  }

  private static func terminal(_ console: Console) -> Check {
    guard console.isTerminal else {
      return Check("terminal", "none, text is plain" + (Console.isUnderCI ? ", CI is set" : ""))
    }
    let value =
      "\(console.width ?? 80) columns, "
      + (console.style.isColored ? "colour" : "no colour by NO_COLOR or TERM")
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(Console.variable).first { !$0.isEmpty } ?? "C"
    return locale.uppercased().replacing("-", with: "").contains("UTF8")
      ? Check("terminal", value)
      : Check("terminal", value, .note, advice: "text is UTF-8 in any locale: set LANG=C.UTF-8")
  }
}
