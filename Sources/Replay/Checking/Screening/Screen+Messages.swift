import Semantics
import Traces

extension Screen {
  /// Returns true if the messages of a line are those that are sent, in any order. If pairs have to
  /// be chosen with care, the checker does that.
  func areSent(
    _ given: UnsafePointer<Int64>, _ count: Int, _ names: UnsafeRawPointer
  ) -> Bool {
    guard count == machine.messageCount, count <= 64 else { return false }
    var taken: UInt64 = 0
    var next = given
    for _ in 0..<count {
      let message = Int(next[0])
      var isFound = false
      for index in 0..<count where !isFound && taken & 1 << UInt64(index) == 0 {
        guard matches(next, index, names) else { continue }
        taken |= 1 << UInt64(index)
        isFound = true
      }
      if !isFound { return false }
      next += 2 + messages[message].count
    }
    return true
  }

  private func matches(
    _ given: UnsafePointer<Int64>, _ index: Int, _ names: UnsafeRawPointer
  ) -> Bool {
    let sent = machine.message(index)
    guard sent.message == Int(given[0]),
      Int64(number(given[1], sent.sort, names)) == sent.recipient
    else { return false }
    for place in messages[sent.message] {
      let word = given[2 + place.position]
      let value = sent.arguments[place.position]
      if word == LineWords.open { continue }
      if value == LineWords.open {
        guard place.kind == .limited,
          let limits = limits[sent.message][place.position]
        else { continue }
        if limits.contains(word) { continue }
        return false
      }
      let isName = place.sort >= 0 && word >= LineWords.least
      let told = isName ? Int64(number(word, place.sort, names)) : word
      if told != value { return false }
    }
    return true
  }
}
