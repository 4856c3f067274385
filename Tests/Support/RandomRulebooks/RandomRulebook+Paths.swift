extension RandomRulebook {
  /// What can be named at a place, and what is known there.
  struct Scope {
    enum Site { case definition, property, step, event, effect }

    struct Variable {
      let name: String
      let kind: Kind
      let isOptional: Bool
      /// Introduced by this event: it can be named and written, not read.
      var isNew = false
      /// May not have existed before the step.
      var isYoung = false
    }

    var site: Site
    var variables: [Variable] = []
    /// The texts of optional paths that are known not to be none.
    var certain: Set<String> = []
    var isUnderBinder = false
    var isBefore = false
    /// Ghosts may be read: in properties.
    var seesGhosts: Bool { site == .property || site == .step }
    /// `!` may be used.
    var allowsBang: Bool { (site == .event || site == .effect) && !isUnderBinder }
  }

  struct Path {
    let text: String
    let kind: Kind
    let isOptional: Bool
    /// A field or a state: something that can be written.
    var isPlace = false
    var isGhost = false
  }

  /// Every path of at most two fields, through what is never none or known not to be.
  mutating func paths(_ scope: Scope) -> [Path] {
    var found: [Path] = scope.variables
      .filter { !(scope.isBefore && $0.isYoung) }
      .map { Path(text: $0.name, kind: $0.kind, isOptional: $0.isOptional) }
    found += globals.map {
      Path(text: $0.name, kind: $0.kind, isOptional: $0.isOptional, isPlace: true)
    }
    var layer = found
    for _ in 0..<2 {
      layer = layer.flatMap { path in extensions(of: path, scope) }
      found += layer
    }
    return found
  }

  /// The entity paths that can be read through, and those of the event's own new entities.
  mutating func owners(_ scope: Scope, writing: Bool) -> [Path] {
    paths(scope).compactMap { path in
      guard case .entity = path.kind else { return nil }
      if !writing, isNew(path, scope) { return nil }
      guard path.isOptional, !scope.certain.contains(path.text) else { return path }
      guard scope.allowsBang, chance(20) else { return nil }
      return Path(text: path.text + "!", kind: path.kind, isOptional: false)
    }
  }

  func isNew(_ path: Path, _ scope: Scope) -> Bool {
    scope.variables.contains { $0.name == path.text && $0.isNew && scope.site != .step }
  }

  private func extensions(of path: Path, _ scope: Scope) -> [Path] {
    guard case .entity(let sort) = path.kind, !isNew(path, scope),
      !path.isOptional || scope.certain.contains(path.text)
    else { return [] }
    return valueFields(of: sort, ghosts: scope.seesGhosts).map { field, kind, isOptional in
      Path(
        text: "\(path.text).\(field.name)", kind: kind, isOptional: isOptional, isPlace: true,
        isGhost: field.isGhost)
    }
  }

  func valueFields(
    of sort: String, ghosts: Bool
  ) -> [(field: Field, kind: Kind, isOptional: Bool)] {
    fields.compactMap { field in
      guard field.owner == sort, ghosts || !field.isGhost,
        case .value(let kind, let isOptional) = field.shape
      else { return nil }
      return (field, kind, isOptional)
    }
  }

  /// The collections that can be named, with the sort of their members.
  mutating func collections(
    _ scope: Scope, queuesOnly: Bool = false, setsOnly: Bool = false, writing: Bool = false
  ) -> [(text: String, member: String)] {
    var found: [(text: String, member: String)] = []
    for owner in owners(scope, writing: writing) {
      guard case .entity(let sort) = owner.kind else { continue }
      for field in fields where field.owner == sort {
        switch field.shape {
        case .queue(let member) where !setsOnly:
          found.append(("\(owner.text).\(field.name)", member))
        case .set(let member) where !queuesOnly:
          found.append(("\(owner.text).\(field.name)", member))
        default: break
        }
      }
    }
    return found
  }

  /// The value of a pair.
  mutating func pair(_ scope: Scope, writing: Bool = false) -> Path? {
    let owners = owners(scope, writing: writing)
    guard !owners.isEmpty else { return nil }
    let owner = pick(owners)
    let own = fields.filter { field in
      if case .pairs = field.shape { owner.kind == .entity(field.owner) } else { false }
    }
    guard !own.isEmpty, case let field = pick(own),
      case .pairs(let sort, let kind, let isOptional) = field.shape,
      let other = value(.entity(sort), isOptional: false, 1, scope)
    else { return nil }
    return Path(
      text: "\(owner.text).\(field.name)(\(other))", kind: kind, isOptional: isOptional,
      isPlace: true)
  }

  func narrowed(_ scope: Scope, _ path: String) -> Scope {
    var scope = scope
    scope.certain.insert(path)
    return scope
  }

  /// Binds a new name; its domain as the rulebook writes it.
  mutating func bind(_ scope: Scope, sort wanted: String? = nil) -> (text: String, Scope, String) {
    let name = fresh("v")
    var inner = scope
    inner.isUnderBinder = true
    let collections = wanted == nil && chance(40) ? self.collections(scope) : []
    if !collections.isEmpty {
      let (path, member) = pick(collections)
      guard !path.contains("!") else { return bind(scope, sort: member) }
      inner.variables.append(
        Scope.Variable(
          name: name, kind: .entity(member), isOptional: false,
          isYoung: Self.isIntroduced(member) && !scope.isBefore))
      return ("\(name) in \(path)", inner, name)
    }
    if wanted == nil, chance(15) {
      let (type, kind) = pick([("Tone", Kind.tone), ("Grade", .grade), ("Bool", .bool)])
      inner.variables.append(Scope.Variable(name: name, kind: kind, isOptional: false))
      return ("\(name): \(type)", inner, name)
    }
    let sort = wanted ?? pick(Self.sorts)
    inner.variables.append(
      Scope.Variable(
        name: name, kind: .entity(sort), isOptional: false,
        isYoung: Self.isIntroduced(sort) && !scope.isBefore))
    return ("\(name): \(sort)", inner, name)
  }
}
