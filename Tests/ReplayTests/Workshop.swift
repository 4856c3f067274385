import Basics
import Findings
import Replay
import Rulebook
import Testing
import Traces

/// A small service that has every kind of event, deadline and message.
enum Workshop {
  static let text = """
    rulebook Workshop
    requirements "requirements.tsv"

    type Stage = waiting | offered | done | failed
    type Code  = 0...9999
    sensitive Owner, Code

    parameter window = 10 s

    entity Bench
      queue: Queue<Worker>
      stage: Int = 0

    entity Worker
      bench: Bench? = any
      skills: Set<Bench>

    entity Owner

    entity Job
      owner:  Owner
      code:   Code
      stage:  Stage = waiting
      worker: Worker? = none
      since:  Time

    entity Check
      job:   Job
      grade: Int
      stage: Int = 0

    state isOpen: Bool = false
    state limit: Int = any

    message taken(code: Code), told(job: Job, wait: Duration >= 0 min <= 24h), sorry

    event open() from keeper
      require not isOpen
      isOpen = true

    event close() from keeper
      require isOpen
      isOpen = false

    event join(worker: Worker) from worker
      require isOpen                                                  [R1]
      require worker.bench is not none                                [R2]
      append worker to worker.bench.queue
      notify worker sorry
      on refusal notify worker sorry

    event order(owner: Owner, code: Code) from owner -> new job: Job
      require isOpen                                                  [R1]
      job.owner = owner
      job.code  = code
      job.since = now

    assume still at moves "A worker at a bench stays."
      no b: Bench: worker in b.queue

    event moves(worker: Worker, to: Bench?) from world
      worker.bench = to

    event offer(job: Job, worker: Worker) from system
      require job.stage is waiting
      require worker.bench is not none and worker is first w in worker.bench.queue      [R3]
      job.stage  = offered
      job.worker = worker
      job.since  = now
      notify worker told(job, any)

    event accept(job: Job, worker: Worker, code: Code) from worker
      require job.stage is offered and job.worker is worker           [R4]
      require code is job.code                                        [R4]
      job.stage = done
      remove worker from worker.bench!.queue
      notify job.owner taken(job.code)
      notify worker taken(job.code)

    event expires(job: Job) from clock
      require job.stage is offered
      due job.since + window                                          [R5]
      job.stage  = waiting
      job.worker = none
      job.since  = now

    event inspect(job: Job) from clock -> new check: Check, grade: Int
      require job.stage is done and no c: Check: c.job is job
      due job.since + window
      check.job   = job
      check.grade = grade

    event give(job: Job) from system
      require job.stage is waiting
      job.stage = failed

    event pass(check: Check, within: Int) from keeper
      require check.grade <= within
      check.stage = 1

    event raise(more: Int) from keeper
      require limit + more <= 100
      limit = limit + more

    prompt prompt1 [R6] "A job does not wait."
      all j: Job: j.stage is waiting lasts at most 1 s

    invariant doneHasWorker [R7] "Who is done has a worker."
      all j: Job where j.stage is done: j.worker is not none

    invariant few "There are never two at a bench."
      all b: Bench, v, w: Worker where v in b.queue and w in b.queue: v is w or isOpen

    step joins after join "Who joins is last."
      worker.bench is not none and worker is last w in worker.bench.queue
    """

  static let source = SourceText(path: "Workshop.rulebook", text: text)

  static let rules: Core.Rules = {
    let compilation = Compilation.compile(
      source, parsed: Parser.parse(source), requirements: nil)
    guard let rules = compilation.rules else {
      preconditionFailure("\(compilation.diagnostics)")
    }
    return rules
  }()

  static func replay(
    bytes: [UInt8], _ options: ReplayOptions = ReplayOptions()
  ) -> TraceResult {
    var replayer = Replayer(rules, path: "test", source: source, options: options)
    for item in TraceSequence(bytes, rules: rules) { replayer.take(item) }
    return replayer.finish()
  }

  /// Replays lines; `[t …]` at their beginning stands for `{"at": t seconds, …}`.
  static func replay(
    _ lines: String..., options: ReplayOptions = ReplayOptions()
  ) -> TraceResult {
    replay(bytes: Array((lines.joined(separator: "\n") + "\n").utf8), options)
  }

  /// Two workers wait at one bench and the workshop is open.
  static let opened = """
    {"at":0,"observe":{"bench":{"W1":"B1","W2":"B1"}}}
    {"at":0,"event":"open","outcome":"ok"}
    {"at":0,"event":"join","worker":"W1","outcome":"ok"}
    {"at":0,"event":"join","worker":"W2","outcome":"ok"}
    """

  /// … and a job is offered to the first.
  static let offered =
    opened + """

      {"at":1000,"event":"order","owner":"O1","code":7,"job":"J1","outcome":"ok"}
      {"at":1000,"event":"offer","job":"J1","worker":"W1"}
      """

  /// … and accepted, so that an inspection is due at 11 s.
  static let accepted =
    offered + """

      {"at":2000,"event":"accept","job":"J1","worker":"W1","code":7,"outcome":"ok"}
      """
}

extension TraceResult {
  /// `line kind rule` of each finding.
  var brief: [String] { findings.map { "\($0.line) \($0.kind.rawValue) \($0.rule)" } }
}
