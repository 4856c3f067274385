import Basics
import Rulebook
import Semantics
import Testing

/// What was touched is looked at in the order that costs least; here beside each binding by itself.
@Suite struct TouchingTests {
  struct Claim {
    let variables: [Core.Variable]
    let condition: E
    let body: E

    var property: Core.Property {
      let binders = variables.map { variable in
        guard case .entity(let sort) = variable.type.scalar else { preconditionFailure() }
        return Core.Binder(variable, .entities(sort, .here))
      }
      return Depot.property(
        .invariant, .always(.quantified(.all, binders, condition: condition, body: body)))
    }
  }

  static let job = variable(0, "job", .entity(Depot.job))
  static let other = variable(1, "other", .entity(Depot.job))
  static let bay = variable(2, "bay", .entity(Depot.bay))
  static let second = variable(3, "second", .entity(Depot.bay))

  static let claims: [Claim] = {
    let (job, other) = (E.variable(Self.job), E.variable(Self.other))
    let (bay, second) = (E.variable(Self.bay), E.variable(Self.second))
    return [
      Claim(
        variables: [Self.job, Self.bay, Self.second],
        condition: .and([
          .member(job, of: bay.collection(Depot.queue)),
          .member(job, of: second.collection(Depot.queue)),
        ]),
        body: .equal(bay, second)),
      Claim(
        variables: [Self.job, Self.other],
        condition: .and([
          .equal(job.get(Depot.level), int(0)),
          .equal(job.get(Depot.owner), other.get(Depot.owner)),
        ]),
        body: .equal(job, other)),
      Claim(
        variables: [Self.job, Self.bay],
        condition: .and([
          .equal(job.get(Depot.owner), bay), .not(bay.get(Depot.isOpen)),
          .less(.certain(job.get(Depot.owner)).get(Depot.size), int(3)),
        ]),
        body: job.get(Depot.isBusy)),
    ]
  }()

  let evaluator = Evaluator(Depot.rules(properties: Self.claims.map(\.property)))

  @Test(arguments: 0..<60)
  func likeEachBindingByItself(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let state = state(&random)
    let touched = touched(state, &random)
    var expected: [Set<[Value]>] = []
    for claim in Self.claims {
      expected.append(try violations(of: claim, in: state, touched))
    }
    var found: [Set<[Value]>] = Self.claims.map { _ in [] }
    for violation in try evaluator.violatedProperties(in: state, touching: touched) {
      guard case .instance(_, _, let bindings, _) = violation.reason else { continue }
      #expect(found[violation.property].insert(bindings.map(\.value)).inserted)
    }
    #expect(found == expected)
  }

  private func state(_ random: inout SplitMix64) -> State {
    let bays = Int.random(in: 1...8, using: &random)
    var state = evaluator.initialState(counts: [Depot.bay: bays]) { _, _ in .number(1) }
    let jobs = Int.random(in: 0...45, using: &random)
    for index in 0..<jobs {
      state = evaluator.adding(Depot.job, to: state)
      state[Depot.owner, of: index] =
        Bool.random(using: &random)
        ? .none : .entity(Int32.random(in: 0..<Int32(bays), using: &random))
      state[Depot.level, of: index] = .number(Int64.random(in: 0...3, using: &random))
      state[Depot.isBusy, of: index] = .bool(Bool.random(using: &random))
    }
    for bay in 0..<bays {
      state[Depot.isOpen, of: bay] = .bool(Bool.random(using: &random))
      state[Depot.size, of: bay] = .number(Int64.random(in: 1...5, using: &random))
      let members = (0..<Int32(jobs)).filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
      state.setQueue(Depot.queue, owner: bay, to: members)
    }
    return state
  }

  /// Nobody, some, or all of a sort.
  private func touched(_ state: State, _ random: inout SplitMix64) -> Touched {
    var touched = Touched()
    for sort in [Depot.bay, Depot.job] {
      let share = [0, 1, 5, 10].randomElement(using: &random) ?? 0
      for number in 0..<Int32(state.count(of: sort))
      where Int.random(in: 0..<10, using: &random) < share {
        touched.insert(number, sort)
      }
    }
    return touched
  }

  private func violations(
    of claim: Claim, in state: State, _ touched: Touched
  ) throws -> Set<[Value]> {
    var tuples: [[Value]] = [[]]
    for variable in claim.variables {
      guard case .entity(let sort) = variable.type.scalar else { continue }
      let numbers = 0..<Int32(state.count(of: sort))
      tuples = tuples.flatMap { tuple in numbers.map { tuple + [.entity($0)] } }
    }
    return try Set(
      tuples.filter { values in
        let isTouched = zip(claim.variables, values).contains { variable, value in
          guard case .entity(let sort) = variable.type.scalar, case .entity(let number) = value
          else { return false }
          return touched.entities[sort]?.contains(number) ?? false
        }
        guard isTouched else { return false }
        let context = Context(here: state, environment: Environment(claim.variables, values))
        return try evaluator.evaluate(claim.condition, in: context) == .bool(true)
          && evaluator.evaluate(claim.body, in: context) == .bool(false)
      })
  }
}
