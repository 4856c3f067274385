import Rulebook

/// A record of the deadlines at a moment: a checker of many lines asks which of them each line has
/// ended, and only a few end.
extension Machine {
  package struct InstanceRecord {
    fileprivate let now: Int64
    fileprivate let instances: [Instance]
    fileprivate let values: [Int64]
    fileprivate let loads: Int
  }

  /// A record of the present deadlines; nil: the evaluator keeps the clocks. O(deadlines).
  var ownDeadlineRecord: InstanceRecord? {
    guard isOnItsOwn else { return nil }
    let count = table.instances.count
    return InstanceRecord(
      now: memory.now,
      instances: Array(UnsafeBufferPointer(start: table.instances.base, count: count)),
      values: Array(UnsafeBufferPointer(start: table.values.base, count: count * table.stride)),
      loads: loads)
  }

  /// Returns the deadlines of a record that no longer exist, and the obligation to do an event, if
  /// it was among them.
  /// - Returns: The deadlines in no order; nil: the machine has been loaded with another state
  ///   since then. O(deadlines).
  func ownEnded(
    since record: InstanceRecord, orOwn event: Core.ID<Core.Event>, _ arguments: [Value]
  ) -> [Deadline]? {
    guard isOnItsOwn, loads == record.loads else { return nil }
    let own = Self.words(arguments)
    return record.instances.indices.compactMap { id in
      guard holdsTimeUp(record.instances[id]) else { return nil }
      let start = id * table.stride
      let watch = Int(record.instances[id].watch)
      if isLasting(id, record), !isObligation(watch, of: event, own, record.values[start...]) {
        return nil
      }
      return deadline(record, id)
    }
  }

  /// Returns all deadlines of a record, in no order.
  func deadlines(in record: InstanceRecord) -> [Deadline] {
    record.instances.indices.filter { holdsTimeUp(record.instances[$0]) }
      .map { deadline(record, $0) }
  }

  private func holdsTimeUp(_ instance: Instance) -> Bool {
    instance.watch >= 0 && instance.due != .max
      && !table.watches[Int(instance.watch)].role.isLimit
  }

  private func isLasting(_ id: Int, _ record: InstanceRecord) -> Bool {
    let now = table.instances[id]
    guard now.watch == record.instances[id].watch, now.due != .max else { return false }
    let start = id * table.stride
    return (start..<start + table.watches[Int(now.watch)].arity).allSatisfy {
      table.values[$0] == record.values[$0]
    }
  }

  private func isObligation(
    _ watch: Int, of event: Core.ID<Core.Event>, _ arguments: [Int64]?, _ values: ArraySlice<Int64>
  ) -> Bool {
    guard case .obligation(event.index) = table.programs[watch].kind, let arguments else {
      return false
    }
    return values.prefix(arguments.count).elementsEqual(arguments)
  }

  private func deadline(_ record: InstanceRecord, _ id: Int) -> Deadline {
    let instance = record.instances[id]
    let values = record.values[(id * table.stride)...].withUnsafeBufferPointer { words in
      words.baseAddress.map { binding($0, of: Int(instance.watch)) } ?? []
    }
    return Deadline(
      instant: max(record.now, instance.due), cause: cause(of: Int(instance.watch), values))
  }
}
