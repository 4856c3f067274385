import Rulebook

extension EvaluationError {
  /// Returns the error as one plain sentence, without values that could be sensitive.
  package func message(in rules: Core.Rules) -> String {
    switch kind {
    case .unwrappedNone: "a value is needed here, but there is none"
    case .arithmeticOutOfRange: "the result does not fit into 64 bits"
    case .divisionByZero: "division by zero"
    case .unknownWhereNeeded: "whether and where this writes depends on something not yet known"
    case .outOfBounds(_, let range): "the value lies outside of \(rules[range].name)"
    case .alreadyInQueue(_, let place):
      "it is in the queue \(Self.name(of: place, in: rules)) already"
    case .notInQueue(_, let place): "it is not in the queue \(Self.name(of: place, in: rules))"
    case .writtenTwice(let place): "\(Self.name(of: place, in: rules)) is written twice"
    case .notGiven(let field):
      "\(rules[rules[field].owner].name).\(rules[field].name) has no default and is not given"
    case .didNotExist(_, let sort): "this \(rules[sort].name) does not exist in the state read"
    case .domainTooLarge: "too many values to try one by one"
    case .nestedTooDeeply: "the expression is nested too deeply"
    case .tooManyInstants: "conditions change at too many instants while time passes"
    case .timeRunsBackwards: "time cannot run backwards"
    case .noStep: "`before` has a meaning only in a step"
    case .unbound(let name): "\(name) has no value here"
    case .wrongNumberOfValues(let expected, let given):
      "\(expected) values are needed, \(given) are given"
    case .illTyped: "the core rules are not well typed"
    }
  }

  private static func name(of place: Place, in rules: Core.Rules) -> String {
    switch place {
    case .field(let field, _): rules[field].qualifiedName(in: rules)
    case .global(let global): rules[global].name
    }
  }
}
