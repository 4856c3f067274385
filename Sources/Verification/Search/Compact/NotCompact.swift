/// The error that the compact search cannot represent some part of the rules; the evaluator can.
struct NotCompact: Error {}
