import Findings

/// The files that a command is to write. None of them is one that it reads, no two are the same,
/// and a file that cannot be written is reported before the work for it is done.
struct WrittenFiles {
  private let files: [(what: String, path: String)]

  /// - Parameters: The name of each file in messages, and its path if it is wanted.
  init(
    _ files: KeyValuePairs<String, String?>, and others: KeyValuePairs<String, String?> = [:]
  ) {
    self.files = (Array(files) + Array(others)).compactMap { what, path in path.map { (what, $0) } }
  }

  /// Refuses to write over one of the inputs or of the other outputs, to a place that cannot be
  /// written, and to a name that has another meaning elsewhere.
  func refuse(inputs: [String]) throws(Failure) {
    for (index, (what, path)) in files.enumerated() {
      guard !path.isEmpty else { throw Failure(.wrongInput, "the \(what) has an empty name") }
      guard path != "-" else {
        throw Failure(
          .wrongInput,
          "the \(what) '-' would be a file of that name: write './-' for it, or '/dev/stdout' for "
            + "standard output")
      }
      // Standard input may be a file.
      if inputs.contains(where: { Files.areSame($0 == "-" ? "/dev/stdin" : $0, path) }) {
        throw Failure(.wrongInput, "the \(what) '\(path)' is one of the inputs")
      }
      for (other, second) in files[..<index] where Files.areSame(second, path) {
        throw Failure(.wrongInput, "the \(other) and the \(what) are one file: '\(path)'")
      }
    }
    for (what, path) in files { try Files.requireWritable(path, what: what) }
  }
}
