import Basics

/// A name as its words, so that names can be compared that different people have given to one
/// thing: `ON_DUTY`, `onDuty`, `on-duty`.
struct SpelledName: Hashable {
  /// The words in small letters and without their endings: `ended` and `ending` are `end`.
  let stems: [String]
  /// All letters and digits, in small letters.
  let letters: String

  private static let mostCharacters = 100

  init(_ text: String) {
    self.init(words: Self.words(of: text.prefix(Self.mostCharacters)))
  }

  private init(words: [String]) {
    stems = words.map(Self.stem)
    letters = words.joined()
  }

  /// Returns the words of a text, cut where a capital follows a small letter and at each character
  /// that is neither letter nor digit.
  private static func words(of text: Substring) -> [String] {
    let characters = Array(text)
    var words: [String] = []
    var word = ""
    for (index, character) in characters.enumerated() {
      let isPart = character.isLetter || character.isNumber
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      let isStart =
        character.isUppercase && index > 0
        && (characters[index - 1].isLowercase || characters[index - 1].isNumber
          || (characters[index - 1].isUppercase && next.isLowercase))
      if !isPart || isStart {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart { word += character.lowercased() }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  private static func stem(_ word: String) -> String {
    guard word.count > 3, word.allSatisfy(\.isLetter) else { return word }
    var stem = word[...]
    if let ending = ["ing", "ed", "s"].first(where: { stem.hasSuffix($0) }),
      stem.count - ending.count >= 3
    {
      stem = stem.dropLast(ending.count)
      if stem.count > 3, let last = stem.last, stem.dropLast().last == last, ending != "s" {
        stem = stem.dropLast()
      }
    }
    if stem.hasSuffix("e") { stem = stem.dropLast() }
    return String(stem)
  }

  /// Returns the name without words that only say that it is a name.
  func without(_ words: Set<String>) -> SpelledName {
    let kept = stems.filter { !words.contains($0) }
    return kept.isEmpty || kept.count == stems.count ? self : SpelledName(words: kept)
  }

  /// The least likeness of names that are taken for the same but for their spelling.
  static let same = 90
  /// The least likeness of names of which one is probably meant by the other.
  static let near = 60

  /// The likeness of two names, from 0 to 100: the same letters, the same words, the words of one
  /// among those of the other, a slip of the pen.
  func likeness(to other: SpelledName) -> Int {
    if letters.isEmpty || other.letters.isEmpty { return 0 }
    if letters == other.letters { return 100 }
    if stems == other.stems { return 95 }
    let (own, others) = (Set(stems), Set(other.stems))
    if own == others { return Self.same }
    let (few, many) = own.count < others.count ? (own, others) : (others, own)
    if few.isSubset(of: many), few.contains(where: { $0.count > 2 }) {
      return Self.near + 20 * few.count / many.count
    }
    guard min(letters.count, other.letters.count) > 3,
      abs(letters.count - other.letters.count) <= 2
    else { return 0 }
    let near = nearestName(to: letters, among: CollectionOfOne(other.letters))
    return near == nil || letters.count < 6 && letters.first != other.letters.first
      ? 0 : Self.near + 1
  }

  /// The name that is nearest, if it is near and no other is as near.
  func nearest(among names: [SpelledName]) -> (index: Int, likeness: Int)? {
    var best: (index: Int, likeness: Int)?
    var isTied = false
    for (index, name) in names.enumerated() {
      let likeness = likeness(to: name)
      guard likeness >= Self.near else { continue }
      if likeness == best?.likeness { isTied = true }
      if likeness > best?.likeness ?? 0 {
        best = (index, likeness)
        isTied = false
      }
    }
    return isTied ? nil : best
  }
}
