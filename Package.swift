// swift-tools-version: 6.1
import PackageDescription

// The arrows of Documentation/Architecture.md, as code. A target names what it may know.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target of the program.
func part(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil,
  resources: [Resource]? = nil
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, resources: resources,
    swiftSettings: strict)
}

/// A program: of the benchmarks, or an example.
func program(_ name: String, _ dependencies: [Target.Dependency], path: String) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

/// The tests of a target, or of a part of it.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let libraries: [Target] = [
  .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
  .systemLibrary(name: "CZ3", pkgConfig: "z3", providers: [.apt(["libz3-dev"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
  .systemLibrary(name: "CPrefetch"),
]

let parts: [Target] = [
  part("Basics", ["CCrypto", "CZlib", "CZstd"]),
  part("Rulebook", ["Basics"]),
  part("Semantics", ["CPrefetch", "Basics", "Rulebook"]),
  part("Findings", []),
  part("Solver", ["CZ3"]),
  part("Verification", ["Basics", "Rulebook", "Semantics", "Solver", "Findings"]),
  part("Traces", ["Basics", "Rulebook"]),
  part("Replay", ["CPrefetch", "Basics", "Rulebook", "Semantics", "Traces", "Findings"]),
  part("Zones", ["Basics", "Solver", "Findings"]),
  part(
    "Report",
    [
      "Basics", "Rulebook", "Semantics", "Verification", "Findings",
      .product(name: "Mustache", package: "swift-mustache"),
    ],
    resources: [
      .embedInCode("Dossier/Page/page.mustache"), .embedInCode("Dossier/Page/style.css"),
      .embedInCode("Dossier/Page/script.js"),
    ]),
  part(
    "TaxiService",
    [
      "Basics", "Zones",
      .product(name: "DequeModule", package: "swift-collections"),
      .product(name: "HeapModule", package: "swift-collections"),
    ]),
  part("Lockstep", ["Basics", "Rulebook", "Semantics", "TaxiService", "Findings"]),
  part(
    "Medallion",
    ["Basics", "Rulebook", "Verification", "Traces", "Replay", "Zones", "Findings"],
    path: "Sources/Library"),
  .executableTarget(
    name: "medallion",
    dependencies: [
      "Basics", "Rulebook", "Semantics", "Solver", "Verification", "Traces", "Replay", "Zones",
      "Report", "TaxiService", "Lockstep", "Findings", "CZlib", "CZstd",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ], swiftSettings: strict),
]

let benchmarks: [Target] = [
  program(
    "MachineBenchmark", ["TestSupport", "Basics", "Rulebook", "Semantics", "Traces"],
    path: "Benchmarks/Machine"),
  program(
    "SearchBenchmark", ["TestSupport", "Basics", "Rulebook", "Verification", "Findings"],
    path: "Benchmarks/ShortestRuns"),
  program(
    "DispatchBenchmark", ["TaxiService", "Lockstep"], path: "Benchmarks/DispatchBenchmark"),
  program(
    "ReplayFuzzer", ["TestSupport", "Basics", "Rulebook", "Traces", "Replay", "Findings"],
    path: "Benchmarks/ReplayFuzzer"),
  program(
    "MachineDifferential", ["TestSupport", "Basics", "Semantics"],
    path: "Benchmarks/MachineDifferential"),
  program("FleetRecords", ["TestSupport"], path: "Benchmarks/FleetRecords"),
]

let examples = ["VerifyRulebook", "ReplayLines", "CheckMap"].map {
  program($0, ["Medallion"], path: "Examples/\($0)")
}

let suites: [Target] = [
  part(
    "TestSupport", ["Basics", "Rulebook", "Semantics", "Zones"], path: "Tests/Support"),
  tests("MedallionTests", ["Medallion", "VerifyRulebook", "ReplayLines", "CheckMap"]),
  tests("BasicsTests", ["Basics"]),
  tests("RulebookTests", ["Basics", "Rulebook", "TestSupport"]),
  tests("SemanticsTests", ["Basics", "Rulebook", "Semantics"]),
  tests("MachineTests", ["Basics", "Rulebook", "Semantics", "TestSupport"]),
  tests("TracesTests", ["Basics", "Rulebook", "Traces"]),
  tests(
    "SearchTests", ["Basics", "Rulebook", "Semantics", "Solver", "Verification", "Findings"]),
  tests("BoundsTests", ["Basics", "Rulebook", "Verification", "Findings"]),
  tests(
    "ReplayTests",
    ["Basics", "Rulebook", "Semantics", "Traces", "Replay", "Findings", "TestSupport"]),
  tests("TaxiServiceTests", ["Basics", "Zones", "TaxiService"]),
  tests(
    "LockstepTests",
    ["Basics", "Rulebook", "Semantics", "Traces", "Replay", "Findings", "TaxiService", "Lockstep"]),
  tests("GeometryTests", ["Basics", "Zones", "TestSupport"]),
  tests("ZonesTests", ["Basics", "Zones", "Findings", "TestSupport"]),
  tests("CorruptionTests", ["Basics", "Rulebook", "Traces", "Replay"]),
  tests("SolverTests", ["Basics", "Solver"]),
  tests(
    "ProofTests",
    ["Basics", "Rulebook", "Semantics", "Solver", "Verification", "Findings", "TestSupport"]),
  tests("SuggestionTests", ["Basics", "Rulebook", "Verification", "Findings"]),
  tests("DiffTests", ["Basics", "Rulebook", "Verification", "Findings"]),
  tests("ExplanationTests", ["Basics", "Rulebook", "Semantics", "Report"]),
  tests("DossierTests", ["Basics", "Rulebook", "Report", "Findings"]),
  tests("AttestationTests", ["Basics", "Report"]),
  tests("CommandTests", ["Basics", "medallion", "Findings", "TestSupport"]),
]

let package = Package(
  name: "medallion",
  products: [
    .library(name: "Medallion", targets: ["Medallion"]),
    .executable(name: "medallion", targets: ["medallion"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: libraries + parts + benchmarks + examples + suites,
  swiftLanguageModes: [.v6]
)
