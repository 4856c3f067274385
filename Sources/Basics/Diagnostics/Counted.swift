/// A number with its noun: `1 line`, `2 lines`.
///
/// - Parameter plural: of a noun that does not take an s.
package func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
  "\(number) " + (number == 1 ? noun : plural ?? noun + "s")
}
