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
  products: [
    .library(name: "Medallion", targets: ["Medallion"]),
    .executable(name: "medallion", targets: ["medallion"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    .target(name: "Diagnostics", swiftSettings: strict),
    .target(name: "Randomness", swiftSettings: strict),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "Cryptography", dependencies: ["CCrypto"], swiftSettings: strict),
    .target(
      name: "Rulebook", dependencies: ["Cryptography", "Diagnostics"], swiftSettings: strict),
    .target(
      name: "Semantics", dependencies: ["Randomness", "Diagnostics", "Rulebook"],
      swiftSettings: strict),
    .systemLibrary(name: "CZ3", pkgConfig: "z3", providers: [.apt(["libz3-dev"])]),
    .target(name: "Solver", dependencies: ["CZ3"], swiftSettings: strict),
    .target(name: "Findings", swiftSettings: strict),
    .target(
      name: "Proof",
      dependencies: ["Cryptography", "Diagnostics", "Rulebook", "Solver", "Findings"],
      swiftSettings: strict),
    .target(
      name: "Search", dependencies: ["Randomness", "Rulebook", "Semantics", "Findings"],
      swiftSettings: strict),
    .target(
      name: "Verifier", dependencies: ["Diagnostics", "Rulebook", "Proof", "Search", "Findings"],
      swiftSettings: strict),
    .target(
      name: "Bounds", dependencies: ["Rulebook", "Search", "Findings"], swiftSettings: strict),
    .target(
      name: "Suggestion",
      dependencies: ["Diagnostics", "Rulebook", "Semantics", "Search", "Proof", "Findings"],
      swiftSettings: strict),
    .systemLibrary(name: "CPrefetch"),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .target(name: "Decompression", dependencies: ["CZlib", "CZstd"], swiftSettings: strict),
    .target(
      name: "Machine", dependencies: ["CPrefetch", "Diagnostics", "Rulebook", "Semantics"],
      swiftSettings: strict),
    .target(name: "JSON", dependencies: ["Diagnostics"], swiftSettings: strict),
    .target(name: "Checkpoints", swiftSettings: strict),
    .target(
      name: "Traces", dependencies: ["Rulebook", "Diagnostics", "JSON", "Checkpoints"],
      swiftSettings: strict),
    .target(name: "Geometry", dependencies: ["Diagnostics", "JSON"], swiftSettings: strict),
    .target(
      name: "Zones",
      dependencies: ["Randomness", "Diagnostics", "JSON", "Geometry", "Solver", "Findings"],
      swiftSettings: strict),
    .target(
      name: "Replay",
      dependencies: [
        "CPrefetch", "Cryptography", "Diagnostics", "Rulebook", "Semantics", "Machine", "JSON",
        "Traces", "Findings", "Checkpoints",
      ], swiftSettings: strict),
    .target(
      name: "Corruption",
      dependencies: ["Randomness", "Diagnostics", "Rulebook", "Semantics", "Machine", "Traces"],
      swiftSettings: strict),
    .target(
      name: "Sharding", dependencies: ["Diagnostics", "Rulebook", "Traces"], swiftSettings: strict),
    .target(
      name: "Mutation",
      dependencies: [
        "Diagnostics", "Rulebook", "Proof", "Search", "Traces", "Replay", "Diff", "Findings",
      ],
      swiftSettings: strict),
    .target(
      name: "Diff",
      dependencies: [
        "Cryptography", "Randomness", "Diagnostics", "Rulebook", "Semantics", "Search", "Proof",
        "Findings",
      ], swiftSettings: strict),
    .target(
      name: "Explanation", dependencies: ["Diagnostics", "Rulebook", "Semantics", "Findings"],
      swiftSettings: strict),
    .target(
      name: "Report", dependencies: ["Diagnostics", "Findings", "Explanation", "Bounds"],
      swiftSettings: strict),
    .target(
      name: "Dossier",
      dependencies: [
        "Diagnostics", "Findings", "Explanation",
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      resources: [
        .embedInCode("Page/page.mustache"), .embedInCode("Page/style.css"),
        .embedInCode("Page/script.js"),
      ], swiftSettings: strict),
    .target(
      name: "Attestation", dependencies: ["Cryptography", "Findings", "Dossier"],
      swiftSettings: strict),
    .target(
      name: "TaxiService",
      dependencies: [
        "Cryptography", "Randomness", "JSON", "Checkpoints", "Geometry",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ], swiftSettings: strict),
    .target(
      name: "Lockstep",
      dependencies: ["Randomness", "Rulebook", "Semantics", "Machine", "TaxiService", "Findings"],
      swiftSettings: strict),
    .target(
      name: "MedallionCommands",
      dependencies: [
        "Cryptography", "Diagnostics", "Rulebook", "Semantics", "Findings", "Solver", "Proof",
        "Search", "Verifier", "Bounds", "Suggestion", "Checkpoints", "Decompression", "JSON",
        "Traces", "Replay", "Corruption", "Sharding",
        "Mutation", "Diff", "Explanation", "Geometry", "Zones", "TaxiService", "Lockstep", "Report",
        "Dossier", "Attestation", "CZlib", "CZstd",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict),
    .target(
      name: "Medallion",
      dependencies: [
        "Diagnostics", "Rulebook", "Findings", "Proof", "Search", "Verifier", "Traces", "Replay",
        "Geometry", "Zones",
      ], path: "Sources/Library", swiftSettings: strict),
    .executableTarget(
      name: "medallion", dependencies: ["MedallionCommands"], swiftSettings: strict),
    .target(name: "BenchmarkSupport", path: "Benchmarks/Support", swiftSettings: strict),
    .executableTarget(
      name: "MachineBenchmark",
      dependencies: [
        "BenchmarkSupport", "Diagnostics", "Rulebook", "Semantics", "Machine", "Traces",
      ],
      path: "Benchmarks/Machine", swiftSettings: strict),
    .executableTarget(
      name: "SearchBenchmark",
      dependencies: ["BenchmarkSupport", "Diagnostics", "Rulebook", "Search", "Findings"],
      path: "Benchmarks/ShortestRuns", swiftSettings: strict),
    .executableTarget(
      name: "DispatchBenchmark", dependencies: ["TaxiService", "Lockstep"],
      path: "Benchmarks/DispatchBenchmark", swiftSettings: strict),
    .executableTarget(
      name: "ReplayFuzzer",
      dependencies: [
        "BenchmarkSupport", "Randomness", "Diagnostics", "Rulebook", "Decompression", "Traces",
        "Replay", "Findings",
      ],
      path: "Benchmarks/ReplayFuzzer", swiftSettings: strict),
    .executableTarget(
      name: "MachineDifferential",
      dependencies: [
        "BenchmarkSupport", "Randomness", "Semantics", "RandomRulebooks", "MachineLockstep",
      ],
      path: "Benchmarks/MachineDifferential", swiftSettings: strict),
    .executableTarget(
      name: "FleetRecords", dependencies: ["BenchmarkSupport", "RandomFleets"],
      path: "Benchmarks/FleetRecords", swiftSettings: strict),

    .executableTarget(
      name: "VerifyRulebook", dependencies: ["Medallion"], path: "Examples/VerifyRulebook",
      swiftSettings: strict),
    .executableTarget(
      name: "ReplayLines", dependencies: ["Medallion"], path: "Examples/ReplayLines",
      swiftSettings: strict),
    .executableTarget(
      name: "CheckMap", dependencies: ["Medallion"], path: "Examples/CheckMap",
      swiftSettings: strict),
    .testTarget(
      name: "MedallionTests",
      dependencies: ["Medallion", "VerifyRulebook", "ReplayLines", "CheckMap"],
      swiftSettings: strict),
    .testTarget(
      name: "CryptographyTests", dependencies: ["Cryptography"], swiftSettings: strict),
    .testTarget(
      name: "DiagnosticsTests", dependencies: ["Diagnostics"], swiftSettings: strict),
    .target(
      name: "RandomRulebooks",
      dependencies: ["Randomness", "Diagnostics", "Rulebook", "Semantics"],
      path: "Tests/Support/RandomRulebooks",
      swiftSettings: strict),
    .target(
      name: "MachineLockstep", dependencies: ["Randomness", "Rulebook", "Semantics", "Machine"],
      path: "Tests/Support/MachineLockstep",
      swiftSettings: strict),
    .target(
      name: "RandomFleets", dependencies: ["Randomness"], path: "Tests/Support/RandomFleets",
      swiftSettings: strict),
    .testTarget(
      name: "RulebookTests",
      dependencies: ["Randomness", "Rulebook", "Diagnostics", "RandomRulebooks"],
      swiftSettings: strict),
    .testTarget(
      name: "SemanticsTests", dependencies: ["Randomness", "Diagnostics", "Rulebook", "Semantics"],
      swiftSettings: strict),
    .testTarget(
      name: "DecompressionTests", dependencies: ["Decompression"], swiftSettings: strict),
    .testTarget(
      name: "MachineTests",
      dependencies: [
        "Randomness", "Diagnostics", "Rulebook", "Semantics", "Machine", "RandomRulebooks",
        "MachineLockstep",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TracesTests",
      dependencies: ["Randomness", "JSON", "Traces", "Checkpoints", "Rulebook", "Diagnostics"],
      swiftSettings: strict),
    .testTarget(
      name: "SearchTests",
      dependencies: ["Diagnostics", "Rulebook", "Semantics", "Search", "Findings", "Solver"],
      swiftSettings: strict),
    .testTarget(
      name: "BoundsTests",
      dependencies: ["Diagnostics", "Rulebook", "Search", "Bounds", "Findings"],
      swiftSettings: strict),
    .testTarget(
      name: "ReplayTests",
      dependencies: [
        "Cryptography", "Randomness", "Diagnostics", "Rulebook", "Semantics", "Checkpoints", "JSON",
        "Traces", "Replay", "Findings", "RandomRulebooks",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TaxiServiceTests",
      dependencies: ["Cryptography", "Randomness", "Checkpoints", "Geometry", "TaxiService"],
      swiftSettings: strict),
    .testTarget(
      name: "LockstepTests",
      dependencies: [
        "Diagnostics", "Rulebook", "Semantics", "Traces", "Replay", "Findings", "TaxiService",
        "Lockstep",
      ], swiftSettings: strict),
    .target(
      name: "RandomMaps", dependencies: ["Randomness", "Geometry"],
      path: "Tests/Support/RandomMaps",
      swiftSettings: strict),
    .testTarget(
      name: "GeometryTests", dependencies: ["Randomness", "Diagnostics", "Geometry", "RandomMaps"],
      swiftSettings: strict),
    .testTarget(
      name: "ZonesTests",
      dependencies: ["Randomness", "Geometry", "Zones", "Findings", "RandomMaps"],
      swiftSettings: strict),
    .testTarget(
      name: "CorruptionTests", dependencies: ["Diagnostics", "Rulebook", "Traces", "Corruption"],
      swiftSettings: strict),
    .testTarget(
      name: "SolverTests", dependencies: ["Randomness", "Solver"], swiftSettings: strict),
    .testTarget(
      name: "ProofTests",
      dependencies: [
        "Randomness", "Diagnostics", "Rulebook", "Semantics", "Solver", "Proof", "Search",
        "Findings", "RandomRulebooks",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SuggestionTests",
      dependencies: [
        "Diagnostics", "Rulebook", "Proof", "Search", "Suggestion", "Findings",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DiffTests",
      dependencies: ["Diagnostics", "Rulebook", "Proof", "Search", "Diff", "Findings"],
      swiftSettings: strict),
    .testTarget(
      name: "ExplanationTests",
      dependencies: ["Diagnostics", "Rulebook", "Semantics", "Explanation"],
      swiftSettings: strict),
    .testTarget(
      name: "DossierTests",
      dependencies: ["Diagnostics", "Rulebook", "Dossier", "Explanation", "Findings"],
      swiftSettings: strict),
    .target(
      name: "JSONSchema", dependencies: ["JSON"], path: "Tests/Support/JSONSchema",
      swiftSettings: strict),
    .testTarget(
      name: "AttestationTests", dependencies: ["Attestation", "Cryptography"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Cryptography", "JSONSchema", "RandomFleets", "Randomness", "medallion", "Findings",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
