import Findings
import Glibc

/// Reading and writing of files, with one clear message for each thing that can go wrong.
enum Files {
  /// The whole file, if it is no folder and has at most `limit` bytes.
  static func read(_ path: String, limit: Int, what: String) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw cannot("read", path, what) }
    defer { close(descriptor) }
    return try read(descriptor, path, limit: limit, what: what)
  }

  static func readStandardInput(limit: Int, what: String) throws(Failure) -> [UInt8] {
    try read(0, "<standard input>", limit: limit, what: what)
  }

  private static func read(
    _ descriptor: Int32, _ path: String, limit: Int, what: String
  ) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw cannot("read", path, what)
      }
      if count == 0 { return bytes }
      bytes += buffer[0..<count]
      guard bytes.count <= limit else { throw tooLarge(path, what, limit: limit) }
    }
  }

  static func tooLarge(_ path: String, _ what: String, limit: Int) -> Failure {
    Failure(
      .wrongInput, "the \(what) '\(path)' is larger than \(limit >> 20) MiB; that is refused")
  }

  /// Returns `count` bytes from a place of an open file; fewer if the file ends or cannot be read.
  static func bytes(_ count: Int, at offset: Int, of descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let read = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress.map { $0 + done }, count - done, offset + done)
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { break }
      done += read
    }
    return Array(bytes.prefix(done))
  }

  /// Returns true if both paths name one file.
  static func areSame(_ a: String, _ b: String) -> Bool {
    var first = stat()
    var second = stat()
    guard stat(a, &first) == 0, stat(b, &second) == 0 else { return place(a) == place(b) }
    return first.st_ino == second.st_ino && first.st_dev == second.st_dev
  }

  /// Returns the place where a file would be: the folder without links and detours, and the name.
  private static func place(_ path: String) -> String {
    guard let resolved = realpath(folder(of: path), nil) else { return path }
    defer { free(resolved) }
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return "\(String(cString: resolved))/\(name)"
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The size of a file in bytes; 0 if there is none.
  static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The names in a folder, sorted; none if there is no such folder.
  static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func makeFolder(_ path: String) throws(Failure) {
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw cannot("write", path, "folder") }
  }

  /// Creates a new private folder for temporary files.
  static func makeTemporaryFolder() throws(Failure) -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(parent)/medallion.XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { throw cannot("write", parent, "folder") }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) throws(Failure) {
    guard unlink(path) == 0 || errno == ENOENT else { throw cannot("write", path, "file") }
  }

  /// Removes a folder that holds files only.
  static func removeFolder(_ path: String) {
    for name in names(in: path) { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// The path of a neighbour: `name` in the folder of `path`.
  static func sibling(_ name: String, of path: String) -> String {
    guard !name.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return name }
    return String(path[...slash]) + name
  }

  /// Returns a failure with the system's own words for the reason, except that a directory is
  /// called a folder.
  static func cannot(
    _ verb: String, _ path: String, _ what: String, _ reason: Int32 = errno
  ) -> Failure {
    let words = reason == EISDIR ? "it is a folder" : String(cString: strerror(reason))
    return cannot(verb, path, what, because: words)
  }

  static func cannot(
    _ verb: String, _ path: String, _ what: String, because reason: String
  ) -> Failure {
    Failure(.wrongInput, "cannot \(verb) the \(what) '\(path)': \(reason)")
  }
}
