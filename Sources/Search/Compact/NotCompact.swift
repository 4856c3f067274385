/// The rules have something that the compact search has no form for; the evaluator has.
struct NotCompact: Error {}
