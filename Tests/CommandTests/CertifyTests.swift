import Foundation
import Testing

@Suite("medallion certify")
struct CertifyTests {
  private static let book = """
    rulebook Lift
    requirements "r.tsv"
    entity Lift
      load: Int = 0
    event enter(lift: Lift) from rider
      require lift.load < 3 [L1]
      lift.load += 1
    invariant light [L1] "Never more than the lift bears."
      all l: Lift: l.load <= 3
    invariant whole [L1] "Nothing weighs less than nothing."
      all l: Lift: 0 <= l.load
    reach full [L1] "Some lift is full."
      some l: Lift: l.load is 3

    """

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write("r.tsv", "id\tsource\tkind\trequirement\nL1\ta\tstate\tOne.\n")
    try folder.write("r.rulebook", Self.book)
    return folder
  }

  /// A solver that gives the answer that a script asks for in its `set-info`, or always the same.
  private func solver(_ name: String, _ script: String, in folder: Folder) throws {
    try folder.write(name, "#!/bin/sh\n\(script)\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: name).path)
  }

  private static let honest = """
    [ "$1" = --version ] && echo honest 1 && exit
    sed -n 's/.*:status \\([a-z]*\\).*/\\1/p' "$1"
    """

  @Test("A solver that gives every expected answer confirms")
  func confirmed() throws {
    let folder = try folder()
    try solver("honest", Self.honest, in: folder)
    let result = try Tool.run(["certify", "r.rulebook", "--solver", "./honest"], in: folder)
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("honest 1: "))
    #expect(result.output.contains("shown by runs, see verify\n  full\n"))
    #expect(result.output.contains("as a function of its owner: Lift.load"))
  }

  @Test("What a solver does not support of a script is no answer")
  func unsupported() throws {
    let folder = try folder()
    try solver("modest", "echo unsupported\n\(Self.honest)", in: folder)
    let result = try Tool.run(["certify", "r.rulebook", "--solver", "./modest"], in: folder)
    #expect(result.code == 0, "\(result.output)\(result.errors)")
  }

  @Test("What can never happen is certified not to, told, and leaves it open")
  func impossible() throws {
    let folder = try folder()
    let book = Self.book.replacingOccurrences(
      of: "invariant light",
      with: """
        event jump(lift: Lift) from rider
          require lift.load > 7 [L1]
          lift.load = 0
        step grows after every event [L1] "Who is heavier has entered."
          all l: Lift where l.load > before(l.load): l.load <= 3
        invariant light
        """)
    try folder.write("r.rulebook", book)
    let command = ["certify", "r.rulebook", "--solver", "./careful", "--keep", "kept"]
    try solver("careful", Self.honest, in: folder)
    let result = try Tool.run(command, in: folder)
    #expect(result.code == 3, "\(result.output)\(result.errors)")
    #expect(result.output.contains("events that can never happen, see verify\n  jump\n"))
    func expected(_ file: String) throws -> Bool {
      let script = try String(
        contentsOf: folder.url.appending(path: "kept/\(file)"), encoding: .utf8)
      return script.contains("(set-info :status sat)")
    }
    #expect(try expected("possible-enter.smt2"))
    #expect(try !expected("possible-jump.smt2"))
    #expect(try expected("premise-grows.smt2"))
    #expect(try !expected("premise-grows-2.smt2"))
  }

  @Test("A solver that contradicts is our fault, whoever else confirms")
  func contradicted() throws {
    let folder = try folder()
    try solver("honest", Self.honest, in: folder)
    try solver("liar", "echo sat", in: folder)
    let result = try Tool.run(
      ["certify", "r.rulebook", "--solver", "./honest", "--solver", "./liar"], in: folder)
    #expect(result.code == 70)
    #expect(result.output.contains("contradicted"))
  }

  @Test(
    "What a solver does not answer is open",
    arguments: [
      ("echo unknown", "60", "undecided"), ("kill -9 $$", "60", "failed"),
      ("echo '(error \"no\")'", "60", "failed"),
      ("[ \"$1\" = --version ] || sleep 20", "1", "no answer within 1 s"),
    ])
  func open(script: String, limit: String, said: String) throws {
    let folder = try folder()
    try solver("silent", script, in: folder)
    let result = try Tool.run(
      ["certify", "r.rulebook", "--solver", "./silent", "--limit", limit], in: folder)
    #expect(result.code == 3, "\(result.output)\(result.errors)")
    #expect(result.output.contains(said))
    #expect(result.output.contains("confirmed by no solver"))
  }

  @Test("The scripts stay where they are wanted, and nowhere else")
  func scripts() throws {
    let folder = try folder()
    try solver("honest", Self.honest, in: folder)
    let temporary = folder.url.appending(path: "tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    let command = ["certify", "r.rulebook", "--solver", "./honest"]
    let environment = ["TMPDIR": temporary.path]
    #expect(try Tool.run(command, in: folder, environment: environment).code == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
    #expect(try Tool.run(command + ["--keep", "kept"], in: folder).code == 0)
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "kept").path)
    #expect(kept.contains("enter.smt2"))
  }

  /// Those of the solvers that are on this machine.
  private static let installed = ["z3", "cvc5"].filter { solver in
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(solver)")
    }
  }

  @Test(
    "Words of SMT-LIB and of a solver's theories are names as others",
    .enabled(if: !installed.isEmpty, "no solver is installed"), arguments: installed)
  func words(solver: String) throws {
    let folder = try folder()
    let book = """
      rulebook Words
      requirements "r.tsv"
      type Array = store | select
      entity Real
        abs: Int = 0
        at: Array = store
      entity set
        union: set? = none
        member: Set<Real>
      state distinct: Int = 0
      event assert(let: Real, str: set) from exit
        require let.abs < 3 [L1]
        let.abs += 1
        let.at = select
        str.union = str
        add let to str.member
        distinct += 1
      invariant forall [L1] "Never more than three."
        all x: Real: x.abs <= 3
      invariant par [L1] "Who was counted is selected."
        all x: Real where x.abs >= 1: x.at is select
      invariant match [L1] "Nobody but itself."
        all x, y: set where x.union is y: x is y
      invariant div [L1] "It is counted."
        all x: Real: distinct >= 0

      """
    try folder.write("r.rulebook", book)
    let result = try Tool.run(["certify", "r.rulebook", "--solver", solver], in: folder)
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    #expect(!result.output.contains("failed"))
  }

  @Test("A solver that is not there is a wrong input")
  func missing() throws {
    let result = try Tool.run(["certify", "r.rulebook", "--solver", "nosuch"], in: folder())
    #expect(result.code == 2)
    #expect(result.errors.contains("no program 'nosuch' is on the PATH"))
  }
}
