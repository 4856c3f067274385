import Foundation
import Testing

/// A field of pairs is written out as sets, one for each value. No command speaks of these.
@Suite("Names of fields of pairs")
struct PairNameTests {
  private static let friends = """
    type Presence = hidden | near | exact

    entity Group
      members: Set<User>

    entity User
      shows: (Group) -> Presence = hidden

    event join(user: User, group: Group) from user
      add user to group.members

    event leave(user: User, group: Group) from user
      remove user from group.members
      user.shows(group) = hidden

    event show(user: User, group: Group, as: Presence) from user
      require user in group.members
      user.shows(group) = as

    invariant onlyMembersShow
      all u: User, g: Group where u.shows(g) is not hidden: u in g.members

    """

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.writeBook(Self.friends)
    return folder
  }

  private func expectNoSets(_ text: String) {
    for value in ["hidden", "near", "exact"] {
      #expect(!text.contains("shows.\(value)"), "\(text)")
    }
  }

  @Test("A run tells the pair whose value changes")
  func run() throws {
    let folder = try folder()
    let text = Self.friends.replacing("  user.shows(group) = hidden\n", with: "")
    try folder.writeBook(text)
    let result = try Tool.run(["verify", "r.rulebook", "--no-cache"], in: folder)
    #expect(result.code == 1)
    #expect(result.output.contains("user U1.shows(G1): hidden → "), "\(result.output)")
    expectNoSets(result.output)
  }

  @Test("A state that is not shown to be reachable lists the pairs that differ from the default")
  func state() throws {
    let folder = try folder()
    let text =
      Self.friends + """
        entity Note
          of: User

        event write(user: User) from user -> new note: Note
          require all g: Group: user.shows(g) is hidden
          note.of = user

        invariant quiet
          all n: Note, g: Group: n.of.shows(g) is hidden

        """
    try folder.writeBook(text)
    let result = try Tool.run(
      ["verify", "r.rulebook", "--no-cache", "--scope", "Note=0"], in: folder)
    #expect(result.output.contains("shows {"), "\(result.output)")
    expectNoSets(result.output)
  }

  @Test("A part that another part would have to know names the field")
  func shards() throws {
    let result = try Tool.run(["shards", "r.rulebook", "--by", "Group"], in: folder())
    #expect(result.output.contains("User.shows"), "\(result.output)")
    expectNoSets(result.output)
  }

  @Test(
    "A difference is told of the field: its name, its default, its values, its writes",
    arguments: [
      ("shows", "shares", "is called 'shares' now"),
      (
        "-> Presence = hidden", "-> Presence = near",
        "is hidden at first, and near in the new rules"
      ),
      ("near | exact", "near | faint | exact", "faint"),
      ("  user.shows(group) = as", "  user.shows(group) = near", "differs in User.shows"),
    ])
  func difference(old: String, new: String, told: String) throws {
    let folder = try folder()
    let text = Self.friends.replacing(old, with: new)
    try folder.writeBook(text, name: "new.rulebook")
    let result = try Tool.run(["diff", "r.rulebook", "new.rulebook"], in: folder)
    #expect(result.output.contains(told), "\(result.output)\(result.errors)")
    let rows = result.output.split(separator: "\n").filter { $0.contains("renamed") }
    #expect(rows.count <= 1)
    expectNoSets(result.output)
    #expect(!result.output.contains("shares."))
  }
}
