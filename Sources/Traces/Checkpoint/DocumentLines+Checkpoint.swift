import Basics

extension DocumentLines {
  /// Codes the position among the documents of a file, as it is between two lines. Reading
  /// continues at the start of the line that was not read to its end.
  package mutating func code(with coder: inout CheckpointCoder) throws {
    var nesting = atLineStart
    try coder.code(&form, &nesting.depth, &nesting.isArray)
    if coder.isReading { resume(form, at: nesting) }
  }
}

extension DocumentLines.Form: Checkpointed {}
