import Basics

/// One row of CSV (RFC 4180), cut into cells.
struct CSVRow {
  struct Cell {
    let text: String
    /// The bytes of the cell, quotes included.
    let span: SourceSpan
  }

  let cells: [Cell]
  let span: SourceSpan

  /// Reads a row without its line end. O(its length).
  init(
    _ bytes: ArraySlice<UInt8>, offset: Int, separator: UInt8
  ) throws(InterpretationError) {
    var cells: [Cell] = []
    var position = bytes.startIndex
    let shift = offset - bytes.startIndex
    repeat {
      if !cells.isEmpty { position += 1 }
      let start = position
      var content: [UInt8] = []
      if position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") {
        try Self.readQuoted(bytes, &position, &content, shift)
      } else {
        while position < bytes.endIndex, bytes[position] != separator {
          guard bytes[position] != UInt8(ascii: "\"") else {
            throw InterpretationError(
              .csvQuote, at: position + shift,
              "a quote stands only around a whole cell; within one it is doubled")
          }
          content.append(bytes[position])
          position += 1
        }
      }
      guard position == bytes.endIndex || bytes[position] == separator else {
        throw InterpretationError(
          .csvQuote, at: position + shift,
          "after the closing quote of a cell the next cell must begin, or the row end")
      }
      guard let text = String(validating: content, as: UTF8.self) else {
        throw InterpretationError(.csvEncoding, at: start + shift, "this is not valid UTF-8")
      }
      cells.append(Cell(text: text, span: SourceSpan(start + shift, position + shift)))
    } while position < bytes.endIndex
    self.cells = cells
    span = SourceSpan(offset, offset + bytes.count)
  }

  private static func readQuoted(
    _ bytes: ArraySlice<UInt8>, _ position: inout Int, _ content: inout [UInt8], _ shift: Int
  ) throws(InterpretationError) {
    let start = position
    position += 1
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") else { return }
        position += 1
      }
      content.append(byte)
    }
    throw InterpretationError(
      .csvQuote, at: start + shift, "the quote that opens this cell is never closed")
  }
}

/// The names of the columns; that of a column without a name, such as an index, is empty.
struct CSVHeader: Sendable {
  let names: [String]

  init(names: [String]) { self.names = names }

  init(_ row: CSVRow) throws(InterpretationError) {
    var seen: Set<String> = []
    guard row.cells.contains(where: { !$0.text.isEmpty }) else {
      throw InterpretationError(
        .csvHeader, at: row.span.lower,
        "columns need names in the first row; no row can be read")
    }
    for cell in row.cells where !cell.text.isEmpty {
      guard seen.insert(cell.text).inserted else {
        throw InterpretationError(
          .csvHeader, at: cell.span.lower,
          "two columns are called `\(cell.text.shortenedForDisplay())`; no row can be read")
      }
    }
    names = row.cells.map(\.text)
  }

  /// The row as an object of texts, empty cells and columns without a name left out.
  func object(_ row: CSVRow) throws(InterpretationError) -> JSONValue {
    guard row.cells.count == names.count else {
      throw InterpretationError(
        .csvColumns, at: row.span.lower,
        "the row has \(counted(row.cells.count, "cell")), the first row \(names.count)")
    }
    let members = zip(names, row.cells).filter { !$0.isEmpty && !$1.text.isEmpty }.map {
      name, cell in
      JSONValue.Member(
        key: name, keySpan: cell.span, value: JSONValue(.string(cell.text), at: cell.span))
    }
    return JSONValue(.object(members), at: row.span)
  }
}
