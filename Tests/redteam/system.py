"""The steps of a rulebook, the passing of time among them, and what its properties say of states and steps."""

from itertools import product

from events import Events
from expressions import Context
from state import State, Undefined, domain

OWN = ("system", "clock")


class Step:
    """An event with its arguments and results, or, if `event` is none, the passing of time."""

    __slots__ = ("event", "arguments", "before", "after", "messages")

    def __init__(self, event, arguments, before, after, messages=()):
        self.event, self.arguments, self.before, self.after, self.messages = event, arguments, before, after, messages

    def __repr__(self):
        if self.event is None:
            return f"time passes to {self.after.now}"
        return f"{self.event.name}({', '.join(f'{n}={v}' for n, v in self.arguments.items())}) at {self.after.now}"


def constants(book):
    """The numbers that the rules mention, with those just beside them."""
    found = {0}

    def walk(e):
        if isinstance(e, tuple) and e and e[0] == "literal":
            if isinstance(e[1], int) and not isinstance(e[1], bool):
                found.add(e[1])
        elif isinstance(e, (tuple, list)):
            for part in e:
                walk(part)
        elif hasattr(e, "__dict__"):
            walk(list(vars(e).values()))

    walk([list(book.events.values()), list(book.parameters.values()), book.every, book.properties,
          list(book.defines.values()), list(book.effects.values())])
    return found


class System:
    def __init__(self, book, scope):
        """`scope`: how many of each sort; of those that events introduce, at most."""
        self.book, self.scope = book, scope
        numbers = constants(book)
        self.spans = sorted({n + e for n in numbers for e in (-1, 0, 1)})
        self.events = Events(book, sorted(n for n in numbers if n < 100) if len(numbers) > 4 else self.spans)
        compile = self.events.compiler.compile
        self.clocks, self.checks, self.uniques = [], {}, []
        for p in book.properties:
            names = frozenset(b[0] for b in p.binders)
            if p.kind in ("bounded", "prompt"):
                where = compile(p.where, names) if p.where else None
                values = [self.events.compiler.values_of(b, frozenset()) for b in p.binders]
                limit = compile(p.limit, frozenset())(Context(None, {}))
                self.clocks.append((p, values, where, compile(p.body, names), limit))
            elif p.kind in ("invariant", "lemma", "axiom", "reach") and not p.events:
                self.checks[p.name] = compile(p.body, frozenset())
        for sort, fields in book.entities.items():
            self.uniques += [(f"unique_{sort}_{f.name}", sort, f.name) for f in fields.values() if f.unique]

    # Starts

    def starts(self):
        """Every state in which a run may begin."""
        introduced = self.book.introduced()
        counts = {s: 0 if s in introduced else self.scope[s] for s in self.book.entities}
        empty, places, values = State({}, counts, 0, {}), [], []
        for sort, fields in self.book.entities.items():
            for entity in empty.entities(sort):
                for f in fields.values():
                    places.append((entity, f.name))
                    values.append(self.events.initial(f, empty))
        for f in self.book.states.values():
            places.append((None, f.name))
            values.append(self.events.initial(f, empty))
        for chosen in product(*values):
            state = State(dict(zip(places, chosen)), counts, 0, {})
            if all(self.checks[p.name](Context(state, {})) for p in self.book.properties if p.kind == "axiom"):
                yield self.ticking(state, state, {})

    # Clocks

    def lasting(self, state):
        """(property, bound entities) of each condition of a `bounded` or `prompt` that holds, with its limit."""
        for p, values, where, body, limit in self.clocks:
            context = Context(state, {})
            for chosen in product(*(v(context) for v in values)):
                inner = Context(state, dict(zip((b[0] for b in p.binders), chosen)))
                if (where is None or where(inner)) and body(inner):
                    yield p, chosen, limit

    def ticking(self, state, before, clocks):
        """The same state with its clocks: those that go on, and those that start now."""
        held = {(p.name, chosen) for p, chosen, _ in self.lasting(state)}
        return State(state.values, state.counts, state.now, {k: clocks.get(k, state.now) for k in held})

    # Steps

    def obligations(self, state):
        """Each obligation whose guards hold, with its arguments and its instant."""
        for event in self.book.events.values():
            if event.source == "clock":
                for arguments in self.events.arguments(event, state):
                    if self.events.allows(event, state, arguments):
                        yield event, arguments, self.events.due(event, state, arguments)

    def horizon(self, state):
        """The last instant to which time may pass; none: there is none."""
        ends = [due for _, _, due in self.obligations(state)]
        ends += [
            state.clocks[p.name, chosen] + limit
            for p, chosen, limit in self.lasting(state)
            if p.kind == "prompt"
        ]
        return min(ends, default=None)

    def instants(self, state):
        """The instants to which time passes: about those at which something in the rules turns."""
        end = self.horizon(state)
        if end is not None and end <= state.now:
            return []
        known = {state.now, *state.clocks.values()}
        for (owner, name), value in state.values.items():
            f = self.book.states[name] if owner is None else self.book.entities[owner[0]][name]
            if f.type.name == "Time" and value is not None:
                known.add(value)
        found = {t + s for t in known for s in self.spans}
        found = {t for t in found if t > state.now and (end is None or t <= end)}
        return sorted(found | ({end} if end is not None else set()))

    def happen(self, event, state, arguments):
        """The steps by this event with these arguments, which must be enabled; `Undefined` if one has no value."""
        for results, effects in self.events.outcomes(event, state, arguments):
            after = self.events.after(state, event, effects)
            after = self.ticking(after, state, state.clocks)
            yield Step(event, {**arguments, **results}, state, after, effects.messages)

    def fits(self, event, state):
        return all(not new or state.counts[t.name] < self.scope[t.name] for _, t, new in event.results)

    def steps(self, state, sources=None, undefined=None):
        """Every step by an event. Of each event without a value a step that changes nothing is added to `undefined`."""
        for event in self.book.events.values():
            if sources and event.source not in sources or not self.fits(event, state):
                continue
            for arguments in self.events.arguments(event, state):
                try:
                    if self.events.enabled(event, state, arguments):
                        yield from list(self.happen(event, state, arguments))
                except Undefined:
                    if undefined is not None:
                        undefined[event.name] = Step(event, arguments, state, state)

    def passages(self, state):
        for instant in self.instants(state):
            yield Step(None, {}, state, state.at(instant))

    # Properties

    def found_in(self, state):
        """The names of the properties of states that this state breaks, or of a `reach`, does."""
        context, found = Context(state, {}), set()
        for p in self.book.properties:
            if p.name in self.checks and p.kind != "axiom" and self.checks[p.name](context) == (p.kind == "reach"):
                found.add(p.name)
        for p, chosen, limit in self.lasting(state):
            if p.kind == "bounded" and state.now > state.clocks[p.name, chosen] + limit:
                found.add(p.name)
        for name, sort, field in self.uniques:
            values = [v for e in state.entities(sort) if (v := state.values[e, field]) is not None]
            if len(values) != len(set(values)):
                found.add(name)
        return found | self.held_up(state)

    def held_up(self, state):
        """The prompts that hold time up while the server has nothing to do."""
        due = {
            p.name
            for p, chosen, limit in self.lasting(state)
            if p.kind == "prompt" and state.clocks[p.name, chosen] + limit <= state.now
        }
        if not due:
            return set()
        # Whoever is needed beyond the scope is there: only a state that has room shows that nothing is possible.
        own = [e for e in self.book.events.values() if e.source in OWN]
        if not all(self.fits(e, state) for e in own) or any(True for _ in self.steps(state, OWN)):
            return set()
        return due

    def found_at(self, step):
        """The same of the properties of steps."""
        if step.event is None:
            return set()
        found = set()
        for p in self.book.properties:
            if p.kind not in ("step", "reach") or not p.events:
                continue
            if p.events == "every":
                arguments = {}
            elif step.event.name in p.events:
                arguments = step.arguments
            else:
                continue
            body = self.events.compiler.compile(p.body, frozenset(arguments))
            if body(Context(step.after, arguments, step.before, step.messages)) == (p.kind == "reach"):
                found.add(p.name)
        return found
