internal import CZ3

/// Terms of a bank as terms of one Z3 context, each translated once.
final class Translation {
  private let context: OpaquePointer
  private let bank: TermBank
  private var known: [OpaquePointer?]
  private var functions: [OpaquePointer?]
  private var sorts: [Sort: OpaquePointer] = [:]
  private var constructors: [Int: [OpaquePointer]] = [:]

  init(_ context: OpaquePointer, _ bank: TermBank) {
    self.context = context
    self.bank = bank
    known = Array(repeating: nil, count: bank.count)
    functions = Array(repeating: nil, count: bank.functions.count)
  }

  /// Releases every reference; the context must still live.
  func release() {
    for case let pointer? in known { Z3_dec_ref(context, pointer) }
    for case let pointer? in functions {
      Z3_dec_ref(context, Z3_func_decl_to_ast(context, pointer))
    }
    known = []
    functions = []
  }

  func translate(_ term: Term) throws(SolverError) -> OpaquePointer {
    if let pointer = known[Int(term.index)] { return pointer }
    let pointer = try make(term)
    Z3_inc_ref(context, pointer)
    known[Int(term.index)] = pointer
    return pointer
  }

  /// Returns the sort of the bank for a sort of the context.
  func known(sort pointer: OpaquePointer) -> Sort? {
    sorts.first { Z3_is_eq_sort(context, $0.value, pointer) }?.key
  }

  /// Returns a function applied to terms of the context; the caller keeps it.
  func application(of function: Function, to arguments: inout [OpaquePointer?]) -> OpaquePointer? {
    Z3_mk_app(context, declaration(function), UInt32(arguments.count), &arguments)
  }

  private func all(_ terms: [Term]) throws(SolverError) -> [OpaquePointer?] {
    var result: [OpaquePointer?] = []
    result.reserveCapacity(terms.count)
    for term in terms { result.append(try translate(term)) }
    return result
  }

  private func make(_ term: Term) throws(SolverError) -> OpaquePointer {
    let made: OpaquePointer?
    switch bank[term] {
    case .bool(let value): made = value ? Z3_mk_true(context) : Z3_mk_false(context)
    case .int(let value): made = Z3_mk_int64(context, value, sort(.int))
    case .real(let value):
      made = Z3_mk_numeral(context, "\(value.numerator)/\(value.denominator)", sort(.real))
    case .enumCase(let id, let index):
      _ = sort(.enumeration(id))
      var none: [OpaquePointer?] = []
      made = Z3_mk_app(context, constructors[id, default: []][index], 0, &none)
    case .variable(let id):
      let variable = bank.variables[id]
      made = Z3_mk_const(context, symbol("\(variable.name)?\(id)"), sort(variable.sort))
    case .apply(let function, let arguments):
      var parts = try all(arguments)
      made = Z3_mk_app(context, declaration(function), UInt32(parts.count), &parts)
    case .not(let a): made = Z3_mk_not(context, try translate(a))
    case .and(let terms):
      var parts = try all(terms)
      made = Z3_mk_and(context, UInt32(parts.count), &parts)
    case .or(let terms):
      var parts = try all(terms)
      made = Z3_mk_or(context, UInt32(parts.count), &parts)
    case .equal(let a, let b): made = Z3_mk_eq(context, try translate(a), try translate(b))
    case .ite(let c, let a, let b):
      made = Z3_mk_ite(context, try translate(c), try translate(a), try translate(b))
    case .add(let terms):
      var parts = try all(terms)
      made = Z3_mk_add(context, UInt32(parts.count), &parts)
    case .subtract(let a, let b):
      var parts = try all([a, b])
      made = Z3_mk_sub(context, 2, &parts)
    case .multiply(let factor, let a):
      // The numeral is made last: until it is in a term, only its being the latest result keeps it
      // alive.
      let operand = try translate(a)
      let sort = sort(bank.sort(of: a))
      let numeral =
        bank.sort(of: a) == .int
        ? Z3_mk_int64(context, factor.numerator, sort)
        : Z3_mk_numeral(context, "\(factor.numerator)/\(factor.denominator)", sort)
      var parts = [numeral, operand]
      made = Z3_mk_mul(context, 2, &parts)
    case .less(let a, let b): made = Z3_mk_lt(context, try translate(a), try translate(b))
    case .atMost(let a, let b): made = Z3_mk_le(context, try translate(a), try translate(b))
    case .toReal(let a): made = Z3_mk_int2real(context, try translate(a))
    case .toInt(let a): made = Z3_mk_real2int(context, try translate(a))
    case .quantified(let isForAll, let variables, let body):
      var bound = try all(variables)
      let core = try translate(body)
      made =
        isForAll
        ? Z3_mk_forall_const(context, 0, UInt32(bound.count), &bound, 0, nil, core)
        : Z3_mk_exists_const(context, 0, UInt32(bound.count), &bound, 0, nil, core)
    }
    guard let made else {
      let code = Z3_get_error_code(context)
      throw SolverError(description: String(cString: Z3_get_error_msg(context, code)))
    }
    return made
  }

  private func symbol(_ name: String) -> OpaquePointer? { Z3_mk_string_symbol(context, name) }

  private func declaration(_ function: Function) -> OpaquePointer? {
    if let pointer = functions[function.index] { return pointer }
    let declared = bank.functions[function.index]
    var arguments: [OpaquePointer?] = declared.arguments.map(sort)
    let pointer = Z3_mk_func_decl(
      context, symbol(declared.name), UInt32(arguments.count), &arguments, sort(declared.result))
    if let pointer { Z3_inc_ref(context, Z3_func_decl_to_ast(context, pointer)) }
    functions[function.index] = pointer
    return pointer
  }

  /// Returns the Z3 sort. Sorts live as long as the context: they are few, and enumerations hold
  /// theirs anyway.
  private func sort(_ sort: Sort) -> OpaquePointer? {
    if let pointer = sorts[sort] { return pointer }
    let pointer: OpaquePointer?
    switch sort {
    case .bool: pointer = Z3_mk_bool_sort(context)
    case .int: pointer = Z3_mk_int_sort(context)
    case .real: pointer = Z3_mk_real_sort(context)
    case .uninterpreted(let index):
      pointer = Z3_mk_uninterpreted_sort(context, symbol(bank.uninterpreted[index]))
    case .enumeration(let index): pointer = enumeration(index)
    }
    if let pointer {
      Z3_inc_ref(context, Z3_sort_to_ast(context, pointer))
      sorts[sort] = pointer
    }
    return pointer
  }

  private func enumeration(_ index: Int) -> OpaquePointer? {
    let declared = bank.enumerations[index]
    var names: [OpaquePointer?] = declared.cases.map { symbol("\(declared.name).\($0)") }
    var constants = [OpaquePointer?](repeating: nil, count: names.count)
    var testers = constants
    let pointer = Z3_mk_enumeration_sort(
      context, symbol(declared.name), UInt32(names.count), &names, &constants, &testers)
    for case let constant? in constants {
      Z3_inc_ref(context, Z3_func_decl_to_ast(context, constant))
    }
    constructors[index] = constants.compactMap(\.self)
    return pointer
  }
}
