import Testing

extension FormattingTests {
  /// Formats declarations behind the usual header.
  func expect(
    _ text: String, becomes formatted: String, location: SourceLocation = #_sourceLocation
  ) throws {
    let head = "rulebook R\nrequirements \"r.tsv\"\n"
    #expect(
      try Formatting.checked(head + text, location: location) == head + "\n" + formatted + "\n",
      sourceLocation: location)
  }

  @Test func headers() throws {
    #expect(
      try Formatting.checked(
        "\u{FEFF}\r\n\r\n// top\r\n\r\n rulebook R requirements \"r.tsv\" // why")
        == "// top\n\nrulebook R\nrequirements \"r.tsv\"                                     // why\n"
    )
  }

  @Test func shortDeclarationsShareColumns() throws {
    try expect(
      """
      type Tone=red|green [A1]
      type Number=0 ... 9999
      parameter a=1[A1]
      parameter long=2 min [A2]// why


      parameter apart=3
      omit[A1 A2]"so"
      omit [A1]  [A3] "thus"
      sensitive Tone,Number
      state open:Bool=true [A1]
      state last:Queue < Taxi >
      """,
      becomes: """
        type Tone   = red | green                                                                   [A1]
        type Number = 0...9999
        parameter a    = 1      [A1]
        parameter long = 2 min  [A2]                             // why

        parameter apart = 3
        omit [A1 A2]   "so"
        omit [A1] [A3] "thus"
        sensitive Tone, Number
        state open: Bool = true                                                                     [A1]
        state last: Queue<Taxi>
        """)
  }

  @Test func fields() throws {
    try expect(
      """
      entity Taxi status:Status=idle// now
      zone : Zone ? [A1] [A2]  // where
       ghost made:Time=any ghost n:Set<Zone> fixed x:Int=- 1
      entity Empty
      entity Last
      """,
      becomes: """
        entity Taxi
          status: Status = idle                                  // now
          zone:   Zone?                                                                             [A1] [A2]  // where
          ghost made: Time = any
          ghost n:    Set<Zone>
          fixed x: Int = -1

        entity Empty

        entity Last
        """)
  }

  @Test func events() throws {
    try expect(
      """
      every event except a,b
      require set [A1]
      event a(x,y:Taxi,z:Zone ?)from clock->new r:Ride,n:Number // what
      require x . zone is not none
      due x.at !+2 min  [A1]
      r.n=1
      x.count+=2 x.n-=1
      x.zone!.n=3
      append x to z!.queue move y to end of z!.queue add x to r.set remove x from r.set
      go(x,1)
      case x is y and y is not x [A2] x.n=1
      // in between
      otherwise [A3]
      notify x told(1,any)
      on refusal notify x sorry
      """,
      becomes: """
        every event except a, b
          require set                                                                               [A1]

        event a(x, y: Taxi, z: Zone?) from clock -> new r: Ride, n: Number                          // what
          require x.zone is not none
          due x.at! + 2 min                                                                         [A1]
          r.n      = 1
          x.count += 2
          x.n     -= 1
          x.zone!.n = 3
          append x to z!.queue
          move y to end of z!.queue
          add x to r.set
          remove x from r.set
          go(x, 1)
          case x is y and y is not x                                                                [A2]
            x.n = 1
          // in between
          otherwise                                                                                 [A3]
            notify x told(1, any)
          on refusal notify x sorry
        """)
  }

  @Test func properties() throws {
    try expect(
      """
      step s after a,b[A1]"So."no t,u:Taxi,v in z.queue where before(t is u):notified(t,m(any))
      lemma l 0<=x<3 and-y*2/3 rounded up>=0
      bounded b "Soon." all r:Ride where r.open:r.late lasts at most 2min
      prompt p late lasts at most 0 s
      measure m after every event count r:Ride,t:Taxi where r.n in{1,2,-3}
      assume q at a x is best t:Taxi where open by t.n+1 or x is not first t in z.queue
      reach w (count t: Taxi where t ahead of x in q)>1 iff if a then b else not c
      """,
      becomes: """
        step s after a, b [A1] "So."
          no t, u: Taxi, v in z.queue where before(t is u): notified(t, m(any))

        lemma l
          0 <= x < 3 and -y * 2 / 3 rounded up >= 0

        bounded b "Soon."
          all r: Ride where r.open: r.late lasts at most 2 min

        prompt p
          late lasts at most 0 s

        measure m after every event
          count r: Ride, t: Taxi where r.n in {1, 2, -3}

        assume q at a
          x is best t: Taxi where open by t.n + 1 or x is not first t in z.queue

        reach w
          (count t: Taxi where t ahead of x in q) > 1 iff if a then b else not c
        """)
  }
}
