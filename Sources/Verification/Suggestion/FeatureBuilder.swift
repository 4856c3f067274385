import Rulebook

/// The features of the entities of a sort, including those that its fields reach in two steps.
struct FeatureBuilder {
  let rules: Core.Rules
  let sort: Core.ID<Core.Entity>

  /// The greatest number of features of one sort: pairs of them are tried.
  private static let most = 64

  func features() -> [Feature] {
    var features = values(of: sort, at: Path(), .own)
    features += relations()
    for (field, target) in references(of: sort) {
      features += values(of: target, at: Path(fields: [field]), .through(field))
    }
    for index in rules.globals.indices {
      let path = Path(root: .global(Core.ID(index)))
      features += kinds(rules.globals[index].type, path).map {
        Feature(sort: sort, kind: $0, reach: .global)
      }
    }
    return Array(features.prefix(Self.most))
  }

  private func values(
    of sort: Core.ID<Core.Entity>, at path: Path, _ reach: Feature.Reach
  ) -> [Feature] {
    rules[sort].fields.flatMap { field -> [Feature] in
      guard case .value(let type) = rules[field].kind else { return [] }
      return kinds(type, path.appending(field)).map {
        Feature(sort: self.sort, kind: $0, reach: reach)
      }
    }
  }

  private func kinds(_ type: Core.ValueType, _ path: Path) -> [Feature.Kind] {
    var kinds: [Feature.Kind] = type.isOptional ? [.presence(path)] : []
    switch type.scalar {
    case .enumeration(let id): kinds.insert(.symbol(path, id), at: 0)
    case .bool: kinds.insert(.truth(path), at: 0)
    case .int: kinds.append(.zero(path, .int))
    case .time, .duration, .unit, .range, .entity: break
    }
    return kinds
  }

  private func references(
    of sort: Core.ID<Core.Entity>
  ) -> [(field: Core.ID<Core.Field>, target: Core.ID<Core.Entity>)] {
    rules[sort].fields.compactMap { field in
      guard case .value(let type) = rules[field].kind, case .entity(let target) = type.scalar
      else { return nil }
      return (field, target)
    }
  }

  private func collections(
    of sort: Core.ID<Core.Entity>
  ) -> [(field: Core.ID<Core.Field>, element: Core.ID<Core.Entity>)] {
    rules[sort].fields.compactMap { field in
      switch rules[field].kind {
      case .queue(let element), .set(let element): (field, element)
      case .value: nil
      }
    }
  }

  /// Returns the relations of the entity to those to which its fields lead, and of these to each
  /// other.
  private func relations() -> [Feature] {
    var kinds: [(Feature.Kind, by: Core.ID<Core.Field>?)] = []
    var places = [(path: Path(), sort: sort)]
    places += references(of: sort).map { (Path(fields: [$0.field]), $0.target) }
    for (first, place) in places.enumerated() {
      for other in places[(first + 1)...] where first > 0 && other.sort == place.sort {
        kinds.append((.same(place.path, other.path), nil))
      }
      for (field, element) in collections(of: place.sort) {
        for other in places where other.sort == element && other.path != place.path {
          let by = [place.path, other.path].flatMap(\.fields)
          kinds.append(
            (.member(other.path, of: field, owner: place.path), by.count == 1 ? by[0] : nil))
        }
      }
      guard first > 0 else { continue }
      for (field, target) in references(of: place.sort) {
        let path = place.path.appending(field)
        for other in places where other.sort == target && other.path != place.path {
          kinds.append((.same(path, other.path), place.path.fields.first))
        }
      }
    }
    for (index, field) in rules.fields.enumerated() {
      switch field.kind {
      case .queue(sort), .set(sort): kinds.append((.stands(in: Core.ID(index)), nil))
      default: break
      }
    }
    return kinds.map { Feature(sort: sort, kind: $0.0, reach: .relation($0.by)) }
  }
}
