/// The candidate that a person most likely meant by `name`: the one with the least edit distance
/// (Damerau-Levenshtein, optimal string alignment), if that is small against its length.
/// Ties go to the first. O(candidates × length²).
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let wanted = Array(name.lowercased().prefix(64))
  let limit = max(1, wanted.count / 3)
  var best: (distance: Int, name: String)?
  for candidate in candidates where candidate != name {
    let other = Array(candidate.lowercased().prefix(64))
    guard abs(other.count - wanted.count) <= limit else { continue }
    let distance = editDistance(wanted, other)
    if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
  }
  return best?.name
}

private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [i] + [Int](repeating: 0, count: b.count)
    for j in 1...b.count {
      let cost = a[i - 1] == b[j - 1] ? 0 : 1
      row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        row[j] = min(row[j], beforeLast[j - 2] + 1)
      }
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}

/// Returns the end of a message about an unknown name: `; did you mean 'offer'?`, or an empty text
/// if no name is near enough.
package func suggestion(for name: String, among candidates: some Sequence<String>) -> String {
  nearestName(to: name, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
}
