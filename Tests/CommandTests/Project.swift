import Foundation

/// A folder as `check` wants it: one rulebook, with a trace that conforms and one that does not.
enum Project {
  static let rulebook = "Models/Desk/Desk.rulebook"
  static let table = "Models/Desk/desk.tsv"
  static let conforming = "Traces/Desk/conforms/a.jsonl"
  static let violating = "Traces/Desk/violates/b.jsonl"
  static let expected = "Traces/Desk/violates/b.expected.json"
  static let files = [rulebook, table, conforming, violating, expected]

  static func make() throws -> Folder {
    let folder = try Folder()
    try write(
      rulebook,
      """
      rulebook Desk
      requirements "desk.tsv"

      parameter most = 2

      entity Ticket
        isCalled: Bool = false
        times:    Int = 0

      event draw() from visitor -> new ticket: Ticket
        ticket.isCalled = false

      event call(ticket: Ticket) from clerk
        require not ticket.isCalled [D1]
        require ticket.times < most
        ticket.isCalled = true
        ticket.times += 1

      """, in: folder)
    try write(
      table, "id\tsource\tkind\trequirement\nD1\ta talk\tstate\tOnce.\n", in: folder)
    let called =
      #"{"at":0,"event":"draw","ticket":"A"}"# + "\n"
      + #"{"at":1,"event":"call","ticket":"A"}"# + "\n"
    try write(conforming, called, in: folder)
    try write(
      violating, called + #"{"at":2,"event":"call","ticket":"A"}"# + "\n", in: folder)
    try write(
      expected, #"{"findings":[{"line":3,"kind":"wronglyAccepted","rule":"call"}]}"# + "\n",
      in: folder)
    return folder
  }

  /// Writes a file, with the folders above it.
  static func write(_ name: String, _ text: String, in folder: Folder) throws {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: name).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    try folder.write(name, text)
  }
}
