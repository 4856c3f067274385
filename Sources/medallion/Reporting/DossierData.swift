import Findings
import FoundationEssentials
import Report

/// The data of a dossier that was made before.
enum DossierData {
  private static let largestFile = 256 << 20

  /// - Parameter option: The option or command that wants it, for the message.
  static func load(
    _ path: String, for option: String
  ) throws(Failure) -> (dossier: Dossier, bytes: [UInt8]) {
    let bytes = try Files.read(path, limit: largestFile, what: "data of a dossier")
    guard let dossier = try? JSONDecoder().decode(Dossier.self, from: Data(bytes)),
      dossier.schema == "medallion.report/1"
    else {
      throw Failure(
        .wrongInput,
        "\(option): '\(path)' is no data of a dossier; `medallion report --data` writes it")
    }
    return (dossier, bytes)
  }
}
