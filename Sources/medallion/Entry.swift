@main
enum Entry {
  static func main() { Medallion.runAndExit() }
}
