import Findings
import Rulebook
import Semantics

/// The places that an expression reads in one state, path by path, with the values that explain its
/// truth.
struct ReadPaths {
  struct Entry {
    let path: String
    /// The value; nil: a queue or a set.
    let value: Value?
    let text: String
  }

  private let evaluator: Evaluator
  private(set) var entries: [Entry] = []
  /// The entities that a `first`, `last` or `best` would have allowed.
  private(set) var choices: [EntityKey] = []
  /// The fields of entities, and the globals, that are read.
  private(set) var places: [Place] = []
  private var seen: Set<String> = []

  init(_ evaluator: Evaluator) { self.evaluator = evaluator }

  /// `path is value, …`
  var text: String {
    let most = 10
    return entries.prefix(most).map { "\($0.path) is \($0.text)" }.joined(separator: ", ")
  }

  /// All paths with their values, for a report.
  var readings: [Finding.Reading] {
    entries.map { Finding.Reading(path: $0.path, value: $0.text) }
  }

  /// The paths whose value is unknown.
  var unknown: [String] { entries.filter { $0.value == .unknown }.map(\.path) }

  /// Adds the places that the expression reads outside of quantifiers. Those without a value are
  /// left out.
  mutating func collect(
    _ expression: Core.Expression, in context: Context, _ names: inout Names
  ) {
    switch expression {
    case .field(_, let owner, _):
      if !add(expression, in: context, &names) { collect(owner, in: context, &names) }
    case .variable, .global, .now: _ = add(expression, in: context, &names)
    case .member(let other, let collection) where names.rules[collection.field].pair != nil:
      collect(other, of: collection, in: context, &names)
    case .member(let member, let collection):
      collect(member, in: context, &names)
      collect(collection, in: context, &names)
    case .ahead(let a, let b, let collection):
      collect(a, in: context, &names)
      collect(b, in: context, &names)
      collect(collection, in: context, &names)
    case .quantified(let quantifier, let binders, _, _):
      if let number = quantifier.number { collect(number, in: context, &names) }
      for binder in binders { collect(binder.domain, in: context, &names) }
    case .extreme(let extreme):
      collect(extreme.subject, in: context, &names)
      collect(extreme.binder.domain, in: context, &names)
      addChoice(extreme, in: context, &names)
    default: for child in expression.children { collect(child, in: context, &names) }
    }
  }

  private mutating func collect(
    _ domain: Core.Binder.Domain, in context: Context, _ names: inout Names
  ) {
    if case .members(let collection) = domain { collect(collection, in: context, &names) }
  }

  private mutating func collect(
    _ collection: Core.Collection, in context: Context, _ names: inout Names
  ) {
    guard let owner = try? evaluator.evaluate(collection.owner, in: context),
      case .entity(let number) = owner,
      let path = path(collection.owner, in: context, &names)
    else { return collect(collection.owner, in: context, &names) }
    let field = names.rules[collection.field]
    guard Int(number) < context.here.count(of: field.owner) else { return }
    let members = context.here.members(of: collection.field, owner: Int(number))
    places.append(.field(collection.field, of: number))
    insert(Entry(path: "\(path).\(field.name)", value: nil, text: names.text(members, field)))
  }

  /// The value of a pair.
  private mutating func collect(
    _ other: Core.Expression, of collection: Core.Collection, in context: Context,
    _ names: inout Names
  ) {
    let pair = names.rules.pairValue(
      collection.field, of: collection.owner, other, collection.era)
    guard let value = try? evaluator.evaluate(pair, in: context),
      case .entity(let owner)? = try? evaluator.evaluate(collection.owner, in: context),
      let path = path(collection.owner, in: context, &names),
      let key = self.path(other, in: context, &names)
    else { return collect(collection.owner, in: context, &names) }
    for part in names.rules.parts(ofPairs: collection.field) {
      places.append(.field(part.field, of: owner))
    }
    let name = names.rules[collection.field].statedName
    let text = names.text(value, names.rules.type(of: pair).scalar)
    insert(Entry(path: "\(path).\(name)(\(key))", value: value, text: text))
  }

  /// Adds an expression with its value; false: it has none here.
  private mutating func add(
    _ expression: Core.Expression, in context: Context, _ names: inout Names
  ) -> Bool {
    guard let value = try? evaluator.evaluate(expression, in: context) else { return false }
    note(expression, in: context)
    let name: String?
    if case .variable(let variable) = expression {
      name = variable.name
    } else {
      name = path(expression, in: context, &names)
    }
    guard let name else { return false }
    let scalar = names.rules.type(of: expression).scalar
    insert(Entry(path: name, value: value, text: names.text(value, scalar)))
    return true
  }

  private mutating func note(_ expression: Core.Expression, in context: Context) {
    switch expression {
    case .field(let field, let owner, _):
      guard let value = try? evaluator.evaluate(owner, in: context),
        case .entity(let number) = value
      else { return }
      places.append(.field(field, of: number))
    case .global(let global, _): places.append(.global(global))
    default: return
    }
  }

  /// Adds the entity that a `first`, `last` or `best` would have allowed, if it is a single one.
  private mutating func addChoice(
    _ extreme: Core.Extreme, in context: Context, _ names: inout Names
  ) {
    guard case .variable(let variable) = extreme.subject,
      case .entity(let sort) = variable.type.scalar
    else { return }
    var context = context
    var chosen: [String] = []
    for candidate in 0..<min(context.here.count(of: sort), 1_000) {
      let value = Value.entity(Int32(clamping: candidate))
      context.environment[variable] = value
      guard (try? evaluator.evaluate(.extreme(extreme), in: context)) == .bool(true) else {
        continue
      }
      chosen.append(names.text(value, .entity(sort)))
      choices.append(EntityKey(sort: sort, number: Int32(clamping: candidate)))
    }
    let word =
      switch extreme.kind {
      case .first: "the first"
      case .last: "the last"
      case .best: "the best"
      }
    let text = chosen.isEmpty ? "nobody" : chosen.prefix(5).joined(separator: " or ")
    insert(Entry(path: word, value: nil, text: text))
  }

  /// `request R1.taxi`
  private func path(
    _ expression: Core.Expression, in context: Context, _ names: inout Names
  ) -> String? {
    switch expression {
    case .variable(let variable):
      guard let value = context.environment[variable] else { return nil }
      return "\(variable.name) \(names.text(value, variable.type.scalar))"
    case .field(let field, let owner, _):
      return path(owner, in: context, &names).map { "\($0).\(names.rules[field].name)" }
    case .certain(let part): return path(part, in: context, &names)
    case .global(let global, _): return names.rules[global].name
    case .now: return "now"
    default: return nil
    }
  }

  private mutating func insert(_ entry: Entry) {
    if seen.insert(entry.path).inserted { entries.append(entry) }
  }
}
