import Rulebook
import Testing
import Verification

@Suite struct ScopeTests {
  @Test func aScopeNamesSorts() throws {
    let rules = try Fixture.rules(OfficeTests.text)
    #expect(try Scope(parsing: "Desk=3", rules).counts == [3, 2])
    #expect(try Scope(parsing: "Ticket=1,Desk=2", rules).description == ["Desk=2", "Ticket≤1"])
    #expect(try Scope(parsing: "Ticket=0,Desk=1", rules).description == ["Desk=1", "no Ticket"])
  }

  @Test(arguments: [
    "Desk=0", "Desk=-1", "Ticket=-1", "Desk", "", "Desk=2,", "Desk=x", "Desk=99999999999999999999",
    "Desk=2,Desk=3", "Ticket=1,Desk=2,Ticket=1",
  ])
  func mistakes(_ text: String) throws {
    let rules = try Fixture.rules(OfficeTests.text)
    #expect(throws: Scope.Mistake.self) { try Scope(parsing: text, rules) }
  }

  @Test func theMessageNamesTheOption() throws {
    let rules = try Fixture.rules(OfficeTests.text)
    for text in ["Desk", "Disk=1", "Desk=0", "Desk=2,Desk=3"] {
      do {
        _ = try Scope(parsing: text, rules, option: "--entities")
        Issue.record("no mistake")
      } catch {
        #expect(error.message.hasPrefix("--entities"))
      }
    }
  }

  @Test func theNearestNameIsOffered() throws {
    let rules = try Fixture.rules(OfficeTests.text)
    do {
      _ = try Scope(parsing: "Tiket=2", rules)
      Issue.record("no mistake")
    } catch {
      #expect(error.message.contains("did you mean 'Ticket'?"))
    }
  }
}
