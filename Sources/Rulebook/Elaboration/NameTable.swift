import Basics

/// The declarations by name; filled before any expression is elaborated.
struct NameTable {
  enum NamedType {
    case builtin(Core.Scalar)
    case enumeration(Core.ID<Core.Enumeration>)
    case range(Core.ID<Core.Range>)
    case unit(Core.ID<Core.Unit>)
    case entity(Core.ID<Core.Entity>)

    var scalar: Core.Scalar {
      switch self {
      case .builtin(let scalar): scalar
      case .enumeration(let id): .enumeration(id)
      case .range(let id): .range(id)
      case .unit(let id): .unit(id)
      case .entity(let id): .entity(id)
      }
    }
  }

  struct Definition {
    let name: Syntax.Name
    let parameters: [Syntax.Parameter]
    let body: Syntax.Expression
    let citations: [Syntax.Name]
  }

  /// A definition after elaboration: its parameters are variables of its own numbering.
  struct Compiled {
    let parameters: [Core.Variable]
    let body: Core.Expression
    let type: Core.ValueType
  }

  struct Effect {
    let name: Syntax.Name
    let parameters: [Syntax.Parameter]
    let clauses: [Syntax.Clause]
  }

  var types: [String: NamedType] = [
    "Bool": .builtin(.bool), "Int": .builtin(.int), "Time": .builtin(.time),
    "Duration": .builtin(.duration),
  ]
  var sensitive: Set<String> = []
  var parameters: [String: Core.Literal] = [:]
  var globals: [String: Core.ID<Core.Global>] = [:]
  var fields: [Core.ID<Core.Entity>: [String: Core.ID<Core.Field>]] = [:]
  /// The first part of each field of pairs.
  var pairs: [Core.ID<Core.Entity>: [String: Core.ID<Core.Field>]] = [:]
  /// The fields that no event changes.
  var fixedFields: Set<Core.ID<Core.Field>> = []
  var fixedGlobals: Set<Core.ID<Core.Global>> = []
  var messages: [String: Core.ID<Core.Message>] = [:]
  var definitions: [String: Definition] = [:]
  var compiled: [String: Compiled] = [:]
  var effects: [String: Effect] = [:]
  var events: [String: Core.ID<Core.Event>] = [:]
  var introduced: Set<String> = []
  /// Parameters, states and definitions, wherever they are declared.
  var values: Set<String> = []
  /// The names whose declarations are wrong, kept by kind in ``Broken``: their uses are not
  /// reported again.
  var broken: Set<Broken> = []
  /// The fields of one value that the text reads, even where the value of a parameter removes the
  /// read.
  var readFields: Set<Core.ID<Core.Field>> = []
  /// The names that some rule used, to find the unused ones.
  var used: Set<String> = []

  enum Broken: Hashable {
    case value(String)
    case field(String, of: Core.ID<Core.Entity>)
    case message(String)
  }
}

extension Elaborator {
  /// Collects all names, reports those declared twice, and finds everything that must be known
  /// before types are.
  func collectNames() {
    var places: [String: [String: SourceSpan]] = [:]
    func declare(_ name: Syntax.Name, in space: String) {
      if let first = places[space]?[name.text] {
        report(
          "duplicate-name", "'\(name.text)' is declared twice", at: name.span,
          notes: [Diagnostic.Note("first here", at: first)])
      } else {
        places[space, default: [:]][name.text] = name.span
      }
    }
    for declaration in book.declarations {
      switch declaration.kind {
      case .type(let name, _, _): declare(name, in: "types")
      case .entity(let name, _): declare(name, in: "types")
      case .parameter(let name, _, _): declare(name, in: "values")
      case .state(let field): declare(field.name, in: "values")
      case .define(let name, let parameters, let body, let citations):
        declare(name, in: "values")
        names.definitions[name.text] = NameTable.Definition(
          name: name, parameters: parameters, body: body, citations: citations)
      case .message(let messages): for message in messages { declare(message.name, in: "messages") }
      case .effect(let name, let parameters, let clauses):
        declare(name, in: "effects")
        names.effects[name.text] = NameTable.Effect(
          name: name, parameters: parameters, clauses: clauses)
      case .event(let event):
        declare(event.name, in: "events")
        for result in event.results where result.isNew {
          if case .plain(let type) = result.type { names.introduced.insert(type.text) }
        }
      case .property(let property): declare(property.name, in: "properties")
      case .sensitive(let types): names.sensitive.formUnion(types.map(\.text))
      case .omit, .every: break
      }
    }
    let values = places["values", default: [:]]
    names.values = Set(values.keys)
    refuseHiddenCases(values)
  }

  /// Reports a state with the name of an enumeration's case: `status is open` could mean two things
  /// if a state, too, is called `open`.
  private func refuseHiddenCases(_ values: [String: SourceSpan]) {
    for declaration in book.declarations {
      guard case .type(let type, .enumeration(let cases), _) = declaration.kind else { continue }
      for value in cases {
        guard let other = values[value.text] else { continue }
        report(
          "duplicate-name", "'\(value.text)' is a value of \(type.text), and something else too",
          at: value.span, notes: [Diagnostic.Note("declared here", at: other)])
      }
    }
  }
}
