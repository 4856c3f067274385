// swift-tools-version: 6.1
import PackageDescription

// Three programs that use the library, one for each of its uses. The package of Medallion builds
// and runs them in its tests, too.

let medallion: [Target.Dependency] = [.product(name: "Medallion", package: "medallion")]

let package = Package(
  name: "Examples",
  dependencies: [.package(name: "medallion", path: "..")],
  targets: [
    .executableTarget(name: "VerifyRulebook", dependencies: medallion, path: "VerifyRulebook"),
    .executableTarget(name: "ReplayLines", dependencies: medallion, path: "ReplayLines"),
    .executableTarget(name: "CheckMap", dependencies: medallion, path: "CheckMap"),
  ],
  swiftLanguageModes: [.v6]
)
