"""Makes each event happen: its guards, what it writes and sends, all read in the state before."""

from itertools import product

from expressions import Compiler, Context
from state import State, Undefined, domain


class Effects:
    """What one event does, gathered before any of it is done."""

    def __init__(self):
        self.writes, self.queues, self.sets, self.pairs, self.messages = {}, {}, {}, {}, []

    def write(self, place, value):
        if place in self.writes:
            raise Undefined(f"two writes to {place}")
        self.writes[place] = value

    def write_pair(self, place, other, value):
        """One value may be written twice."""
        if self.pairs.setdefault(place, {}).setdefault(other, value) != value:
            raise Undefined(f"two writes to {place} of {other}")


class Events:
    """The events of a rulebook. `numbers` are the numbers that are tried as arguments."""

    def __init__(self, book, numbers=()):
        self.book, self.numbers, self.compiler = book, numbers, Compiler(book)
        self.guards, self.dues, self.assumptions = {}, {}, {}
        for event in book.events.values():
            local = frozenset(n for n, _ in event.parameters)
            guards = list(event.guards)
            if event.source != "world":
                guards = [g for excepted, gs in book.every if event.name not in excepted for g in gs] + guards
            self.guards[event.name] = [self.compiler.compile(g, local) for g in guards]
            self.dues[event.name] = self.compiler.compile(event.due, local) if event.due else None
            self.assumptions[event.name] = [
                self.compiler.compile(p.body, local)
                for p in book.properties
                if p.kind == "assume" and (p.events == "every" or event.name in p.events)
            ]

    def arguments(self, event, state):
        domains = [domain(self.book, t, state, self.numbers) for _, t in event.parameters]
        names = [n for n, _ in event.parameters]
        return (dict(zip(names, chosen)) for chosen in product(*domains))

    def allows(self, event, state, arguments):
        """Whether every guard holds; for an obligation not yet that it is due."""
        context = Context(state, arguments)
        return all(g(context) for g in self.guards[event.name])

    def assumed(self, event, state, arguments):
        context = Context(state, arguments)
        return all(a(context) for a in self.assumptions[event.name])

    def due(self, event, state, arguments):
        return self.dues[event.name](Context(state, arguments))

    def enabled(self, event, state, arguments):
        """Whether it may happen now; facts have no guards."""
        if not self.allows(event, state, arguments) or not self.assumed(event, state, arguments):
            return False
        return event.due is None or self.due(event, state, arguments) <= state.now

    def outcomes(self, event, state, arguments):
        """Pairs of the results and the `Effects`, one for each choice of results and open values."""
        choices, names = [], []
        for name, kind, new in event.results:
            names.append(name)
            choices.append([(kind.name, state.counts[kind.name])] if new else domain(self.book, kind, state, self.numbers))
        for chosen in product(*choices):
            results = dict(zip(names, chosen))
            effects = self.effects(event, state, {**arguments, **results})
            yield from ((results, e) for e in self.defaults(event, state, results, effects))

    def defaults(self, event, state, results, effects):
        """The same effects with every choice of what a new entity leaves open."""
        places, values = [], []
        for name, kind, new in event.results:
            for f in self.book.entities[kind.name].values() if new else []:
                place = (results[name], f.name)
                if place in effects.writes:
                    continue
                places.append(place)
                values.append(self.initial(f, state))
        for chosen in product(*values):
            extended = Effects()
            extended.__dict__.update(effects.__dict__, writes={**effects.writes, **dict(zip(places, chosen))})
            yield extended

    def initial(self, f, state):
        """The values that a field may have at first."""
        if f.type.shape == "Queue":
            return [()]
        if f.type.shape in ("Set", "pairs"):
            return [frozenset()]
        if f.default is None:
            raise Undefined(f"{f.name} is not given")
        if f.default == ("any",):
            return domain(self.book, f.type, state, self.numbers)
        return [self.compiler.compile(f.default, frozenset())(Context(state, {}))]

    def default(self, place):
        """Of a field of pairs."""
        (sort, _), name = place
        return self.compiler.compile(self.book.entities[sort][name].default, frozenset())(Context(None, {}))

    def effects(self, event, state, names):
        gathered = Effects()
        self.block(event.actions, event.cases, Context(state, names), gathered)
        return gathered

    def block(self, actions, cases, context, gathered):
        local = frozenset(context.names)
        for action in actions:
            self.perform(action, context, local, gathered)
        for condition, inner in cases:
            if condition is None or self.compiler.compile(condition, local)(context):
                for action in inner:
                    self.perform(action, context, local, gathered)
                break

    def perform(self, action, context, local, gathered):
        value = lambda e: self.compiler.compile(e, local)(context)
        kind = action[0]
        if kind == "write" and action[1][0] == "pair":
            _, path, sign, e = action
            place, other, new = self.place(path, value), value(path[3]), value(e)
            if sign != "=":
                new = value(path) + new if sign == "+=" else value(path) - new
            gathered.write_pair(place, other, self.inside(place, new))
        elif kind == "write":
            _, path, sign, e = action
            place = self.place(path, value)
            new = value(e)
            if sign != "=":
                old = context.state.values[place]
                new = old + new if sign == "+=" else old - new
            gathered.write(place, self.inside(place, new))
        elif kind in ("append", "move", "add", "remove"):
            place, member = self.place(action[2], value), value(action[1])
            if isinstance(context.state.values[place], tuple):
                gathered.queues.setdefault(place, []).append((kind, member))
            else:
                gathered.sets.setdefault(place, []).append((kind, member))
        elif kind == "clear":
            place = self.place(action[1], value)
            gathered.write(place, type(context.state.values[place])())
        elif kind == "effect":
            parameters, actions, cases = self.book.effects[action[1]]
            names = {n: value(a) for (n, _), a in zip(parameters, action[2])}
            self.block(actions, cases, Context(context.state, names), gathered)
        elif kind == "notify":
            gathered.messages.append(self.message(action[1:], value))
        else:
            self.each(action, context, local, gathered)

    def each(self, action, context, local, gathered):
        """`each` and `notify each`."""
        _, binder, where = action[:3]
        for found in self.compiler.holding(binder, where, local)(context):
            inner = Context(context.state, {**context.names, binder[0]: found})
            if action[0] == "each":
                self.block(action[3], [], inner, gathered)
            else:
                value = lambda e: self.compiler.compile(e, local | {binder[0]})(inner)
                gathered.messages.append((found, action[3], tuple(value(a) for a in action[4])))

    def message(self, notify, value):
        path, name, arguments = notify
        recipient = value(path)
        if recipient is None:
            raise Undefined("a message to none")
        return recipient, name, tuple(value(a) for a in arguments or [])

    def place(self, path, value):
        if path[0] == "name":
            return None, path[1]
        owner = value(path[1])
        if owner is None:
            raise Undefined("a write to none")
        return owner, path[2]

    def inside(self, place, value):
        owner, name = place
        f = self.book.states[name] if owner is None else self.book.entities[owner[0]][name]
        if f.type.name in self.book.ranges and value is not None:
            low, high = self.book.ranges[f.type.name]
            if not low <= value <= high:
                raise Undefined(f"{name} = {value} is outside its range")
        return value

    def after(self, state, event, effects):
        """The state after these effects; clocks as they were."""
        values = dict(state.values)
        for place, verbs in effects.sets.items():
            members = set(values[place])
            members -= {m for verb, m in verbs if verb == "remove"}
            values[place] = frozenset(members | {m for verb, m in verbs if verb == "add"})
        for place, verbs in effects.queues.items():
            values[place] = changed(values[place], verbs)
        values.update(effects.writes)
        for place, written in effects.pairs.items():
            default = self.default(place)
            known = {**dict(values[place]), **written}
            values[place] = frozenset((k, v) for k, v in known.items() if v != default)
        counts = state.counts
        for _, kind, new in event.results:
            if new:
                counts = {**counts, kind.name: counts[kind.name] + 1}
        return State(values, counts, state.now, state.clocks)

    def refusal(self, event, state, arguments):
        """The messages of a refused input."""
        if event.refusal is None:
            return []
        context, local = Context(state, arguments), frozenset(arguments)
        return [self.message(event.refusal, lambda e: self.compiler.compile(e, local)(context))]


def changed(queue, verbs):
    """A queue after its removals, then its appends and moves in the order of the text."""
    members = list(queue)
    for verb, member in verbs:
        if verb == "remove":
            if member not in members:
                raise Undefined("removes one who is not in the queue")
            members.remove(member)
    for verb, member in verbs:
        if verb == "append" and member in members or verb == "move" and member not in members:
            raise Undefined(f"{verb}s one who is, or is not, in the queue")
        if verb == "move":
            members.remove(member)
        if verb in ("append", "move"):
            members.append(member)
    return tuple(members)
