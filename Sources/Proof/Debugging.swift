public import Rulebook
internal import Solver
public enum Debugging {
  public static func run(_ rules: Core.Rules, jobs: Int) {
    let clock = ContinuousClock(); let t0 = clock.now
    do {
      let set = try ObligationSet(rules)
      print("built", set.bank.count, "terms", clock.now - t0)
      let induction = Induction(set: set, options: ProofOptions(jobs: jobs)) { _ in }
      let outcome = induction.run(Array(set.claims.indices))
      print("kept", outcome.kept.count, "of", set.claims.count, clock.now - t0)
      for d in outcome.dropped { print("dropped", set.claims[d.claim].name, d.round, d.failures.map { (set.obligations[$0.obligation].name, $0.answer) }) }
      for d in outcome.open { print("open", d.goal, set.obligations[d.obligation].name, d.answer, { if case .defined(let i) = d.goal { set.obligations[d.obligation].definedness[i].name } else { "" } }()) }
      for p in set.progress {
        let r = Check(bank: set.bank, options: ProofOptions()).refute(p.hypotheses + outcome.kept.map { set.claimTerms[$0] }, [p.goal])
        print("progress", rules.properties[p.property].name, r.answer, clock.now - t0)
      }
    } catch { print(error) }
  }
}
extension Debugging {
  public static func timings(_ rules: Core.Rules) throws {
    let set = try ObligationSet(rules)
    let clock = ContinuousClock()
    let all = Array(set.claims.indices).filter { !set.claims[$0].isCandidate }
    for o in set.obligations {
      let q = ObligationQuery(set: set, options: ProofOptions())
      let h = q.hypotheses(o, all, without: nil)
      let hs = Set(h); let goals = o.goals.filter { !hs.contains($0.term) }.filter { if case .claim(let c) = $0.goal { all.contains(c) } else { true } }
      let t = clock.now
      let r = Check(bank: set.bank, options: ProofOptions()).refute(h, goals.map(\.term))
      print(o.name, goals.count, r.answer, r.rlimit, clock.now - t)
    }
  }
}
