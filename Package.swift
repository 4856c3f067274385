// swift-tools-version: 6.1
import PackageDescription

// The arrows of Documentation/Architecture.md, as code. A target names what it may know.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "medallion",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
  ],
  targets: [
    .target(name: "Diagnostics", swiftSettings: strict),
    .target(name: "Rulebook", dependencies: ["Diagnostics"], swiftSettings: strict),
    .target(name: "Semantics", dependencies: ["Diagnostics", "Rulebook"], swiftSettings: strict),
    .testTarget(
      name: "SemanticsTests", dependencies: ["Diagnostics", "Rulebook", "Semantics"],
      swiftSettings: strict),
    .systemLibrary(name: "CZ3", pkgConfig: "z3", providers: [.apt(["libz3-dev"]), .brew(["z3"])]),
    .target(name: "Solver", dependencies: ["CZ3"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
