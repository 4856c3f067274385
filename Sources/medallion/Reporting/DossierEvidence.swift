import ArgumentParser
import Basics
import Findings
import Replay
import Report
import Rulebook
import Verification
import Zones

/// The results that make up a dossier, computed anew.
struct DossierEvidence {
  private let loaded: LoadedRulebook
  private let explainer: Explainer
  private let verification: Verification
  private let replaying: Replaying?
  private let zoning: Zoning?
  private let files: [Dossier.File]
  /// The map with who is in which zone; nil: there is none.
  let map: DossierMap?

  init(
    _ loaded: LoadedRulebook, traces: [String], reading: TraceReading, options: ReplayOptions,
    replayOptions: [String], zones: MapOption?, city: String?, jobs: Int, _ progress: ProgressLine
  ) throws(Failure) {
    self.loaded = loaded
    explainer = Explainer(loaded.rules, book: loaded.book, source: loaded.source)
    var files = [
      Dossier.File(role: .rulebook, path: loaded.path, sha256: loaded.rules.digest)
    ]
    if !loaded.tablePath.isEmpty {
      files.append(try Self.file(.requirements, loaded.tablePath, limit: 4 << 20))
    }
    // Cheap steps come first: mistakes in a map or a trace are told before the proofs begin.
    let fields = zones?.entity.map { ZoneFields(loaded.rules, zone: $0) }
    let picture: Picture?
    (zoning, picture) = try Self.zones(zones?.path, city)
    for (role, path) in [(Dossier.File.Role.map, zones?.path), (.city, city)] {
      if let path { files.append(try Self.file(role, path, limit: LoadedZones.largestFile)) }
    }
    replaying = try Self.replay(loaded, traces, reading, options, replayOptions, progress)
    for trace in replaying?.traces ?? [] {
      files.append(
        Dossier.File(role: .trace, path: trace.path, sha256: trace.digest ?? "not known"))
    }
    self.files = files
    verification = try Verifying.verify(
      loaded.rules, ProofOptions(jobs: jobs, confirms: true), progress
    ).verification
    var map = picture.map { DossierMap($0, roles: fields?.roles ?? []) }
    if let fields {
      for property in verification.properties {
        guard let run = property.run else { continue }
        map?.add(fields.journey(run), ofRun: property.name)
      }
      for trace in replaying?.traces ?? [] {
        let journey = try TraceJourney.journey(trace, loaded, options, reading, fields, progress)
        map?.add(journey, ofTrace: trace.path)
      }
    }
    self.map = map
    progress.clear()
  }

  private static func file(
    _ role: Dossier.File.Role, _ path: String, limit: Int
  ) throws(Failure) -> Dossier.File {
    Dossier.File(
      role: role, path: path,
      sha256: Digest.sha256(try Files.read(path, limit: limit, what: role.rawValue)))
  }

  private static func replay(
    _ loaded: LoadedRulebook, _ traces: [String], _ reading: TraceReading,
    _ options: ReplayOptions, _ given: [String], _ progress: ProgressLine
  ) throws(Failure) -> Replaying? {
    guard !traces.isEmpty else { return nil }
    var results: [TraceResult] = []
    var unread: [Replaying.Unread] = []
    for trace in traces {
      do throws(Failure) {
        var result = try TraceReplaying.replay(
          trace, loaded, options, reading: reading, progress: progress)
        try LineTexts.add(
          to: &result, reading, around: TraceJourney.context, most: DossierPage.mostInFull)
        results.append(result)
      } catch {
        guard error.outcome == .wrongInput else { throw error }
        Console.standardError.write(error.rendered)
        unread.append(Replaying.Unread(path: trace, message: error.message))
      }
    }
    var replaying = Replaying(
      rulebook: loaded.rules.name, digest: loaded.rules.digest, options: given, traces: results)
    if !unread.isEmpty { replaying.unread = unread }
    return replaying
  }

  private static func zones(
    _ map: String?, _ city: String?
  ) throws(Failure) -> (Zoning?, Picture?) {
    guard let map else { return (nil, nil) }
    let loaded = try LoadedZones.load(
      map, city: city, compare: nil, LoadedZones.Reading(idProperty: MapOption.idProperty))
    let partition = try loaded.partition()
    var zoning = partition.zoning(
      path: map, cityPath: city, requirements: loaded.document.requirements, tolerance: 0)
    do {
      zoning.crossCheck = try CrossCheck.run(
        partition, CrossCheck.Plan(sample: CrossCheckExtent.sample.sample, seed: 1))
    } catch {
      throw Failure(.internalFault, "the solver failed: \(error)")
    }
    return (zoning, Picture(partition, tolerance: 0))
  }

  /// - Parameter files: further files that the evidence rests on, by their roles.
  func dossier(
    made: String, arguments: [String], own: [DossierFinding],
    files others: [(role: Dossier.File.Role, path: String?)]
  ) -> Dossier {
    let rules = loaded.rules
    let more = others.compactMap { role, path -> Dossier.File? in
      path.flatMap { try? Self.file(role, $0, limit: 64 << 20) }
    }
    return Dossier(
      made: made, arguments: arguments, version: Medallion.configuration.version,
      files: files + more, programs: programs,
      verification: verification, replaying: replaying, zoning: zoning,
      citations: explainer.citations(
        verification, replaying?.traces ?? [], exercisable: rules.exercisable),
      exercisable: rules.exercisableRules.map {
        RequirementEvidence.Exercisable(key: $0.key, requirements: $0.requirements)
      }, assumptions: assumptions, own: own)
  }

  private var programs: [Dossier.Program] {
    let solver = verification.solver
    return [
      Dossier.Program(
        role: .tool, name: "Medallion \(Medallion.configuration.version)",
        sha256: Attesting.programDigest("tool")),
      Dossier.Program(
        role: .solver,
        name: "\(solver.name) \(solver.version), seed \(solver.seed), limit \(solver.rlimit)",
        sha256: Attesting.programDigest("solver")),
    ]
  }

  /// The assumptions of events, each once, then the axioms.
  private var assumptions: [DossierAssumption.Stated] {
    var order: [String] = []
    var sentences: [String: String] = [:]
    var events: [String: [String]] = [:]
    for event in loaded.rules.events {
      for assumption in event.assumptions {
        if sentences.updateValue(assumption.sentence ?? assumption.text, forKey: assumption.name)
          == nil
        {
          order.append(assumption.name)
        }
        events[assumption.name, default: []].append(event.name)
      }
    }
    return order.map {
      DossierAssumption.Stated(name: $0, sentence: sentences[$0] ?? "", events: events[$0] ?? [])
    }
      + loaded.rules.properties.filter { $0.kind == .axiom }.map {
        DossierAssumption.Stated(name: $0.name, sentence: $0.sentence ?? $0.text, events: [])
      }
  }

  /// The rulebook as the page shows it.
  var rulebookPage: DossierPage.Rulebook {
    let rules = loaded.rules
    let overview = try? explainer.explain(nil).overview
    return DossierPage.Rulebook(
      text: String(decoding: loaded.source.bytes, as: UTF8.self),
      machines: overview?.machines ?? [],
      events: rules.events.compactMap { event in
        let subjects = (try? explainer.explain(event.name).subjects) ?? []
        guard let subject = subjects.first(where: { $0.kind == .event }) else { return nil }
        let statements = subject.sections.filter {
          $0.role == .properties || $0.role == .stepProperties
        }.flatMap(\.statements)
        return DossierPage.Rulebook.Event(
          name: event.name, line: subject.line ?? 1, source: Self.source(of: event),
          properties: statements.compactMap { $0.what?.split(separator: " ").last.map(String.init) }
        )
      },
      propertyLines: Dictionary(
        rules.properties.map { ($0.name, loaded.source.line(at: $0.span.lower)) },
        uniquingKeysWith: { first, _ in first }))
  }

  private static func source(of event: Core.Event) -> String {
    switch event.source {
    case .input(let actor): actor
    case .system: "system"
    case .clock: "clock"
    case .world: "world"
    }
  }
}
