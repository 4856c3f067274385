public import Rulebook

/// Reads a trace (JSON Lines), fed in blocks of any size, against the names and types of a
/// rulebook. Files of any size and pipes are read in constant memory.
///
/// This is the strict reader, which says exactly what is wrong with a line; whatever reads
/// faster must agree with it.
public struct TraceReader: Sendable {
  /// What was read, in the order of the file. Blank lines are nothing.
  public enum Item: Hashable, Sendable {
    case line(TraceLine)
    case rejected(Rejection)
    /// The last line has no line end and is not JSON: whoever wrote the file was interrupted, or
    /// has not finished.
    case torn(TracePlace)
  }

  private let interpreter: TraceInterpreter
  private var splitter: LineSplitter

  /// - Parameter lineLimit: The number of bytes that a line may have; longer ones are rejected.
  public init(rules: Core.Rules, lineLimit: Int = 1 << 20) {
    interpreter = TraceInterpreter(rules: rules)
    splitter = LineSplitter(limit: lineLimit)
  }

  /// The memory held for an unfinished line, in bytes.
  package var bufferCapacity: Int { splitter.bufferCapacity }

  /// Takes the next bytes of the file and returns what the lines that end in them say.
  public mutating func feed(_ block: ArraySlice<UInt8>) -> [Item] {
    var items: [Item] = []
    splitter.feed(block) { [interpreter] line in
      if let item = Self.item(line, interpreter) { items.append(item) }
    }
    return items
  }

  /// Says that the file has ended, and returns what its last line says if it had no line end.
  public mutating func finish() -> [Item] {
    var items: [Item] = []
    splitter.finish { [interpreter] line in
      if let item = Self.item(line, interpreter) { items.append(item) }
    }
    return items
  }

  private static func item(_ line: LineSplitter.Line, _ interpreter: TraceInterpreter) -> Item? {
    guard let bytes = line.bytes else { return .rejected(.tooLong(line.place)) }
    if bytes.allSatisfy(\.isJSONWhiteSpace) { return nil }
    do throws(JSONError) {
      let json = try JSONParser.parse(bytes, offset: line.place.offset)
      return item(json, line.place, interpreter)
    } catch {
      guard line.isTerminated else { return .torn(line.place) }
      return .rejected(Rejection(error, line: line.place.line))
    }
  }

  private static func item(
    _ json: JSONValue, _ place: TracePlace, _ interpreter: TraceInterpreter
  ) -> Item {
    do throws(Rejection) {
      return .line(try interpreter.interpret(json, at: place))
    } catch {
      return .rejected(error)
    }
  }
}
