import Basics
import Replay
import Testing
import Traces

/// The table of names against a dictionary: names short and long, with zeros in and behind them,
/// given and taken away while the table grows.
@Suite struct NameTableTests {
  @Test(arguments: 0..<6)
  func likeADictionary(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let hasher = NameHasher()
    var table = NameTable()
    var numbers: [[UInt8]: Int32] = [:]
    var names: [Int32: [UInt8]] = [:]
    var differences = 0
    for _ in 0..<6_000 {
      let name = Self.name(&random)
      if Self.number(of: name, table, hasher) != numbers[name] ?? -1 { differences += 1 }
      let number = Int32(random.below(2_000))
      if random.below(3) == 0 {
        table.take(from: number)
        if let former = names.removeValue(forKey: number) { numbers[former] = nil }
      } else if numbers[name] == nil {
        Self.withPadding(name) { start in
          table.give(start, name.count, hash: hasher.hash(start, name.count), to: number)
        }
        if let former = names.updateValue(name, forKey: number) { numbers[former] = nil }
        numbers[name] = number
      }
      if table.count != numbers.count { differences += 1 }
    }
    for (name, number) in numbers {
      if Self.number(of: name, table, hasher) != number { differences += 1 }
      if table.name(of: Int(number)) != String(decoding: name, as: UTF8.self) { differences += 1 }
    }
    #expect(differences == 0)
    #expect(numbers.count > 500)
  }

  private static func name(_ random: inout SplitMix64) -> [UInt8] {
    let count = [1, 2, 7, 8, 9, 24, 25, 40][random.below(8)]
    return (0..<count).map { _ in [0, 0x30, 0x31, 0x61][random.below(4)] }
  }

  private static func number(
    of name: [UInt8], _ table: borrowing NameTable, _ hasher: NameHasher
  ) -> Int32 {
    withPadding(name) { table.number(of: $0, name.count, hash: hasher.hash($0, name.count)) }
  }

  private static func withPadding<Result>(
    _ name: [UInt8], _ body: (UnsafeRawPointer) -> Result
  ) -> Result {
    (name + [0xFF, 0, 0, 0, 0, 0, 0, 0]).withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("it is not empty") }
      return body(start)
    }
  }
}
