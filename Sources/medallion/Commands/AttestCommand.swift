import ArgumentParser
import Basics
import Findings
import Glibc
import Report

struct AttestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attest",
    abstract: "Signs the evidence of a dossier, so that no byte of it can be altered unseen.",
    discussion: """
      Binds the files that were checked, the verdicts, the page, the tool and the solver by their \
      SHA-256 in an in-toto statement, signed with Ed25519 in a DSSE envelope. With --verify, tells \
      of each file whether it is the one that was bound; exit 1 if one is not.
      """)

  @Argument(
    help: "The data of a dossier (report --data); with --verify the envelope.")
  var file: String

  @Option(
    help: ArgumentHelp(
      "The private key, with --verify the public one, in PEM.", valueName: "file"))
  var key: String

  @Option(help: ArgumentHelp("The page of the dossier, to be bound as well.", valueName: "file"))
  var dossier: String?

  @Flag(help: "Check an envelope and everything that it binds.")
  var verify = false

  @Flag(help: "With --verify: find out the verdicts anew.")
  var rerun = false

  @Option(
    help: ArgumentHelp(
      "With --verify: the folder in which the files stand as they are named.", valueName: "folder"))
  var folder: String = "."

  @OptionGroup var work: WorkOptions

  @OptionGroup var output: OutputOptions<DocumentFormat>

  func validate() throws {
    guard verify || !rerun else { throw ValidationError("--rerun needs --verify") }
    guard verify || folder == "." else { throw ValidationError("--folder needs --verify") }
    guard !verify || dossier == nil else {
      throw ValidationError("--verify knows from the envelope which page is bound: no --dossier")
    }
    guard verify || output.destination.output != nil else {
      throw ValidationError("where to? Name the file: -o dossier.attestation.json")
    }
  }

  func run() throws {
    if verify { return try runVerification() }
    try output.refuse(inputs: [file, key] + (dossier.map { [$0] } ?? []))
    let key = try Attesting.key(key) { (pem) throws(KeyError) in try SigningKey(pem: pem) }
    let (data, bytes) = try DossierData.load(file, for: "attest")
    for bound in data.files {
      guard try Attesting.digest(of: bound.path, what: bound.role.rawValue) == bound.sha256 else {
        throw Failure(
          .wrongInput,
          "the \(bound.role.rawValue) '\(bound.path)' is another one than in '\(file)': make the "
            + "dossier again")
      }
    }
    let page = try dossier.map { path throws(Failure) in
      (path, try Attesting.digest(of: path, what: "dossier"))
    }
    let statement = Attesting.statement(
      data, data: (file, bytes), page: page, programs: Attesting.programs(of: data))
    guard let content = try? statement.bytes(), let envelope = Envelope(content, by: key),
      let text = try? envelope.bytes()
    else { throw Failure(.internalFault, "the statement cannot be signed") }
    try output.destination.write(String(decoding: text, as: UTF8.self))
  }

  private func runVerification() throws {
    try output.refuse(inputs: [file, key])
    let key = try Attesting.key(key) { (pem) throws(KeyError) in try VerifyingKey(pem: pem) }
    let bytes = try Files.read(file, limit: Attesting.largestEnvelope, what: "envelope")
    var again: ((Dossier) throws(Failure) -> [String])?
    if rerun { again = { (old) throws(Failure) in try differences(old) } }
    var check = AttestationCheck(envelope: file)
    let home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(home) }
    guard chdir(folder) == 0 else { throw Files.cannot("read", folder, "folder") }
    try check.run(bytes, by: key, rerun: again)
    // The result goes to where the command was given.
    guard fchdir(home) == 0 else { throw Files.cannot("read", ".", "folder") }
    try output.emit(check) { AttestationText(style: output.style).render(check) }
    if check.outcome != .success { throw ExitCode(check.outcome.rawValue) }
  }

  /// Makes the dossier again.
  /// - Returns: The differences, each a part of a sentence.
  private func differences(_ old: Dossier) throws(Failure) -> [String] {
    guard let command = try? ReportCommand.parse(Array(old.arguments.dropFirst(2))) else {
      throw Failure(.wrongInput, "the command of the dossier is none of this version")
    }
    let progress = ProgressLine(isShown: !output.quiet)
    let new = try command.evidence(try command.load(), work.jobs, progress).dossier
    return DossierChanges(from: old, to: new).sentences
  }
}
