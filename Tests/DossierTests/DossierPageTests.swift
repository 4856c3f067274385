import Findings
import Report
import Testing

/// The page as text; `Tests/Browser` opens it in a browser.
@Suite struct DossierPageTests {
  private static let hostile = [
    "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "{{rulebook}}",
    "{{{data}}}", "' onmouseover='x", "<!--", "&amp;", "a\u{202E}b\u{0}c\u{200B}",
    String(repeating: "x", count: 10_000),
  ]

  private func page(_ name: String) throws -> String {
    let step = Run.Step(
      at: 0, event: name, arguments: [Run.Argument(name: name, value: name)],
      changes: [Run.Change(place: name, before: name, after: name)])
    let run = Run(start: [name], steps: [step], failure: [name], scope: [name], isShortest: true)
    let own = DossierFinding(
      source: .own, harm: .high, title: name, statement: name, who: name, evidence: [name],
      recommendation: name, requirements: [name])
    return try Sample.page(
      Sample.dossier(
        properties: [Sample.property(name, .refuted, requirements: [name], run: run)],
        replaying: Sample.replaying([Sample.finding(name, entity: name, requirements: [name])]),
        rows: [Sample.row(name, rules: [name], properties: [name])], own: [own]))
  }

  @Test("A hostile name is text wherever it stands", arguments: hostile.indices)
  func hostileNames(_ index: Int) throws {
    let page = try page(Self.hostile[index])
    let plain = try self.page("plain")
    // As many elements as with a plain name, none of them of the name's own.
    for tag in ["<script", "</script", "<img", "<!--", "<style", "<section", "<details"] {
      #expect(count(tag, page) == count(tag, plain), "\(tag)")
    }
    #expect(!page.contains("onerror=alert(1)>"))
    let scalars = page.unicodeScalars
    #expect(!scalars.contains { ["\u{202E}", "\u{0}", "\u{200B}"].contains($0) })
  }

  private func count(_ text: String, _ page: String) -> Int { page.split(separator: text).count }

  @Test("It asks nothing of any network")
  func alone() throws {
    let page = try page("plain")
    for text in ["src=", "@import", "url(http", "<link", "fetch(", "XMLHttpRequest"] {
      #expect(!page.contains(text), "\(text)")
    }
    #expect(page.contains("default-src 'none'"))
  }

  @Test("Every link within the page leads to something")
  func links() throws {
    let page = try page("plain")
    let ids = Set(page.matches(of: /id="([^"]*)"/).map { String($0.1) })
    for link in page.matches(of: /href="#([^"]*)"/) {
      #expect(ids.contains(String(link.1)), "\(link.1)")
    }
  }

  @Test("Of ten thousand findings the first 500 are told in full, the others have a row each")
  func many() throws {
    let findings = (1...10_000).map { Sample.finding(line: $0, entity: "lift L\($0 % 700)") }
    let page = try Sample.page(Sample.dossier(replaying: Sample.replaying(findings)))
    #expect(page.matches(of: /<details class="occurrence"/).count == 500)
    #expect(page.matches(of: /<tr><td>day.jsonl<\/td>/).count == 9_500)
    #expect(page.utf8.count < 10_000_000)
  }
}
