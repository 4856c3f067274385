"""Random rulebooks: declarations and events of many shapes. `properties` adds what they claim."""

from random import Random

from formulas import LEVELS, MODES, PHASES, Formulas

POOL = ("Bool", "Bool", "Level", "Level", "Mode", "Phase", "Int", "Time?", "ref? Cab", "ref? Guest", "Queue Guest",
        "Set Guest", "Queue Cab", "Set Cab", "Mode-pairs Cab", "Mode-pairs Guest", "Bool-pairs Cab")
OPEN = ("Bool", "Level", "Mode", "Phase", "ref? Cab", "ref? Guest")
FIRST = {"Bool": "false", "Level": "0", "Mode": "red", "Phase": "open", "Int": "0", "Time?": "none"}


class Draft:
    """A rulebook in the making; a small one is verified within a second."""

    def __init__(self, seed, small):
        self.random, self.small = Random(seed), small
        self.sorts = ["Cab", "Guest"] if self.chance(0.3 if small else 0.6) else ["Cab"]
        self.has_ride, self.has_clock = self.chance(0.2 if small else 0.45), self.chance(0.3 if small else 0.5)
        self.fields, self.defaults = {}, {}
        for sort in self.sorts:
            pool = [k for k in POOL if k.split(" ")[-1] not in ("Guest",) or "Guest" in self.sorts]
            kinds = [self.one(pool) for _ in range(2 if small else self.one((2, 2, 3)))]
            if sort == "Cab" and self.has_clock and not self.has_ride and "Time?" not in kinds:
                kinds.append("Time?")
            self.fields[sort] = [(f"{sort[0].lower()}{i}", k) for i, k in enumerate(kinds)]
        if self.has_ride:
            self.fields["Ride"] = [("cab", "ref Cab"), ("since", "Time"), ("over", "Bool"), ("grade", self.one(("Level", "Phase")))]
        self.states = [(f"s{i}", self.one(("Bool", "Level", "Mode", "Int"))) for i in range(self.one((0, 0, 1) if small else (0, 1, 1, 2)))]
        self.formulas = Formulas(self.random, self.fields, self.states)
        self.events = {}  # name to its parameters and results by name, with their sorts
        self.open_fields = 0
        self.text = self.declarations() + self.rules()

    def one(self, choices):
        return self.random.choice(list(choices))

    def chance(self, share):
        return self.random.random() < share

    def declarations(self):
        lines = ["rulebook Random", 'requirements "empty.tsv"', "", "type Level = 0...3", "type Mode = red | green | blue",
                 "type Phase = open | shut", f"parameter patience = {self.one((3, 5, 8))} s"]
        for name, kind in self.states:
            lines.append(f"state {name}: {kind} = {self.initial(kind)}")
        for sort, fields in self.fields.items():
            lines.append(f"entity {sort}")
            for name, kind in fields:
                lines.append(f"  {self.unique(sort, kind)}{name}: {self.field(sort, name, kind)}")
        level = "level: Level"
        lines.append(f"message hello({level}), bye")
        return lines

    def unique(self, sort, kind):
        return "unique " if kind.startswith("ref?") and self.chance(0.2) else ""

    def initial(self, kind):
        if kind in OPEN and self.open_fields < 3 and self.chance(0.3):
            self.open_fields += 1
            return "any"
        return "none" if kind.startswith("ref?") else FIRST[kind]

    def field(self, sort, name, kind):
        shape, _, other = kind.partition(" ")
        if shape in ("Queue", "Set"):
            return f"{shape}<{other}>"
        if shape.endswith("-pairs"):
            value = shape.split("-")[0]
            return f"({other}) -> {value} = {FIRST[value]}"
        if shape == "ref" or kind == "Time":
            return other or kind
        if shape == "ref?":
            return f"{other}? = {self.initial(kind)}"
        return f"{kind} = {self.initial(kind)}"

    # Events

    def rules(self):
        lines = []
        if self.chance(0.3) and self.states:
            name, kind = self.one(self.states)
            lines += ["", "every event", f"  require {self.formulas.about(name, kind, {})}"]
        for i in range(self.one((1, 2, 2) if self.small else (2, 2, 3, 4))):
            source = self.one(("user", "user", "user", "keeper", "system", "world"))
            lines += ["", *self.event(f"{source}{i}", source)]
        if self.has_ride:
            lines += ["", *self.event("begin", self.one(("user", "system")), ride=True)]
        if self.has_clock:
            lines += ["", *self.obligation()]
        return lines

    def event(self, name, source, ride=False):
        names = {"c": "Cab"}
        if "Guest" in self.sorts and self.chance(0.6):
            names["g"] = "Guest"
        if self.has_ride and not ride and self.chance(0.4):
            names["r"] = "Ride"
        if self.chance(0.15):
            names["d"] = "Cab"
        value = self.one((None, None, "Level", "Mode", "Bool"))
        parameters = [f"{n}: {s}" for n, s in names.items()] + ([f"v: {value}"] if value else [])
        guards = []
        for _ in range(0 if source == "world" else self.one((0, 1, 1, 2))):
            guards.append(self.formulas.formula(names, 1))
        actions, needed = self.actions(names, value)
        if source != "world":
            guards += needed
        self.events[name] = dict(names)
        head = f"event {name}({', '.join(parameters)}) from {source}"
        if ride:
            head += " -> new ride: Ride"
            actions = ["ride.cab = c", "ride.since = now"] + [a for a in actions if " r." not in a]
            self.events[name]["ride"] = "Ride"
        lines = [head] + [f"  require {g}" for g in guards] + [f"  {a}" for a in actions]
        if source not in ("world", "system") and self.chance(0.15):
            lines.append("  on refusal notify c bye")
        return lines

    def obligation(self):
        names = {"r": "Ride"} if self.has_ride else {"c": "Cab"}
        if self.has_ride:
            guards, due, end = ["not r.over"], "r.since", "r.over = true"
        else:
            field = next(f for f, k in self.fields["Cab"] if k == "Time?")
            guards, due, end = [f"c.{field} is not none"], f"c.{field}", f"c.{field} = none"
        if self.chance(0.3):
            guards.append(self.without_now(names))
        actions, needed = self.actions(names, None, taken={end.split(" ")[0]})
        self.events["clock"] = dict(names)
        return ([f"event clock({', '.join(f'{n}: {s}' for n, s in names.items())}) from clock"]
                + [f"  require {g}" for g in guards + needed] + [f"  due {due} + {self.one(('2 s', 'patience'))}"]
                + ([f"  {end}"] if self.chance(0.95) else []) + [f"  {a}" for a in actions])

    def without_now(self, names):
        while "now" in (formula := self.formulas.formula(names, 1)):
            pass
        return formula

    def actions(self, names, value, taken=()):
        """One to three actions at different places, and the guards that they need."""
        places = [(f"{n}.{f}", k) for n, s in names.items() if n != "d" for f, k in self.fields[s] if f not in ("cab", "since")]
        places += self.states
        self.random.shuffle(places)
        lines, needed = [], []
        for path, kind in [p for p in places if p[0] not in taken][: self.one((1, 1, 2, 3))]:
            self.action(path, kind, names, value, lines, needed)
        if self.chance(0.2) and "d" in names:
            # The same place twice where c and d are one.
            field, kind = self.one(self.fields["Cab"])
            if kind == "Bool":
                lines += [f"d.{field} = true"] + [f"c.{field} = false"] * (f"c.{field} = " not in "".join(lines))
        if self.chance(0.3):
            lines.append(self.notice(names))
        return lines, needed

    def notice(self, names):
        collections = [(f"{n}.{f}", k) for n, s in names.items() for f, k in self.fields[s] if k.split(" ")[0] in ("Queue", "Set")]
        if collections and self.chance(0.5):
            return f"notify each m in {self.one(collections)[0]} bye"
        who = self.one(names)
        return self.one((f"notify {who} hello({self.one(LEVELS)})", f"notify {who} hello(any)", f"notify {who} bye"))

    def action(self, path, kind, names, value, lines, needed):
        kind, _, sort = kind.partition(" ")
        careful = self.chance(0.93)
        if kind.endswith("-pairs"):
            return self.pair(path, kind.split("-")[0], [n for n, s in names.items() if s == sort], names, lines)
        if kind in ("Queue", "Set"):
            return self.membership(path, kind, sort, names, lines, needed, careful)
        if kind == "ref?":
            same = [n for n, s in names.items() if s == sort]
            lines.append(f"{path} = {self.one(same + ['none'])}")
        elif kind == "Time?":
            lines.append(f"{path} = {self.one(('now', 'now', 'none'))}")
        elif kind in ("Level", "Int") and value != "Level" and self.chance(0.6):
            up = self.chance(0.7)
            lines.append(f"{path} {'+=' if up else '-='} 1")
            if careful:
                needed.append(f"{path} < 3" if up else f"{path} > 0")
        else:
            written = {"Bool": ("true", "false", f"not {path}"), "Level": LEVELS, "Mode": MODES, "Phase": PHASES,
                       "Int": (0, 1)}[kind]
            new = "v" if value == kind else self.one(written)
            if self.chance(0.25):
                other = self.one(written)
                lines.append(f"case {self.formulas.atom(names, 0)}\n    {path} = {new}\n  otherwise\n    {path} = {other}")
                lines.sort(key=lambda line: line.startswith("case"))
                if sum(line.startswith("case") for line in lines) > 1:
                    lines.pop()
            elif self.chance(0.15) and "." in path:
                owner, field = path.split(".")
                v, sort = "x", names[owner]
                lines.append(f"each {v}: {sort} where {self.formulas.atom({v: sort}, 0)}: {v}.{field} = {self.one([w for w in written if '.' not in str(w)])}")
            else:
                lines.append(f"{path} = {new}")

    def pair(self, path, kind, same, names, lines):
        """One or two writes to pairs of that field, of which the second may be the same pair."""
        written = {"Bool": ("true", "false"), "Mode": MODES}[kind]
        for other in self.random.sample(same, self.one((1, 1, len(same)))) if same else ():
            place, new = f"{path}({other})", self.one(written)
            if self.chance(0.25):
                new = f"(if {self.formulas.atom(names, 0)} then {new} else {place})"
            lines.append(f"{place} = {new}")

    def membership(self, path, kind, sort, names, lines, needed, careful):
        same = [n for n, s in names.items() if s == sort]
        if not same or self.chance(0.1):
            lines.append(f"clear {path}")
            return
        member = self.one(same)
        if kind == "Set":
            lines.append(self.one((f"add {member} to {path}", f"remove {member} from {path}")))
        elif self.chance(0.6):
            lines.append(f"append {member} to {path}")
            needed += [f"{member} not in {path}"] * careful
        elif self.chance(0.5):
            lines.append(f"remove {member} from {path}")
            needed += [self.one((f"{member} in {path}", f"{member} is first m in {path}"))] * careful
        else:
            lines.append(f"move {member} to end of {path}")
            needed += [f"{member} in {path}"] * careful
