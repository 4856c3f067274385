"""Random traces: legal runs as lines, and the same with one fault at the end."""

import json
from random import Random

from expressions import ANY
from state import Undefined, domain, readable
from syntax import Type

EPOCH = 1_451_606_400_000  # 2016-01-01


class Walk:
    """A random legal run. `found` are the properties that it breaks."""

    def __init__(self, system, seed, length):
        self.system, self.book, self.random = system, system.book, Random(seed)
        self.lines, self.found = [], set()
        starts = []
        for start in system.starts():
            starts.append(start)
            if len(starts) == 256:
                break
        self.state = self.random.choice(starts)
        self.observe()
        for _ in range(length):
            self.step()
        self.observe()

    def step(self):
        if self.random.random() < 0.15 and self.refuse():
            return
        instants = self.system.instants(self.state)
        if instants and self.random.random() < 0.35:
            self.state = self.state.at(self.random.choice(instants))
            self.found |= self.system.found_in(self.state)
            return
        steps = list(self.system.steps(self.state))
        if not steps:
            return
        step = self.random.choice(steps)
        self.found |= self.system.found_at(step)
        self.state = step.after
        self.found |= self.system.found_in(self.state)
        self.event(step.event, step.arguments, messages=step.messages)
        # Only an observation tells what the rules leave open of a new entity.
        if any(new for _, _, new in step.event.results) or self.random.random() < 0.2:
            self.observe()

    def refuse(self):
        """Adds an input that is refused, if there is one."""
        choices = [
            (event, arguments)
            for event in self.book.events.values()
            if event.source not in ("system", "clock", "world")
            for arguments in self.system.events.arguments(event, self.state)
            if not self.system.events.allows(event, self.state, arguments)
        ]
        if not choices:
            return False
        event, arguments = self.random.choice(choices)
        self.event(event, arguments, "refused", self.system.events.refusal(event, self.state, arguments))
        return True

    # Lines

    def line(self, **members):
        self.lines.append({"at": EPOCH + self.state.now, **members})

    def event(self, event, arguments, outcome="ok", messages=None):
        named = {n: readable(v) for n, v in arguments.items()}
        told = {} if messages is None else {"notified": [self.message(m) for m in messages]}
        outcomes = {} if event.source in ("system", "clock", "world") else {"outcome": outcome}
        self.line(event=event.name, **named, **outcomes, **told)

    def message(self, sent):
        recipient, name, arguments = sent
        named = {p: readable(a) for (p, _), a in zip(self.book.messages[name], arguments) if a is not ANY}
        return {"to": readable(recipient), "message": name, **named}

    def observe(self, changed=None):
        """Adds an observation of everything; `changed` holds values that differ from the state's."""
        told = {}
        for (owner, name), value in self.state.values.items():
            value = (changed or {}).get((owner, name), value)
            kind = self.type((owner, name))
            if kind.shape == "pairs":
                # Those that nobody has written are told as well.
                default = self.system.events.default((owner, name))
                shown = {readable(e): dict(value).get(e, default) for e in self.state.entities(kind.other)}
            else:
                shown = EPOCH + value if kind.name == "Time" and value is not None else readable(value)
            if owner is None:
                told[name] = shown
            else:
                told.setdefault(name, {})[readable(owner)] = shown
        self.line(observe=told)

    def type(self, place):
        owner, name = place
        return (self.book.states[name] if owner is None else self.book.entities[owner[0]][name]).type

    # Faults

    def fault(self):
        """Adds one line that is illegal, and returns its kind; none if nothing was found."""
        kinds = ["accepted", "refused", "observation", "passing", "message"]
        self.random.shuffle(kinds)
        for kind in kinds:
            if getattr(self, "fault_" + kind)():
                return kind
        return None

    def fault_accepted(self):
        """An event that its guards forbid, or an obligation before its instant."""
        choices = [
            (event, arguments)
            for event in self.book.events.values()
            if event.source != "world"
            for arguments in self.system.events.arguments(event, self.state)
            if not self.system.events.enabled(event, self.state, arguments)
        ]
        if not choices:
            return False
        event, arguments = self.random.choice(choices)
        results = {n: (t.name, self.state.counts[t.name]) for n, t, _ in event.results}
        self.event(event, {**arguments, **results})
        return True

    def fault_refused(self):
        choices = [
            (event, arguments)
            for event in self.book.events.values()
            if event.source not in ("system", "clock", "world")
            for arguments in self.system.events.arguments(event, self.state)
            if self.system.events.allows(event, self.state, arguments)
        ]
        if not choices:
            return False
        self.event(*self.random.choice(choices), "refused")
        return True

    def fault_observation(self):
        place = self.random.choice(list(self.state.values))
        kind, value = self.type(place), self.state.values[place]
        if kind.shape == "pairs":
            others = [(e, v) for e in self.state.entities(kind.other) for v in domain(self.book, kind, self.state)
                      if v != dict(value).get(e, self.system.events.default(place))]
            if not others:
                return False
            other = frozenset({**dict(value), **dict([self.random.choice(others)])}.items())
        elif kind.shape != "value":
            members = self.state.entities(kind.name)
            other = type(value)() if value else type(value)(members[:1])
        else:
            others = [v for v in domain(self.book, kind, self.state, (0, 1, 2)) if v != value]
            if not others:
                return False
            other = self.random.choice(others)
        if other == value:
            return False
        self.observe({place: other})
        return True

    def fault_passing(self):
        """Time passes although something was due before."""
        end = self.system.horizon(self.state)
        if end is None:
            return False
        self.state = self.state.at(max(end, self.state.now) + 1)
        self.observe()
        return True

    def fault_message(self):
        """An event of which a message is missing, or one too many is told."""
        steps = [s for s in self.system.steps(self.state)]
        if not steps:
            return False
        step = self.random.choice(steps)
        messages = list(step.messages)
        if messages:
            messages.pop()
        else:
            messages.append((("Cab", 0), "bye", ()))
        self.state = step.after
        self.event(step.event, step.arguments, messages=messages)
        return True


def written(lines):
    return "".join(json.dumps(line) + "\n" for line in lines)
