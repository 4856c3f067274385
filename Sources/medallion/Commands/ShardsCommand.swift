import ArgumentParser
import Basics
import Findings
import Report
import Rulebook
import Traces

struct ShardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shards",
    abstract: "Tells whether traces may be replayed in parts, cut by the entity they are about.",
    discussion: """
      For each rule: 'part' if it can be judged in the part of its key entity, 'every part' if it \
      is about shared things only, 'none' with what stands against it. Exit 2 if there is such a \
      rule: `replay --shard-by` refuses the rulebook then.
      """)

  @Argument(help: "The rulebook.")
  var rulebook: String

  @Option(help: ArgumentHelp("The entity by which traces are cut.", valueName: "entity"))
  var by: String

  @OptionGroup var output: OutputOptions<DocumentFormat>

  func run() throws {
    let loaded = try LoadedRulebook.load(rulebook)
    try output.refuse(inputs: loaded.files)
    loaded.showWarnings(unless: output.quiet)
    let plan = try Sharding.plan(loaded.rules, by: by)
    try output.emit(ShardsDocument(plan, loaded)) {
      ShardingText(style: output.style).render(
        key: by, homes: plan.homes, Sharding.rows(plan, loaded.source))
    }
    if !plan.isSound { throw ExitCode(Outcome.wrongInput.rawValue) }
  }
}

/// The JSON document `medallion.shards/1`.
struct ShardsDocument: Encodable {
  struct Rule: Encodable {
    struct Obstacle: Encodable {
      let line: Int
      let text: String
    }

    let kind: String
    let name: String
    /// `part`, `every part` or `none`.
    let judgedIn: String
    let obstacles: [Obstacle]
  }

  let schema = "medallion.shards/1"
  let rulebook: String
  let digest: String
  let key: String
  /// The fields that lead from each sort to the key entity.
  let homes: [String: String]
  let isSound: Bool
  let rules: [Rule]

  init(_ plan: ShardingPlan, _ loaded: LoadedRulebook) {
    rulebook = loaded.rules.name
    digest = loaded.rules.digest
    key = loaded.rules[plan.key].name
    homes = Dictionary(plan.homes.map { ($0.sort, $0.path) }) { first, _ in first }
    isSound = plan.isSound
    rules = plan.parts.map { part in
      Rule(
        kind: part.kind.rawValue, name: part.name, judgedIn: part.scope.title,
        obstacles: part.obstacles.map {
          Rule.Obstacle(line: loaded.source.line(at: $0.span.lower), text: $0.text)
        })
    }
  }
}

extension ShardingPlan.Scope {
  var title: String {
    switch self {
    case .perKey: "part"
    case .shared: "every part"
    case .impossible: "none"
    }
  }
}

extension ShardingPlan.Rule {
  var obstacles: [ShardingPlan.Obstacle] {
    if case .impossible(let obstacles) = scope { obstacles } else { [] }
  }
}

extension Sharding {
  static func plan(_ rules: Core.Rules, by name: String) throws(Failure) -> ShardingPlan {
    guard let index = rules.entities.firstIndex(where: { $0.name == name }) else {
      let hint = suggestion(for: name, among: rules.entities.map(\.name))
      throw Failure(.wrongInput, "the rulebook has no entity '\(name)'\(hint)")
    }
    return ShardingPlan(rules, by: Core.ID(index))
  }

  static func rows(_ plan: ShardingPlan, _ source: SourceText) -> [ShardingText.Row] {
    plan.parts.map { part in
      ShardingText.Row(
        kind: part.kind.rawValue, name: part.name, scope: part.scope.title,
        obstacles: part.obstacles.map { ($0.text, source.line(at: $0.span.lower)) })
    }
  }

  /// The number of rules that a refusal shows with the obstacles to splitting; `shards` shows all.
  private static var mostShown: Int { 5 }

  /// Returns a sound sharding, or throws a refusal with some of the obstacles.
  static func sound(
    _ loaded: LoadedRulebook, by name: String, count: Int
  ) throws(Failure) -> Sharding {
    let plan = try plan(loaded.rules, by: name)
    guard plan.isSound else {
      let text = ShardingText(style: Console.standardError.style)
      let open = rows(plan, loaded.source).filter(\.isOpen).map(text.obstacles)
      let failure = Failure(
        .wrongInput,
        "--shard-by \(name): the rules do not allow it, \(open.count) of "
          + "\(plan.parts.count) need more than one part")
      var rendered = failure.rendered + open.prefix(mostShown).joined()
      if open.count > mostShown {
        rendered += "  … \(counted(open.count - mostShown, "more rule")): medallion shards "
        rendered += "\(loaded.path.escapedForDisplay) --by \(name)\n"
      }
      throw Failure(.wrongInput, rendered: rendered)
    }
    return Sharding(plan: plan, count: count)
  }
}
