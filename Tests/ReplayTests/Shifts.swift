/// Cabs that work in shifts while not all are halted.
enum Shifts {
  static let text = """
    rulebook Shifts
    requirements "requirements.tsv"

    state halted: Bool = false

    entity Cab
      driven: Bool = true
      works:  Bool = false
      seen:   Bool = true
      off:    Bool = false

    event halt() from office
      require not halted
      halted = true

    event resume() from office
      require halted
      halted = false

    event start(cab: Cab) from driver
      require not halted
      require cab.driven
      require not cab.works
      cab.works = true

    event look(cab: Cab) from driver
      case not cab.seen
        cab.works = false

    event stop(cab: Cab) from driver
      require cab.works
      require not cab.off
      case cab.works
        cab.works = false
      otherwise
        cab.off = true

    event dismiss(cab: Cab) from office
      require cab.driven
      cab.driven = false
      cab.works = false

    event hire(cab: Cab) from office
      require not cab.driven
      cab.driven = true

    event wash(cab: Cab) from office
      require not cab.works

    event close() from office
      require all c: Cab: not c.works

    event pass(cab: Cab) from office
    """
}
