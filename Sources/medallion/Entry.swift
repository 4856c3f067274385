internal import MedallionCommands

@main
enum Entry {
  static func main() { Medallion.runAndExit() }
}
