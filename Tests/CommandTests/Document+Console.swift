import Foundation

extension Document {
  /// A command of a `console` block with what is shown of its output and its exit code.
  struct Command {
    var line: String
    var shown: [String] = []
    var code: Int32 = 0
  }

  /// `$ command`, its output, and `# exit N` where N is not 0. A command may go on in the next
  /// line after "\".
  static func commands(_ lines: [String], problem: (String) -> Void) -> [Command] {
    var commands: [Command] = []
    for line in lines {
      if let last = commands.last, last.line.hasSuffix("\\"), last.shown.isEmpty {
        commands[commands.count - 1].line = last.line.dropLast() + line
      } else if line.hasPrefix("$ ") {
        commands.append(Command(line: String(line.dropFirst(2))))
      } else if commands.isEmpty {
        problem("the block does not begin with a command, '$ …'")
        return []
      } else if line.hasPrefix("# exit "), let code = Int32(line.dropFirst(7)) {
        commands[commands.count - 1].code = code
      } else {
        commands[commands.count - 1].shown.append(line)
      }
    }
    return commands
  }

  /// Writes the files, makes the changes, runs the commands; says what is not as it is written.
  /// Where nothing is shown of a command's output, its exit code alone counts.
  func check(in folder: Folder) throws -> [String] {
    var found = problems
    for block in blocks {
      func problem(_ text: String) { found.append("line \(block.line): \(text)") }
      func file(_ name: String) -> String? {
        let text = try? folder.read(name)
        if text == nil { problem("there is no file '\(name)'") }
        return text
      }
      switch block.kind {
      case .other: break
      case .file(let name): try folder.write(name, block.lines.joined(separator: "\n") + "\n")
      case .change(let name, let origin):
        guard let old = file(origin),
          let new = Self.applying(block.lines, to: old, problem: problem)
        else { continue }
        let parent = folder.url.appending(path: name).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try folder.write(name, new)
      case .quotation(let name):
        guard let text = file(name) else { continue }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if Self.starts(of: block.lines, in: lines).isEmpty {
          problem("'\(block.lines.first ?? "")' and what follows it is not in '\(name)'")
        }
      case .console:
        try run(Self.commands(block.lines, problem: problem), in: folder, problem: problem)
      }
    }
    return found
  }

  /// One shell for each command; only where it ends is kept for the next.
  private func run(_ commands: [Command], in folder: Folder, problem: (String) -> Void) throws {
    var place = folder.url.path
    for command in commands {
      let end = folder.scratch.appending(path: "place").path
      let result = try Tool.shell(
        "cd '\(place)'\n\(command.line)\ncode=$?; pwd > '\(end)'; exit $code", in: folder)
      place = try Self.trimmed(String(contentsOfFile: end, encoding: .utf8))
      if result.code != command.code {
        problem("exit \(result.code), not \(command.code): \(command.line)\n\(result.output)")
      }
      var real = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
      if real.last == "" { real.removeLast() }
      let isAsShown =
        command.shown.isEmpty || Self.shows(command.shown, real)
        || Self.shows(Self.sortingSearched(command.shown), Self.sortingSearched(real))
      if !isAsShown {
        problem("\(command.line) says otherwise:\n\(result.output)")
      }
    }
  }

  /// The same with neighbouring verdicts that searches told in the order of their texts: which of
  /// two searches ends first is for the machine to say.
  private static func sortingSearched(_ lines: [String]) -> [String] {
    var sorted: [String] = []
    var told: [String] = []
    for line in lines {
      if line.hasPrefix("  refuted ") || line.hasPrefix("  reached ") {
        told.append(line)
      } else {
        sorted += told.sorted() + [line]
        told = []
      }
    }
    return sorted + told.sorted()
  }
}
