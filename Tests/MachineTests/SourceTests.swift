import Basics
import Rulebook
import Semantics
import TestSupport
import Testing

/// Loops through the lists that a condition names, beside the evaluator, which goes through all
/// entities of a sort.
@Suite struct SourceTests {
  /// Each event of this rulebook leads to those concerned in another way.
  private static let text = """
    rulebook Lists
    requirements "requirements.tsv"
    message told
    entity User
      friend: User?       = any
      awake:  Bool        = any
      near:   Set<User>
      shown:  (Group) -> Bool = false
    entity Group
      owner:   User? = any
      members: Set<User>
      line:    Queue<User>
    define friends(m, u: User) = m is not u and some g: Group: m in g.members and u in g.members
    event join(user: User, group: Group) from user
      add user to group.members
    event queue(user: User, group: Group) from user
      require user not in group.line
      append user to group.line
    event meet(user: User, other: User) from user
      add other to user.near
      user.friend = other
    event show(user: User, group: Group) from user
      user.shown(group) = not user.shown(group)
      group.owner = user
    event tellFriends(user: User) from user
      notify each m: User where friends(m, user) told
    event tellSome(user: User, group: Group) from user
      notify each m: User where m in group.members and m is not user or friends(m, user) and m.awake told
    event tellLine(user: User) from user
      notify each m: User where some g: Group: g.owner is user and m in g.line and m.awake told
    event tellNear(user: User) from user
      notify each m: User where user.friend is not none and m in user.friend.near or m is user.friend told
    event tellWhoHasNear(user: User) from user
      notify each m: User where m.awake and user in m.near told
    event tellNewcomers(user: User) from user -> new other: User
      other.friend = user
      other.awake = true
      notify each m: User where m is other or m is user told
    event found(user: User) from user -> new group: Group
      group.owner = user
      add user to group.members
    event leave(user: User) from user
      require some g: Group: g.owner is not user and user in g.members
      each g: Group where user in g.members: remove user from g.members
      each g: Group where user in g.line: remove user from g.line
    event silence(user: User) from user
      require all g: Group where user in g.line: g.owner is not user
      each m: User where some g: Group: m in g.members and user in g.line: m.awake = false
    event count(user: User) from user
      require no m: User, g: Group: m in g.members and user in g.members and m is not user
      notify user told
    """

  @Test(arguments: 0..<4)
  func likeTheEvaluator(part: UInt64) throws {
    let source = SourceText(path: "Lists.rulebook", text: Self.text)
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil)
    let rules = try #require(compilation.rules, "\(compilation.diagnostics)")
    let evaluator = Evaluator(rules)
    var performed = 0
    for seed in (part * 25)..<(part * 25 + 25) {
      let lockstep = try #require(try MachineLockstep.run(evaluator, steps: 120, seed: seed))
      performed += lockstep.performed
      #expect(lockstep.difference == nil, "run \(seed): \(lockstep.difference ?? "")")
    }
    #expect(performed > 1_000)
  }
}
