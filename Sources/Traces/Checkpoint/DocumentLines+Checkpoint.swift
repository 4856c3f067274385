import Basics

/// The position among the documents of a file, as it is between two lines.
extension DocumentLines {
  package func write(to writer: inout CheckpointWriter) {
    writer.write(form.rawValue)
    writer.write(atLineStart.depth)
    writer.write(atLineStart.isArray)
  }

  /// Continues from the state of another, at the start of the line that it had not read to its end.
  package mutating func read(from reader: inout CheckpointReader) throws(CheckpointDamage) {
    guard let form = Form(rawValue: try reader.byte()) else { throw CheckpointDamage() }
    resume(form, at: Nesting(depth: try reader.count(), isArray: try reader.bool()))
  }
}
