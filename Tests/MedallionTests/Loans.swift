import Medallion

/// A small rulebook with one property that is proved and one that is refuted, its traces and maps.
enum Loans {
  static let text = """
    rulebook Loans
    requirements "loans.tsv"

    entity Reader

    entity Book
      reader: Reader? = none
      loans:  Int     = 0

    event lend(book: Book, reader: Reader) from desk
      require book.reader is none
      book.reader = reader
      book.loans  = book.loans + 1

    event giveBack(book: Book) from desk
      require book.reader is not none
      book.reader = none

    invariant neverLess "A book is never lent less than no time."
      all b: Book: b.loans >= 0

    invariant once [L1] "A book is lent once only."
      all b: Book: b.loans <= 1

    """

  static let requirements = """
    id\tsource\tkind\trequirement
    L1\thouse rules\tstate\tA book is lent once only.

    """

  static let lent =
    #"{"at":"2026-05-04T09:00:00Z","event":"lend","book":"emma","reader":"ada"}"#
  static let givenBack = #"{"at":"2026-05-05T09:00:00Z","event":"giveBack","book":"emma"}"#
  static let lentTwice =
    #"{"at":"2026-05-05T11:00:00Z","event":"lend","book":"emma","reader":"ben"}"#

  static func rulebook() throws(RulebookError) -> Rulebook {
    try Rulebook(text: text, name: "Loans.rulebook")
  }

  /// A map of square zones, each given by the corners of its diagonal in thousandths of a degree.
  static func map(_ zones: [(id: String, west: Int, south: Int, east: Int, north: Int)]) -> String {
    let features = zones.map { zone in
      func position(_ x: Int, _ y: Int) -> String { "[0.00\(x),0.00\(y)]" }
      let corners = [
        position(zone.west, zone.south), position(zone.east, zone.south),
        position(zone.east, zone.north), position(zone.west, zone.north),
        position(zone.west, zone.south),
      ]
      return """
        {"type":"Feature","properties":{"zone":"\(zone.id)"},"geometry":\
        {"type":"Polygon","coordinates":[[\(corners.joined(separator: ","))]]}}
        """
    }
    return #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
  }

  static let city = map([("city", 0, 0, 4, 2)])
  static let whole = map([("west", 0, 0, 2, 2), ("east", 2, 0, 4, 2)])
  static let withGap = map([("west", 0, 0, 2, 2), ("east", 3, 0, 4, 2)])
}
