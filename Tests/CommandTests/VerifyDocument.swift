/// What the tests read of the JSON of `verify`.
struct VerifyDocument: Decodable {
  struct Property: Decodable {
    struct Run: Decodable { let isShortest: Bool }

    let name: String
    let verdict: String
    let steps: Int?
    let onlySomeOf: [String]?
    let run: Run?
  }

  let properties: [Property]
}
