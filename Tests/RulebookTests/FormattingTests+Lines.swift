import Testing

extension FormattingTests {
  @Test func longLinesBreakWhereTheyCan() throws {
    let a = String(repeating: "a", count: 50)
    let b = String(repeating: "b", count: 50)
    try expect(
      """
      define d(x: Int) = \(a) and \(b) and (\(a) or \(b) or x)
      lemma l all x: \(a), y: \(b) where x is y: x is \(a) implies y is \(b)
      lemma c if \(a) then \(b) else f(\(a), \(b), 1)
      event \(a)(x: \(b), y: \(a)) from world -> z: A
        \(a) = \(b) + \(b)
        case \(a) is \(a) and \(b) is \(b)
          n = 1
      """,
      becomes: """
        define d(x: Int) =
          \(a) and \(b)
          and (\(a) or \(b) or x)

        lemma l
          all x: \(a),
            y: \(b) where x is y:
            x is \(a) implies
              y is \(b)

        lemma c
          if \(a) then \(b)
          else f(\(a), \(b), 1)

        event \(a)(x: \(b),
            y: \(a)) from world -> z: A
          \(a) =
            \(b) + \(b)
          case \(a) is \(a)
              and \(b) is \(b)
            n = 1
        """)
  }

  @Test func commentsStayWhereTheyStood() throws {
    try expect(
      """
      // about A
      entity A // trailing
        // of the field
        n: Int
        // last in A
      // about B
      entity B

        // not of B: a blank line stands before it
      type X = Int
      // between short ones
      type YY = Int
      lemma l // header
        a // first
        // own
        and // sign
        b
      // the end
      """,
      becomes: """
        // about A
        entity A                                                 // trailing
          // of the field
          n: Int
          // last in A

        // about B
        entity B

        // not of B: a blank line stands before it
        type X  = Int
        // between short ones
        type YY = Int

        lemma l                                                  // header
          a                                                      // first
          // own
          and                                                    // sign
          b

        // the end
        """)
  }

  @Test("A line break that keeps a unit or a bound name away stays")
  func ambiguousNames() throws {
    _ = try Formatting.checked(
      """
      rulebook R
      requirements "r.tsv"
      type to = Int
      event e(x: A) from world
        append count
        to x.line
        add 2
        to x.numbers
        n = 2
        min = 3
        last = x is last
        t = 4
      """)
  }
}
