import Basics
import Rulebook
import Testing

/// A small service, to which each test adds the lines that it is about.
enum Small {
  static let service = """
    rulebook R
    requirements "r.tsv"
    type Color  = red | green | blue
    type Grade  = 0...9
    type metres = Int
    parameter limit  = 3
    parameter window = 5 min
    entity Zone
      queue:   Queue<Taxi>
      watched: Set<Taxi>
      size:    metres = 10 metres
    entity Taxi
      zone:   Zone?  = none
      color:  Color  = red
      paint:  Color? = none
      grade:  Grade  = 0
      trips:  Int    = 0
      seen:   Time   = any
      left:   Time?  = none
      online: Bool   = false
      ghost asked:  Bool = false
      ghost askers: Set<Taxi>
    entity Ride
      taxi:   Taxi? = none
      origin: Zone
      riders: Set<Taxi>
    state open: Bool = true
    message hello(taxi: Taxi), bye
    define idle(t: Taxi)   = t.zone is none
    define placed(t: Taxi) = t.zone is not none
    define warm(c: Color)  = c is red
    effect leave(t: Taxi)
      t.zone = none
    effect enter(t: Taxi, z: Zone)
      t.zone = z
    event order(z: Zone) from rider -> new r: Ride
      r.origin = z
    event park(t: Taxi, z: Zone) from driver
      require t.zone is not none and t.online
      t.zone = z

    """

  /// What stands around a guard under test.
  static let event =
    "event e(t: Taxi, u: Taxi, r: Ride, z: Zone, n: Int, c: Color) from driver -> chosen: Taxi\n"

  static func compile(
    _ source: SourceText, table: String? = nil, settings: [Compilation.Setting] = []
  ) -> Compilation {
    Compilation.compile(
      source, parsed: Parser.parse(source),
      requirements: table.map { SourceText(path: "table", text: $0) }, settings: settings)
  }

  static func compile(_ text: String) -> Compilation {
    compile(SourceText(path: "book", text: service + text))
  }
}

/// Lines of a rulebook with the diagnostics that are expected of them.
struct ElaborationCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let marked: MarkedSource

  /// Declarations, with marks below the lines, separated by empty lines.
  static func declarations(_ text: String) -> [ElaborationCase] {
    text.split(separator: "\n\n").map {
      ElaborationCase(testDescription: String($0), marked: MarkedSource(Small.service + $0))
    }
  }

  /// Guards of one line each, with the marks below them.
  static func guards(_ text: String) -> [ElaborationCase] {
    var cases: [(line: String, marks: [String])] = []
    for line in text.split(separator: "\n").map(String.init) {
      if line.drop(while: { $0 == " " }).hasPrefix("^ ") {
        cases[cases.count - 1].marks.append("          \(line)")
      } else {
        cases.append((line, []))
      }
    }
    return cases.map { line, marks in
      let text = Small.event + "  require \(line)\n" + marks.joined(separator: "\n")
      return ElaborationCase(testDescription: line, marked: MarkedSource(Small.service + text))
    }
  }

  /// The diagnostics at least that severe, in the order of the text, as ``MarkedSource`` has them.
  func diagnostics(from severity: Diagnostic.Severity = .error) -> [String] {
    Small.compile(marked.source).diagnostics.filter { $0.severity >= severity }
      .sorted { ($0.span?.lower ?? 0) < ($1.span?.lower ?? 0) }.map(marked.source.mark)
  }
}
