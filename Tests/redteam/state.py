"""What holds at one instant, and the values there are.

An entity is a pair of its sort and its number; a queue is a tuple of them, a set a frozenset. Instants and durations are
whole milliseconds, the start is 0.
"""


class Undefined(Exception):
    """An expression or action without a value: a write beyond a range, a `!` of none, two writes to one place."""


class State:
    __slots__ = ("values", "counts", "now", "clocks", "identity")

    def __init__(self, values, counts, now, clocks):
        self.values = values  # (entity or None, name of the field or state) to its value
        self.counts = counts  # sort to the number of entities
        self.now = now
        self.clocks = clocks  # (property, bound entities) to the instant since which the condition holds
        self.identity = None

    def key(self):
        if self.identity is None:
            self.identity = (self.now, frozenset(self.values.items()), frozenset(self.clocks.items()))
        return self.identity

    def entities(self, sort):
        return [(sort, i) for i in range(self.counts[sort])]

    def at(self, now):
        return State(self.values, self.counts, now, self.clocks)


def domain(book, kind, state, numbers=()):
    """The values of a type that are tried: all, but for numbers, instants and durations."""
    name = kind.name
    if name == "Bool":
        values = [False, True]
    elif name in book.enumerations:
        values = list(book.enumerations[name])
    elif name in book.ranges:
        low, high = book.ranges[name]
        values = list(range(low, high + 1))
    elif name in book.entities:
        values = state.entities(name)
    elif name == "Time":
        values = sorted({state.now + n for n in numbers})
    else:
        values = sorted(numbers)
    return values + [None] if kind.optional else values


def readable(value):
    """As a trace has it, but for instants."""
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], int) and isinstance(value[0], str):
        return f"{value[0][0]}{value[1] + 1}"
    if isinstance(value, tuple):
        return [readable(v) for v in value]
    if isinstance(value, frozenset):
        return [readable(v) for v in sorted(value)]
    return value
