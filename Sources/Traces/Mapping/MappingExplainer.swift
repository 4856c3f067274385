import Rulebook

/// Shows the lines that a mapping makes of the records of a trace, one after the other.
package struct MappingExplainer: Sendable {
  /// One record, by its line.
  package struct Record: Hashable, Sendable {
    /// The result of mapping a record.
    package enum Result: Hashable, Sendable {
      /// A line of a trace, with its members.
      case line([Member])
      case rejected(Rejection)
      /// The record is none of the trace, for this reason (a part of a sentence).
      case passedOver(String)
      case torn
    }

    /// The number of the line, counted from 1.
    package let line: Int
    /// The number of the record within its line, from 1; nil: the line has only one.
    package let record: Int?
    package let result: Result
  }

  /// One member of a line, and where in the record it comes from.
  package struct Member: Hashable, Sendable {
    /// The key that a line of a trace has.
    package let key: String
    /// The value as JSON; of a sensitive type, only a word for it.
    package let value: String
    /// The path of the value in the record, as mappings write it; nil: it is not from the record.
    package let origin: String?
  }

  private let rules: Core.Rules
  private var decoder: LineDecoder
  private var splitter: LineSplitter
  private let limit: Int
  /// The explained records, in the order of the file, at most as many as were asked for.
  package private(set) var records: [Record] = []

  /// - Parameters:
  ///   - positions: The entities that positions stand for; nil: a trace has no positions.
  ///   - limit: The number of records that are shown.
  package init(
    rules: Core.Rules, mapping: Mapping, positions: PositionNames? = nil, limit: Int
  ) {
    self.rules = rules
    self.limit = limit
    decoder = LineDecoder(rules: rules, mapping: mapping, positions: positions)
    splitter = LineSplitter(limit: mapping.lineLimit, csvSeparator: mapping.csvSeparator)
  }

  /// True if as many records are explained as were asked for; further input is passed over.
  package var isDone: Bool { records.count >= limit }

  /// Takes the next bytes of the file.
  package mutating func feed(_ block: ArraySlice<UInt8>) {
    explain { splitter, take in splitter.feed(block, take) }
  }

  /// Says that the file has ended: its last line may have no line end.
  package mutating func finish() {
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
