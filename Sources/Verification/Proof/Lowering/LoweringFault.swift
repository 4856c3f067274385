/// A deliberate mistake of the lowering, so that tests can check that the evaluator would detect
/// it. Used only by tests.
package enum LoweringFault: CaseIterable, Sendable {
  /// A reference may lead to two entities at once.
  case atMostOneMissing
  case noneIsNotNone
  case appendWithoutTicket
  /// Effects read values written by the effects before them.
  case effectReadsNewState
  case removalAfterAppend
  case newEntityWithoutDefaults
  case newEntityWithMembers
  /// An obligation is enabled only after its instant.
  case dueAfterInstant
  /// A row of cases applies although a row above it does.
  case caseRowAlone
  /// A value read through a reference may be that of any entity.
  case liftWithoutPremise
  case timeIgnoresPrompts
  case addForgetsOthers
  /// Two moves of one member, or an add and a removal, count as defined.
  case writtenTwiceAllowed
  /// `each` ignores its condition.
  case eachWithoutCondition
  /// `each` writes to no entity.
  case eachNotWritten
  /// `notify each` sends to no entity.
  case eachNotTold
  /// A set that is cleared keeps its members.
  case eachNotRemoved
  /// No entity of `each` joins a set.
  case eachNotAdded
  /// A member that is removed from each of some collections is removed from all.
  case eachOfEveryOwner
  /// `notify each` sends to every entity.
  case eachTellsEverybody
  /// Two writes, one of them to each entity, count as defined.
  case eachTwiceAllowed
  /// The requirements of an event with `each` hold for some entity only.
  case eachClaimedOfOne
  /// Counts follow the writes by name although `each` changes other entities.
  case countFollowsEach
  /// An entity that is counted no longer stays in the count.
  case countNeverFalls
  /// The entities that existed before a step include those that the step introduces.
  case oldIncludesNew
}
