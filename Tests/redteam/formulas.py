"""Random formulas over the fields of a random rulebook. Each is legal by its making: an optional is read only where it
is known to be there."""

LEVELS, MODES, PHASES = range(4), ("red", "green", "blue"), ("open", "shut")
SPANS = ("2 s", "5 s", "patience")
FLAT = ("Bool", "Level", "Mode", "Phase", "Int")


class Formulas:
    """`fields`: of each sort, pairs of a name and a kind: `Bool`, `Level`, `Mode`, `Phase`, `Int`, `Time?`, `Time`, or
    `ref?`, `ref`, `Queue`, `Set` with the sort behind it. `states` is the same of no sort."""

    def __init__(self, random, fields, states):
        self.random, self.fields, self.states, self.fresh = random, fields, states, 0

    def one(self, choices):
        return self.random.choice(list(choices))

    def chance(self, share):
        return self.random.random() < share

    def variable(self, sort):
        self.fresh += 1
        return f"{sort[0].lower()}{self.fresh}"

    def formula(self, names, depth=2):
        """`names`: variables with their sorts."""
        if depth == 0 or self.chance(0.3):
            return self.atom(names, depth)
        a, b = self.formula(names, depth - 1), self.formula(names, depth - 1)
        shape = self.one(("not", "and", "and", "or", "or", "implies", "iff", "if"))
        if shape == "not":
            return f"not ({a})"
        if shape == "if":
            return f"(if ({self.atom(names, 0)}) then ({a}) else ({b}))"
        return f"({a}) {shape} ({b})"

    def atom(self, names, depth):
        if depth > 0 and self.chance(0.3):
            return self.quantified(names, depth - 1)
        if self.states and (not names or self.chance(0.15)):
            name, kind = self.one(self.states)
            return self.about(name, kind, names)
        if not names:
            return self.quantified(names, 0)
        name, sort = self.one(names.items())
        same = [n for n, s in names.items() if s == sort and n != name]
        if same and self.chance(0.15):
            return f"{name} is {self.one(same)}"
        field, kind = self.one(self.fields[sort])
        return self.about(f"{name}.{field}", kind, names)

    def quantified(self, names, depth):
        sort = self.one(self.fields)
        v = self.variable(sort)
        inner = self.formula({**names, v: sort}, depth)
        shape = self.random.randrange(5)
        if shape == 0:
            return f"((count {v}: {sort} where {inner}) {self.one(('<', '<=', '>', 'is'))} {self.random.randrange(3)})"
        where = f" where {self.atom({**names, v: sort}, 0)}" if shape == 1 else ""
        return f"({self.one(('all', 'some', 'no'))} {v}: {sort}{where}: {inner})"

    def about(self, path, kind, names):
        """An atom about what stands at a path."""
        kind, _, sort = kind.partition(" ")
        if kind.endswith("-pairs"):
            return self.pair(path, kind.split("-")[0], sort, names)
        if kind == "Bool":
            return self.one((path, f"not {path}", f"{path} is true"))
        if kind == "Level":
            return self.one((f"{path} is {self.one(LEVELS)}", f"{path} < {self.one((1, 2, 3))}", f"1 <= {path} < 3",
                             f"{path} in {{0, {self.one(LEVELS)}}}"))
        if kind == "Int":
            return f"{path} {self.one(('is', '<', '<=', '>', '>='))} {self.random.randrange(3)}"
        if kind == "Mode":
            return self.one((f"{path} is {self.one(MODES)}", f"{path} is not {self.one(MODES)}",
                             f"{path} in {{red, {self.one(('green', 'blue'))}}}"))
        if kind == "Phase":
            return f"{path} is {self.one(PHASES)}"
        if kind in ("Time", "Time?"):
            known = f"{path} is not none and " if kind == "Time?" else ""
            return self.one(([f"{path} is none"] if known else []) + [
                f"({known}now {self.one(('<', '<=', '>', '>='))} {path} + {self.one(SPANS)})",
                f"({known}{path} {self.one(('<', 'is'))} now)"])
        same = [n for n, s in names.items() if s == sort]
        if kind in ("ref", "ref?"):
            known = f"{path} is not none and " if kind == "ref?" else ""
            choices = [f"({known}{self.about(f'{path}.{f}', k, {})})" for f, k in self.fields[sort] if k in ("Bool", "Level")]
            choices += [f"{path} is {n}" for n in same] + ([f"{path} is none"] if known else [])
            return self.one(choices or ["true"])
        return self.members(path, kind, sort, same)

    def pair(self, path, kind, sort, names):
        """An atom about a value for somebody at hand, or for whom a quantifier says."""
        same = [n for n, s in names.items() if s == sort]
        if same and self.chance(0.7):
            return f"({self.about(f'{path}({self.one(same)})', kind, {})})"
        v = self.variable(sort)
        return f"({self.one(('some', 'no', 'all'))} {v}: {sort}: {self.about(f'{path}({v})', kind, {})})"

    def members(self, path, kind, sort, same):
        v = self.variable(sort)
        plain = [(f, k) for f, k in self.fields[sort] if k in FLAT]
        inner = self.about(f"{v}.{(field := self.one(plain))[0]}", field[1], {}) if plain else f"{v} is {v}"
        choices = [f"({self.one(('some', 'no', 'all'))} {v} in {path}: {self.one(('true', inner))})",
                   f"((count {v} in {path}) {self.one(('<', '>', 'is'))} {self.one((1, 2))})"]
        for n in same:
            choices += [f"{n} in {path}", f"{n} not in {path}"]
            if kind == "Queue":
                choices += [f"({n} is {self.one(('first', 'last'))} {v} in {path})",
                            f"({n} is first {v} in {path} where {inner})"]
        if kind == "Queue" and len(same) > 1:
            choices.append(f"{same[0]} ahead of {same[1]} in {path}")
        return self.one(choices)
