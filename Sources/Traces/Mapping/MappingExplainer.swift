public import Rulebook

/// Shows what a mapping makes of the records of a trace, one after the other.
public struct MappingExplainer: Sendable {
  /// One record, by its line.
  public struct Record: Hashable, Sendable {
    /// What became of a record.
    public enum Result: Hashable, Sendable {
      /// A line of a trace, with its members.
      case line([Member])
      case rejected(Rejection)
      /// With the reason, as a sentence part.
      case passedOver(String)
      case torn
    }

    /// Counted from 1.
    public let line: Int
    /// Which record of its line it is, from 1; nil: the line has one.
    public let record: Int?
    public let result: Result
  }

  /// One member of a line, and where in the record it comes from.
  public struct Member: Hashable, Sendable {
    /// The key that a line of a trace has.
    public let key: String
    /// As JSON; of a sensitive type only which.
    public let value: String
    /// Where it stands in the record, as mappings write it; nil: nowhere.
    public let origin: String?
  }

  private let rules: Core.Rules
  private var decoder: LineDecoder
  private var splitter: LineSplitter
  private let limit: Int
  /// In the order of the file, at most as many as asked for.
  public private(set) var records: [Record] = []

  /// - Parameters:
  ///   - positions: What positions stand for; nil: a trace has none.
  ///   - limit: How many records are shown.
  public init(
    rules: Core.Rules, mapping: Mapping, positions: PositionNames? = nil, limit: Int
  ) {
    self.rules = rules
    self.limit = limit
    decoder = LineDecoder(rules: rules, mapping: mapping, positions: positions)
    splitter = LineSplitter(limit: mapping.lineLimit, csvSeparator: mapping.csvSeparator)
  }

  /// Whether as many records are there as were asked for; what is fed then is passed over.
  public var isDone: Bool { records.count >= limit }

  /// Takes the next bytes of the file.
  public mutating func feed(_ block: ArraySlice<UInt8>) {
    explain { splitter, take in splitter.feed(block, take) }
  }

  /// Says that the file has ended: its last line may have no line end.
  public mutating func finish() {
    explain { splitter, take in splitter.finish(take) }
  }

  private mutating func explain(
    _ split: (inout LineSplitter, (LineSplitter.Line) -> Void) -> Void
  ) {
    var (decoder, records) = (decoder, records)
    let (limit, shown) = (limit, MemberText(rules))
    split(&splitter) { line in
      guard records.count < limit else { return }
      decoder.decode(line) { decoded in
        guard records.count < limit else { return }
        records.append(
          Record(
            line: decoded.place.line, record: decoded.place.recordInLine,
            result: Self.result(of: decoded, shown)))
      }
    }
    (self.decoder, self.records) = (decoder, records)
  }

  private static func result(of decoded: LineDecoder.Decoded, _ shown: MemberText) -> Record.Result
  {
    switch decoded.result {
    case .passedOver(let reason): .passedOver(reason)
    case .empty: .passedOver("it holds no record")
    case .item(.rejected(let rejection)): .rejected(rejection)
    case .item(.torn): .torn
    case .item(.line(let line)): .line(shown.members(of: decoded.mapped, line))
    }
  }
}
