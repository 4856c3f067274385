import Basics
import Findings
import Replay
import Rulebook

/// A taxi drives trips, and lines say so as a fleet's logger writes them.
enum Trips {
  static let text = """
    rulebook Trips
    requirements "requirements.tsv"

    type State = idle | riding | halted

    entity Taxi
      state:   State = idle
      started: Bool  = false

    entity Order
      taxi: Taxi? = none
      paid: Bool  = false

    event start(taxi: Taxi) from system
      require taxi.state is not riding
      require not taxi.started
      taxi.state   = riding
      taxi.started = true

    event stop(taxi: Taxi) from system
      require taxi.state is riding
      taxi.state = halted

    event finish(taxi: Taxi) from system
      require taxi.state is halted and taxi.started
      taxi.state   = idle
      taxi.started = false

    event order(taxi: Taxi) from rider -> new order: Order
      order.taxi = taxi

    event pay(order: Order) from rider
      require not order.paid
      order.paid = true
    """

  /// The rules, which have no mistakes.
  static func rules() throws -> Core.Rules { try OneLineASecond.rules(text) }

  /// `{"at":3000,"event":"stop","taxi":"T1"}`
  static func line(_ second: Int, _ event: String, _ names: [(String, String)]) -> String {
    let arguments = names.map { #","\#($0.0)":"\#($0.1)""# }.joined()
    return #"{"at":\#(second * 1_000),"event":"\#(event)"\#(arguments)}"#
  }

  /// A line each second of taxis that drive trips, one after the other, with an order for each.
  static func conforming(taxis: Int, trips: Int, seed: UInt64) -> [String] {
    var random = SplitMix64(seed: seed)
    var steps = Array(repeating: 0, count: taxis)
    var orders = 0
    var lines: [String] = []
    while let busy = steps.indices.filter({ steps[$0] < trips * 5 }).randomElement(using: &random) {
      let taxi = "T\(busy)"
      switch steps[busy] % 5 {
      case 0:
        lines.append(line(lines.count, "order", [("taxi", taxi), ("order", "O\(orders)")]))
        orders += 1
      case 1: lines.append(line(lines.count, "start", [("taxi", taxi)]))
      case 2: lines.append(line(lines.count, "stop", [("taxi", taxi)]))
      case 3: lines.append(line(lines.count, "finish", [("taxi", taxi)]))
      default:
        // Whichever order is paid, it is one that was made and is not paid.
        lines.append(line(lines.count, "order", [("taxi", taxi), ("order", "O\(orders)")]))
        lines.append(line(lines.count, "pay", [("order", "O\(orders)")]))
        orders += 1
      }
      steps[busy] += 1
    }
    return lines
  }

  static func replay(
    _ lines: [String], _ rules: Core.Rules, _ options: ReplayOptions = ReplayOptions()
  ) -> TraceResult {
    var replayer = Replayer(rules, options: options)
    replayer.feed(Array((lines.joined(separator: "\n") + "\n").utf8)[...])
    replayer.endOfTrace()
    return replayer.finish()
  }
}
