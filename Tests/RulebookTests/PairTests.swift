import Basics
import Rulebook
import Testing

@Suite("Fields of pairs")
struct PairTests {
  private static let declarations = """
    rulebook R
    requirements "r.tsv"
    type Presence = inactive | active | routing
    type Level    = 0...2
    type Code     = 0...99
    type One      = only
    entity Group
      open: Bool = false
    entity User
      sharing: (Group) -> Presence  = inactive
      blocks:  (User)  -> Bool      = false
      level:   (Group) -> Level     = 1
      mood:    (User)  -> Presence? = none
      friend:  User?                = none
    event set(user: User, group: Group, to: Presence) from user
      require user.sharing(group) is not to and not user.blocks(user)
      user.sharing(group) = to
      user.level(group) += 1
      user.mood(user) = to

    """

  private func diagnostics(_ marked: String) -> (found: [String], expected: [String]) {
    let marked = MarkedSource(Self.declarations + marked)
    let errors = Small.compile(marked.source).diagnostics.filter { $0.severity == .error }
    return (errors.map(marked.source.mark), marked.expected)
  }

  @Test(
    "Mistakes have one message each",
    arguments: [
      "",
      "event e(u: User, g: Group) from a\n  require u.sharing is active\n            ^ pair-expected",
      "event e(u: User, g: Group) from a\n  require u.friend(u) is none\n            ^ no-pairs",
      "event e(u: User, g: Group) from a\n  require u.sharing(u) is active\n                    ^ wrong-type",
      "event e(u: User, g: Group) from a\n  require u.sharin(g) is active\n            ^ unknown-name",
      "event e(u: User, g: Group) from a\n  require u.sharing(g) is many\n                          ^ unknown-name",
      "event e(u: User, g: Group) from a\n  require u.blocks(u.friend)\n                   ^ may-be-none",
      "event e(u: User, g: Group) from a\n  require g.sharing(g) is active\n            ^ unknown-name",
      "event e(u: User, g: Group) from a\n  u.sharing(g) = none\n                 ^ never-none",
      "event e(u: User, g: Group) from a\n  u.sharing = active\n    ^ pair-expected",
      "entity E\n  f: (Group) -> Int = 0\n                ^ pair-values",
      "entity E\n  f: (Group) -> Time? = none\n                ^ pair-values",
      "entity E\n  f: (Group) -> User? = none\n                ^ pair-values",
      "entity E\n  f: (Group) -> Code = 0\n                ^ pair-values",
      "entity E\n  f: (Group) -> One = only\n                ^ pair-values",
      "entity E\n  f: (Level) -> Bool = false\n      ^ not-an-entity",
      "entity E\n  f: (Group) -> Bool\n  ^ no-default",
      "entity E\n  f: (Group) -> Bool = any\n  ^ no-default",
      "entity E\n  f: (Group) -> Level = 7\n                        ^ wrong-type",
      "entity E\n  unique f: (Group) -> Level = 2\n         ^ pairs-marked",
      "entity E\n  fixed f: (Group) -> Level = 2\n        ^ pairs-marked",
      "entity E\n  f: (Group) -> Level = 2\n  f: Bool = true\n  ^ duplicate-name",
      "state s: (Group) -> Bool = true\n          ^ pairs-here",
      "event e(f: (Group) -> Bool) from a\n            ^ pairs-here",
    ])
  func mistakes(_ text: String) {
    let (found, expected) = diagnostics(text)
    #expect(found == expected)
  }

  @Test(
    "What is not complete is told where it ends",
    arguments: [
      "entity E\n  f: (Group -> Bool = true", "entity E\n  f: (Group) Bool = true",
      "entity E\n  f: (Group) ->", "entity E\n  f: () -> Bool = true",
      "event e(u: User, g: Group) from a\n  u.sharing(g = active",
      "event e(u: User, g: Group) from a\n  u.sharing() = active",
      "event e(u: User, g: Group) from a\n  u.sharing(g, g) = active",
      "event e(u: User, g: Group) from a\n  require u.sharing(",
    ])
  func incomplete(_ text: String) {
    let source = SourceText(path: "book", text: Self.declarations + text)
    #expect(!Parser.parse(source).diagnostics.isEmpty)
    #expect(Small.compile(source).rules == nil)
  }

  @Test("An optional pair is narrowed like any optional")
  func narrowing() {
    let text = """
      event e(u: User, v: User, g: Group) from a
        require u.mood(v) is not none
        u.sharing(g) = u.mood(v)
      """
    let (found, _) = diagnostics(text)
    #expect(found == [])
  }

  @Test("A value is a set of those that have it, and a write leaves the other sets")
  func core() throws {
    let rules = try #require(
      Small.compile(SourceText(path: "book", text: Self.declarations)).rules)
    let user = try #require(rules.entities.first { $0.name == "User" })
    #expect(
      user.fields.map { rules[$0].name } == [
        "sharing.active", "sharing.routing", "blocks.true", "level.0", "level.2", "mood.inactive",
        "mood.active", "mood.routing", "friend",
      ])
    let text = """
      event e(u: User, g: Group) from a
        u.sharing(g) = routing
      """
    let written = try #require(
      Small.compile(SourceText(path: "book", text: Self.declarations + text)).rules?.events.last)
    #expect(
      written.updates.map { update in
        switch update.action {
        case .add(_, let set): "add to \(rules[set.field].name)"
        case .remove(_, let set): "remove from \(rules[set.field].name)"
        default: "?"
        }
      } == ["remove from sharing.active", "add to sharing.routing"])
    #expect(written.updates.allSatisfy { $0.condition == .true })
  }

  @Test("A field of pairs that nothing reads is told once")
  func neverRead() {
    let text = "entity E\n  f: (Group) -> Presence = active\n"
    let found = Small.compile(SourceText(path: "book", text: Self.declarations + text)).diagnostics
    #expect(found.filter { $0.id == "never-read" && $0.message.contains("'f'") }.count == 1)
  }
}
