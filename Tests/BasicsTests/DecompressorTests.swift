import Basics
import Testing

@Suite("Unpacking")
struct DecompressorTests {
  /// What a file of these bytes holds, read in blocks of that size, and what is wrong with it.
  static func unpack(_ file: [UInt8], blockSize: Int = 4096) -> ([UInt8], DecompressionError?) {
    var content: [UInt8] = []
    var decompressor = Decompressor()
    do throws(DecompressionError) {
      for start in stride(from: 0, to: file.count, by: blockSize) {
        try decompressor.feed(file[start..<min(file.count, start + blockSize)]) { content += $0 }
      }
      try decompressor.finish { content += $0 }
    } catch {
      return (content, error)
    }
    return (content, nil)
  }

  @Test(
    "what is not compressed stays as it is", arguments: ["", "x", "{\"", "{\"at\":0}\n", "P*M"])
  func plain(text: String) {
    for blockSize in 1...5 {
      let (content, error) = Self.unpack(Array(text.utf8), blockSize: blockSize)
      #expect(content == Array(text.utf8))
      #expect(error == nil)
    }
  }

  @Test("both formats, in blocks of any size", arguments: Samples.all)
  func streams(sample: Sample) {
    for blockSize in [1, 2, 3, 7, 64, 4096] {
      let (content, error) = Self.unpack(sample.bytes, blockSize: blockSize)
      #expect(content == Samples.content)
      #expect(error == nil)
    }
  }

  @Test("streams one after the other are one file", arguments: Samples.all)
  func several(sample: Sample) {
    let (content, error) = Self.unpack(sample.bytes + sample.bytes, blockSize: 5)
    #expect(content == Samples.content + Samples.content)
    #expect(error == nil)
  }

  @Test("a stream that is cut off anywhere is told", arguments: Samples.all)
  func cutOff(sample: Sample) throws {
    for length in 4..<sample.bytes.count {
      let (content, error) = Self.unpack(Array(sample.bytes[..<length]))
      #expect(Samples.content.starts(with: content))
      #expect(try #require(error).reason == .cutOff, "after \(length) bytes")
    }
  }

  @Test("whatever byte is changed, nothing wrong is taken for right", arguments: Samples.all)
  func corrupt(sample: Sample) {
    for place in 4..<sample.bytes.count {
      for bit in 0..<8 {
        var bytes = sample.bytes
        bytes[place] ^= 1 << bit
        let (content, error) = Self.unpack(bytes)
        #expect(error != nil || content == Samples.content)
      }
    }
  }

  @Test("what follows a stream must be another, or zeros after gzip", arguments: Samples.all)
  func trailing(sample: Sample) throws {
    let (content, error) = Self.unpack(sample.bytes + Array("more".utf8), blockSize: 3)
    #expect(content == Samples.content)
    #expect(try #require(error).reason == .trailingBytes)
    #expect((sample.bytes.count...sample.bytes.count + 4).contains(try #require(error).offset))
    let zeros = Self.unpack(sample.bytes + [UInt8](repeating: 0, count: 600), blockSize: 7)
    #expect((zeros.1 == nil) == (sample.name == "gzip"))
    let late = Self.unpack(sample.bytes + [0] + sample.bytes, blockSize: 7)
    #expect(try #require(late.1).reason == .trailingBytes)
  }

  @Test(
    "bytes that only begin like a stream",
    arguments: [
      [0x1F, 0x8B], [0x1F, 0x8B, 0x08], [0x28, 0xB5, 0x2F, 0xFD], [0x1F, 0x8B, 0x08, 0x00, 0x00],
    ] as [[UInt8]])
  func onlyMagic(bytes: [UInt8]) throws {
    #expect(try #require(Self.unpack(bytes).1).reason == .cutOff)
  }

  @Test("a window beyond the limit is refused")
  func window() throws {
    // A frame whose descriptor asks for a window of 2^31 bytes.
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0xA8, 0x01, 0x00, 0x00]
    let error = try #require(Self.unpack(frame).1)
    #expect(error.reason == .windowTooLarge)
    #expect(error.message.contains("128 MiB"))
  }

  @Test("a bomb comes out in pieces of bounded size", arguments: Samples.bombs)
  func bomb(sample: Sample) throws {
    var (largest, total) = (0, 0)
    var decompressor = Decompressor()
    try decompressor.feed(sample.bytes[...]) {
      largest = max(largest, $0.count)
      total += $0.count
    }
    #expect(total == 1 << 26)
    #expect(largest <= 1 << 18)
    try decompressor.finish { _ in Issue.record("more after the end") }
  }
}
