import Testing

/// What a line shows is believed, so that one fault is not found again and again.
@Suite struct BeliefTests {
  private static let text = """
    rulebook Depots
    requirements "requirements.tsv"

    parameter packingTime = 5 s

    entity Depot
      queue: Queue<Van>

    entity Van
      licensed: Bool = false
      driven:   Bool = false

    entity Job
      isOpen: Bool = true
      ready:  Time

    entity Box
      isOpen: Bool = true

    event park(van: Van, depot: Depot) from driver
      append van to depot.queue

    event leave(van: Van, depot: Depot) from driver
      remove van from depot.queue

    event drive(van: Van) from driver
      require van.licensed
      van.driven = true

    event order(depot: Depot) from customer -> new job: Job
      job.ready = now + packingTime

    event cancel(job: Job) from customer
      require job.isOpen
      job.isOpen = false

    event pack(job: Job) from clock -> new box: Box
      require job.isOpen
      due job.ready
      job.isOpen = false

    event shut(box: Box) from server
      require box.isOpen
      box.isOpen = false

    prompt shutAtOnce "A box is shut at once."
      all b: Box: b.isOpen lasts at most 0 s
    """

  private func replay(_ lines: [String]) throws -> [String] {
    try OneLineASecond.replay(lines, OneLineASecond.rules(Self.text))
  }

  @Test func whoLeavesAQueueWasInIt() throws {
    #expect(
      try replay(["leave A D", "park A D", "leave A D"])
        == ["1 unknown: taken as if D.queue had been [A]"])
    #expect(
      try replay(["park A D", "park A D", "leave A D", "park A D"])
        == ["2 unknown: taken as if D.queue had been []"])
  }

  @Test func whatHasNoEffectFollowsFromWhatWasFound() throws {
    #expect(
      try replay(["drive B", "leave A D", "park A D", "leave A D"])
        == ["1 wronglyAccepted: taken as done"])
  }

  @Test func whoWasLetDriveMayDrive() throws {
    #expect(
      try replay(["drive A", "park A D", "drive A", "leave A D", "drive A"])
        == ["1 wronglyAccepted: taken as if A.licensed had been true"])
  }

  @Test func whatIsOwedSinceSomethingCameTooEarly() throws {
    #expect(
      try replay(["order D J", "park A D", "pack J B", "leave A D", "park A D", "shut B"])
        == ["3 early: taken as done"])
    #expect(
      try replay(
        ["order D J"] + ["park A D", "leave A D"] + ["park A D", "leave A D"] + [
          "pack J B", "park A D", "shut B",
        ])
        == ["7 tardy: time was let pass"])
  }

  @Test func whoIsIntroducedFarBehind() throws {
    let others = (0..<20).flatMap { _ in ["park A D", "leave A D"] }
    #expect(
      try replay(["park B D", "cancel J"] + others + ["order D J"] + others)
        == ["2 identity: line 43, order, was taken as coming before it"])
  }

  /// What is due, has no effect and is not logged does not hold time up again and again.
  @Test func whatNobodyLogsAndHasNoEffect() throws {
    let rules = try OneLineASecond.rules(
      """
      rulebook Shelves
      requirements "requirements.tsv"

      parameter keepingTime = 1 s

      entity Shelf
        queue: Queue<Item>

      entity Item
        shelf: Shelf
        ready: Time

      event put(shelf: Shelf) from clerk -> new item: Item
        item.shelf = shelf
        item.ready = now + keepingTime

      event clear(item: Item) from clock
        due item.ready
        remove item from item.shelf.queue
      """)
    let lines = ["put S I", "put S J", "put S K", "put S L"]
    #expect(
      try OneLineASecond.replay(lines, rules, hidden: ["clear"])
        == ["3 unknown: the line was left out", "4 unknown: the line was left out"])
  }
}
