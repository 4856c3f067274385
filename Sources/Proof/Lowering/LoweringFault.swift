/// A mistake that the lowering makes on purpose, so that tests can tell whether the evaluator would
/// notice it. Nothing but a test ever asks for one.
package enum LoweringFault: CaseIterable, Sendable {
  /// A reference may lead to two entities at once.
  case atMostOneMissing
  case noneIsNotNone
  case appendWithoutTicket
  /// Effects read what the effects before them wrote.
  case effectReadsNewState
  case removalAfterAppend
  case newEntityWithoutDefaults
  case newEntityWithMembers
  /// An obligation is enabled only after its instant.
  case dueAfterInstant
  /// A row of cases applies although a row above it does.
  case caseRowAlone
  /// What is read through a reference may be anybody's.
  case liftWithoutPremise
  case timeIgnoresPrompts
  case addForgetsOthers
  /// Two moves of one member, or an add and a removal, pass for defined.
  case writtenTwiceAllowed
  /// `each` ignores its condition.
  case eachWithoutCondition
  /// `each` writes to no entity.
  case eachNotWritten
  /// `notify each` tells nobody.
  case eachNotTold
  /// A set that is cleared keeps its members.
  case eachNotRemoved
  /// Nobody of `each` joins a set.
  case eachNotAdded
  /// Who is removed from each of some collections is removed from all.
  case eachOfEveryOwner
  /// `notify each` tells everybody.
  case eachTellsEverybody
  /// Two writes of which one is to each pass for defined.
  case eachTwiceAllowed
  /// What an event with `each` requires, it requires of some entity only.
  case eachClaimedOfOne
  /// What existed before a step includes what the step introduces.
  case oldIncludesNew
}
