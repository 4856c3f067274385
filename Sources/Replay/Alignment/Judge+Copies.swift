import Traces

extension Judge {
  /// True if the next line behind one says the same, of the same instant.
  func isCopied(_ position: Int, _ ahead: Lookahead) -> Bool {
    guard position >= ahead.startIndex, position + 1 < ahead.endIndex,
      case .line(.event(let event)) = ahead[position]
    else { return false }
    return isSame(event, ahead[position + 1])
  }

  /// True if two lines say the same, of the same instant.
  private func isSame(_ record: TraceEvent, _ item: TraceReader.Item) -> Bool {
    guard case .line(.event(let other)) = item else { return false }
    return record.event == other.event && record.arguments == other.arguments
      && record.outcome == other.outcome && record.instant == other.instant
  }
}
