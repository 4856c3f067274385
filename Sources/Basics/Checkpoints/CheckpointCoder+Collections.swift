extension CheckpointCoder {
  // Generic code is specialised in this module only. These types are frequent in large states.
  package mutating func code(_ text: inout String?) throws { try text.code(with: &self) }
  package mutating func code(_ numbers: inout [Int32]) throws { try numbers.code(with: &self) }
  package mutating func code(_ numbers: inout [UInt32]) throws { try numbers.code(with: &self) }

  /// Codes a list.
  ///
  /// - Parameters:
  ///   - blank: A value into which an element can be read.
  ///   - body: Codes one element.
  package mutating func list<Element>(
    _ elements: inout [Element], blank: Element,
    _ body: (inout CheckpointCoder, inout Element) throws -> Void
  ) throws {
    let count = try length(elements.count)
    if isReading { elements = [] }
    for index in 0..<count {
      var element = isReading ? blank : elements[index]
      try body(&self, &element)
      if isReading { elements.append(element) }
    }
  }

  /// Codes the elements of a set or a dictionary, in the order of their bytes: the same elements
  /// give the same bytes.
  package mutating func unordered<Element>(
    _ elements: inout [Element], blank: Element,
    _ body: (inout CheckpointCoder, inout Element) throws -> Void
  ) throws {
    var starts: [Int] = []
    try list(&elements, blank: blank) { coder, element in
      starts.append(coder.bytes.count)
      try body(&coder, &element)
    }
    if !isReading { sort(starts) }
  }

  /// Sorts the parts of the bytes that start at these offsets, and of which the last ends now.
  private mutating func sort(_ starts: [Int]) {
    guard starts.count > 1 else { return }
    let sorted = bytes.withUnsafeBufferPointer { bytes in
      zip(starts, starts.dropFirst() + [bytes.count]).map { bytes[$0..<$1] }
        .sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
    }
    bytes.removeLast(sorted.count)
    bytes.append(contentsOf: sorted)
  }

  // MARK: Enumerations

  /// Begins an enumeration. Reading takes the tag, and makes the value the case at that position; a
  /// switch over the value must then code its payload by ``tag(_:_:)``.
  ///
  /// - Parameter cases: A value of each case, in the order of their tags.
  package mutating func begin<Choice>(
    _ value: inout Choice, cases: @autoclosure () -> [Choice]
  ) throws {
    guard isReading else { return }
    let cases = cases()
    let tag = try coded(UInt8(0))
    try require(tag < cases.count)
    value = cases[Int(tag)]
  }

  /// Writes the tag of a case without a payload.
  package mutating func tag(_ tag: UInt8) { if !isReading { bytes.append(tag) } }

  /// Writes the tag of a case with its payload, or returns the payload that is read.
  package mutating func tag<Payload: Checkpointed>(
    _ tag: UInt8, _ payload: Payload
  ) throws -> Payload {
    self.tag(tag)
    return try coded(payload)
  }
}
