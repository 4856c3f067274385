"""Makes a function of each expression: of a `Context` to its value."""

import operator
from fractions import Fraction
from itertools import product
from math import ceil, floor

from state import Undefined, domain
from syntax import Type

ORDERS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
SUMS = {"+": operator.add, "-": operator.sub, "*": operator.mul}


class Context:
    """What an expression is read in: a state, the values of names, and of a step the state before and the messages."""

    __slots__ = ("state", "names", "before", "messages")

    def __init__(self, state, names, before=None, messages=()):
        self.state, self.names, self.before, self.messages = state, names, before, messages


def present(value):
    if value is None:
        raise Undefined("none as a value")
    return value


class Compiler:
    def __init__(self, book):
        self.book = book
        self.literals = {v for values in book.enumerations.values() for v in values}
        self.cache = {}

    def compile(self, e, local):
        """`local`: the names that parameters and binders give a meaning."""
        key = (id(e), local)
        if key not in self.cache:
            # The expression is kept with its function, so that no other has its identity.
            self.cache[key] = e, getattr(self, "c_" + self.METHODS.get(e[0], e[0]))(e, local)
        return self.cache[key][1]

    METHODS = {"+": "arithmetic", "-": "arithmetic", "*": "arithmetic", "/": "quotient", "if": "choice",
               "not": "negation", "and": "conjunction", "or": "disjunction", "is": "equality", "in": "membership"}

    def c_literal(self, e, local):
        return lambda c: e[1]

    def c_now(self, e, local):
        return lambda c: c.state.now

    def c_any(self, e, local):
        return lambda c: ANY

    def c_name(self, e, local):
        name = e[1]
        if name in local:
            return lambda c: c.names[name]
        if name in self.book.states:
            return lambda c: c.state.values[None, name]
        if name in self.book.parameters:
            return self.compile(self.book.parameters[name], frozenset())
        if name in self.book.defines:
            return self.compile(("call", name, []), local)
        if name in self.literals:
            return lambda c: name
        raise SyntaxError(f"{name!r} means nothing")

    def c_call(self, e, local):
        parameters, body = self.book.defines[e[1]]
        names = [n for n, _ in parameters]
        arguments = [self.compile(a, local) for a in e[2]]
        inner = self.compile(body, frozenset(names))
        return lambda c: inner(
            Context(c.state, {n: a(c) for n, a in zip(names, arguments)}, c.before, c.messages)
        )

    def c_field(self, e, local):
        owner, name = self.compile(e[1], local), e[2]
        return lambda c: c.state.values[present(owner(c)), name]

    def c_pair(self, e, local):
        """The pairs that do not have the default are kept."""
        owner, name, other = self.compile(e[1], local), e[2], self.compile(e[3], local)

        def value(c):
            entity = present(owner(c))
            default = self.compile(self.book.entities[entity[0]][name].default, frozenset())(c)
            return dict(c.state.values[entity, name]).get(present(other(c)), default)

        return value

    def c_sure(self, e, local):
        inner = self.compile(e[1], local)
        return lambda c: present(inner(c))

    def c_negation(self, e, local):
        inner = self.compile(e[1], local)
        return lambda c: not inner(c)

    def two(self, e, local):
        return self.compile(e[1], local), self.compile(e[2], local)

    def c_conjunction(self, e, local):
        a, b = self.two(e, local)
        return lambda c: a(c) and b(c)

    def c_disjunction(self, e, local):
        a, b = self.two(e, local)
        return lambda c: a(c) or b(c)

    def c_implies(self, e, local):
        a, b = self.two(e, local)
        return lambda c: not a(c) or b(c)

    def c_iff(self, e, local):
        a, b = self.two(e, local)
        return lambda c: a(c) == b(c)

    def c_equality(self, e, local):
        a, b = self.two(e, local)
        return lambda c: a(c) == b(c)

    def c_membership(self, e, local):
        a, b = self.two(e, local)
        return lambda c: a(c) in b(c)

    def c_among(self, e, local):
        a, values = self.compile(e[1], local), [self.compile(v, local) for v in e[2]]
        return lambda c: any(a(c) == v(c) for v in values)

    def c_ahead(self, e, local):
        a, b, queue = (self.compile(x, local) for x in e[1:])

        def value(c):
            x, y, q = a(c), b(c), queue(c)
            return x in q and y in q and q.index(x) < q.index(y)

        return value

    def c_order(self, e, local):
        order, a, b = ORDERS[e[1]], self.compile(e[2], local), self.compile(e[3], local)
        return lambda c: order(present(a(c)), present(b(c)))

    def c_arithmetic(self, e, local):
        (a, b), of = self.two(e, local), SUMS[e[0]]
        return lambda c: of(present(a(c)), present(b(c)))

    def c_quotient(self, e, local):
        a, b = self.two(e, local)
        return lambda c: Fraction(present(a(c))) / b(c)

    def c_rounded(self, e, local):
        inner, to = self.compile(e[2], local), ceil if e[1] == "up" else floor
        return lambda c: to(inner(c))

    def c_choice(self, e, local):
        condition, then, other = (self.compile(x, local) for x in e[1:])
        return lambda c: then(c) if condition(c) else other(c)

    def c_before(self, e, local):
        inner = self.compile(e[1], local)
        return lambda c: inner(Context(c.before, c.names))

    def c_exists(self, e, local):
        inner = self.compile(e[1], local)

        def value(c):
            sort, number = inner(c)
            return number < c.before.counts[sort]

        return value

    def c_notified(self, e, local):
        recipient, message = self.compile(e[1], local), e[2]
        arguments = [self.compile(a, local) for a in e[3] or []]

        def value(c):
            wanted = (recipient(c), message, tuple(a(c) for a in arguments))
            return any(matches(wanted, sent) for sent in c.messages)

        return value

    def values_of(self, binder, local):
        """The function from a context to the values that a binder takes."""
        _, sort, path = binder
        if path is not None:
            return self.compile(path, local)
        if sort in self.book.entities:
            return lambda c: c.state.entities(sort)
        values = domain(self.book, Type("value", sort), None)
        return lambda c: values

    def holding(self, binder, where, local):
        """The function from a context to those of the binder's values for which the condition holds, in their order."""
        name, values, inner = binder[0], self.values_of(binder, local), local | {binder[0]}
        if where is None:
            return values
        condition = self.compile(where, inner)

        def found(c):
            names = c.names
            return [
                v for v in values(c) if condition(Context(c.state, {**names, name: v}, c.before, c.messages))
            ]

        return found

    def c_quantifier(self, e, local):
        _, which, binders, where, body = e
        names, inner = [b[0] for b in binders], local | {b[0] for b in binders}
        values = [self.values_of(b, local) for b in binders]
        condition = self.compile(where, inner) if where else None
        test = self.compile(body, inner)

        def instances(c):
            for chosen in product(*(v(c) for v in values)):
                d = Context(c.state, {**c.names, **dict(zip(names, chosen))}, c.before, c.messages)
                if condition is None or condition(d):
                    yield test(d)

        return {"all": lambda c: all(instances(c)), "some": lambda c: any(instances(c)),
                "no": lambda c: not any(instances(c))}[which]

    def c_count(self, e, local):
        found = self.holding(e[1], e[2], local)
        return lambda c: len(found(c))

    def c_pick(self, e, local):
        _, subject, which, binder, where, by = e
        who, found, name = self.compile(subject, local), self.holding(binder, where, local), binder[0]
        if which != "best":
            end = 0 if which == "first" else -1
            return lambda c: bool(members := found(c)) and members[end] == who(c)
        rank = self.compile(by, local | {name})

        def value(c):
            ranks = {v: rank(Context(c.state, {**c.names, name: v}, c.before, c.messages)) for v in found(c)}
            x = who(c)
            return x in ranks and ranks[x] == max(ranks.values())

        return value


class Anything:
    """The argument that a rule leaves open."""

    def __repr__(self):
        return "any"


ANY = Anything()


def matches(wanted, sent):
    """Whether a message is the one that was asked for; what is `any` on either side is passed over."""
    return (
        wanted[:2] == sent[:2]
        and all(w == s or w is ANY or s is ANY for w, s in zip(wanted[2], sent[2]))
    )
