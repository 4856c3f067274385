"""Goes through a run that the program shows, step by step, and tells what it ends in."""

from state import Undefined, readable
from system import System


def scope_of(book, texts):
    """`["Cab=1", "Ride≤1"]` as a scope; sorts that are not named have nobody."""
    found = {sort: 0 for sort in book.entities}
    for text in texts:
        sort, count = text.replace("≤", "=").split("=")
        found[sort] = int(count)
    return found


def shown(value):
    """As the program shows a value to people."""
    if isinstance(value, frozenset):
        return "{" + ", ".join(readable(value)) + "}"
    if isinstance(value, tuple) and not (len(value) == 2 and isinstance(value[0], str)):
        return "[" + ", ".join(readable(value)) + "]"
    return {None: "none", True: "true", False: "false"}.get(value, str(readable(value))) if not isinstance(
        value, int) or isinstance(value, bool) else str(value)


class Shown:
    """A run of the program's. `problem` says at which step it is no run; else `states` are those it may end in."""

    def __init__(self, book, run, kind, name):
        self.system, self.book, self.problem = System(book, scope_of(book, run["scope"])), book, None
        self.found, self.kind, self.name = False, kind, name
        chosen = [line.rsplit(" = ", 1) for line in run["start"]]
        self.states = [s for s in self.system.starts() if all(self.has(s, place, v) for place, v in chosen)]
        if not self.states:
            self.problem = f"no such start: {run['start']}"
            return
        steps = run["steps"]
        for number, step in enumerate(steps, 1):
            self.follow(step, number == len(steps))
            if self.problem:
                self.problem = f"step {number}: {self.problem}"
                return
        if not self.found:
            self.found = any(self.ends(s) for s in self.states)

    def place(self, text):
        """`cab C1.level` as an owner and a name."""
        if "." not in text:
            return None, text
        owner, name = text.split(" ")[1].split(".", 1)
        sort = next(s for s in self.book.entities if s[0] == owner[0])
        return (sort, int(owner[1:]) - 1), name

    def has(self, state, text, value):
        place, values = self.place(text), self.places(state)
        return place in values and (self.is_time(place) or shown(values[place]) == value)

    def places(self, state):
        """The values by place; of a field of pairs that of each other entity."""
        found = {}
        for (owner, name), value in state.values.items():
            if owner is None or (kind := self.book.entities[owner[0]][name].type).shape != "pairs":
                found[owner, name] = value
                continue
            given, default = dict(value), self.system.events.default((owner, name))
            for other in state.entities(kind.other):
                found[owner, f"{name}({shown(other)})"] = given.get(other, default)
        return found

    def is_time(self, place):
        owner, name = place
        name = name.split("(")[0]
        f = self.book.states[name] if owner is None else self.book.entities[owner[0]][name]
        return f.type.name in ("Time", "Duration")

    def follow(self, step, last):
        if "event" not in step:
            end = lambda s: self.system.horizon(s)
            self.states = [
                s.at(step["at"]) for s in self.states
                if step["at"] > s.now and (end(s) is None or step["at"] <= end(s))
            ]
            self.problem = None if self.states else f"time cannot pass to {step['at']}"
            return
        event = self.book.events[step["event"]]
        wanted = {a["name"]: a["value"] for a in step["arguments"]}
        changes = {self.place(c["place"]): c["after"] for c in step["changes"]}
        after, undefined = [], False
        for state in self.states:
            if state.now != step["at"] or not self.system.fits(event, state):
                continue
            for arguments in self.system.events.arguments(event, state):
                if any(shown(v) != wanted.get(n) for n, v in arguments.items()):
                    continue
                try:
                    if self.system.events.enabled(event, state, arguments):
                        after += [s for s in self.system.happen(event, state, arguments) if self.agrees(s, changes)]
                except Undefined:
                    undefined = True
        if last and self.kind == "defined":
            self.found = undefined and event.name == self.name
            self.problem = None if self.found else "the event has a value"
            return
        self.problem = None if after else f"{step['event']} {wanted} is not possible with these changes"
        self.states = [s.after for s in after]
        self.found = last and any(self.name in self.system.found_at(s) for s in after)

    def agrees(self, step, changes):
        """Whether exactly what the program says has changed, and to that."""
        before, after = self.places(step.before), self.places(step.after)
        for place, value in after.items():
            told = changes.get(place)
            if told is None:
                # Of somebody new only what the rules give is told.
                if place in before and before[place] != value:
                    return False
            elif not self.is_time(place) and told != shown(value):
                return False
        return True

    def ends(self, state):
        if self.kind == "progress":
            roomy = {s: n + 1 if s in self.book.introduced() else n for s, n in self.system.scope.items()}
            return self.name in System(self.book, roomy).held_up(state)
        return self.kind == "zeno" or self.name in self.system.found_in(state)
