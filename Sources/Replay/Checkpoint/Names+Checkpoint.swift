import Basics
import Rulebook
import Semantics

/// The names of all who exist, how many were given, and the pseudonyms.
extension Names {
  /// - Parameter counts: by sort, how many entities there are.
  func write(to writer: inout CheckpointWriter, _ counts: [Int]) {
    for (sort, count) in counts.enumerated() {
      writer.write(book.given[sort])
      for number in 0..<count {
        writer.write(optional: name(of: Int32(clamping: number), Core.ID(sort))) { $0.write($1) }
      }
    }
    writer.write(unordered: pseudonyms) { writer, entry in
      writer.write(entry.key)
      writer.write(unordered: entry.value) { writer, known in
        writer.write(known.key)
        writer.write(known.value)
      }
    }
    writer.write(unordered: latestPseudonyms) { writer, entry in
      writer.write(entry.key)
      writer.write(entry.value)
    }
  }

  mutating func read(
    from reader: inout CheckpointReader, _ counts: [Int]
  ) throws(CheckpointDamage) {
    for (sort, count) in counts.enumerated() {
      let given = try reader.count()
      for number in 0..<count {
        let name = try reader.optional { reader throws(CheckpointDamage) in try reader.text() }
        guard let name else { continue }
        let id = Core.ID<Core.Entity>(sort)
        guard self.number(of: name, id) == nil else { throw CheckpointDamage() }
        give(name, to: Int32(clamping: number), id)
      }
      book.given[sort] = given
    }
    book.unmark()
    for _ in 0..<(try reader.length()) {
      let scalar = try reader.scalar(rules)
      for _ in 0..<(try reader.length()) {
        pseudonyms[scalar, default: [:]][try reader.value()] = try reader.count()
      }
    }
    for _ in 0..<(try reader.length()) {
      latestPseudonyms[try reader.scalar(rules)] = try reader.count()
    }
  }
}

extension CheckpointWriter {
  fileprivate mutating func write(_ scalar: Core.Scalar) {
    let (kind, index): (UInt8, Int) =
      switch scalar {
      case .bool: (0, 0)
      case .int: (1, 0)
      case .time: (2, 0)
      case .duration: (3, 0)
      case .unit(let id): (4, id.index)
      case .range(let id): (5, id.index)
      case .enumeration(let id): (6, id.index)
      case .entity(let id): (7, id.index)
      }
    write(kind)
    write(index)
  }
}

extension CheckpointReader {
  fileprivate mutating func scalar(_ rules: Core.Rules) throws(CheckpointDamage) -> Core.Scalar {
    let kind = try byte()
    switch kind {
    case 0...3:
      _ = try index(below: 1)
      return [.bool, .int, .time, .duration][Int(kind)]
    case 4: return .unit(Core.ID(try index(below: rules.units.count)))
    case 5: return .range(Core.ID(try index(below: rules.ranges.count)))
    case 6: return .enumeration(Core.ID(try index(below: rules.enumerations.count)))
    case 7: return .entity(Core.ID(try index(below: rules.entities.count)))
    default: throw CheckpointDamage()
    }
  }
}
