"""What a random rulebook claims. Many candidates are held against a search; of those that are broken or reached within a
few steps, and of those that are not, some of each are taken."""

from random import Random

from declarations import read
from rulebooks import Draft
from search import Search
from state import Undefined
from system import System


def scope(book, several, introduced):
    return {s: introduced if s in book.introduced() else several for s in book.entities}


class Claims:
    def __init__(self, draft):
        self.draft, self.formulas, self.chance, self.one = draft, draft.formulas, draft.chance, draft.one
        self.count = 0

    def name(self, kind):
        self.count += 1
        return f"{kind}{self.count}"

    def invariant(self):
        sort = self.one(self.draft.fields)
        v = self.formulas.variable(sort)
        names = {v: sort}
        where = f" where {self.formulas.atom(names, 0)}" if self.chance(0.3) else ""
        shape = self.one(("all", "all", "all", "no"))
        if where and self.chance(0.5):
            body = self.formulas.atom(names, 0)
        else:
            body = self.formulas.formula(names, self.one((0, 1, 2)))
        return f"invariant {self.name('holds')}\n  {shape} {v}: {sort}{where}: {body}"

    def step(self):
        event, names = self.one(self.draft.events.items())
        old = {n: s for n, s in names.items() if n != "ride"}
        was = f"before({self.formulas.formula(old, 1)})"
        told = f"notified({self.one(old)}, {self.one(('bye', 'hello(any)', 'hello(2)'))})"
        body = self.one((f"{was} implies ({self.formulas.formula(names, 1)})", self.formulas.formula(names, 1), was,
                         f"{told} implies ({self.formulas.formula(names, 1)})", f"not {told}"))
        return f"step {self.name('step')} after {event}\n  {body}"

    def reach(self):
        if self.chance(0.4):
            event, names = self.one(self.draft.events.items())
            old = {n: s for n, s in names.items() if n != "ride"}
            return (f"reach {self.name('met')} after {event}\n"
                    f"  before({self.formulas.formula(old, 1)}) and ({self.formulas.formula(names, 1)})")
        sort = self.one(self.draft.fields)
        v = self.formulas.variable(sort)
        return f"reach {self.name('met')}\n  some {v}: {sort}: {self.formulas.formula({v: sort}, 2)}"

    def lasting(self, kind):
        sort = self.one(self.draft.fields)
        v = self.formulas.variable(sort)
        limit = self.one(("3 s", "patience", "9 s"))
        return f"{kind} {self.name(kind)}\n  all {v}: {sort}: ({self.draft.without_now({v: sort})}) lasts at most {limit}"


def random_rulebook(seed, small=False):
    """The text of a rulebook."""
    draft = Draft(seed, small)
    claims, random = Claims(draft), Random(seed)
    base = "\n".join(draft.text) + "\n"
    if random.random() < 0.15:
        base += "\n" + claims.lasting("prompt") + "\n"
    candidates = [claims.invariant() for _ in range(14)] + [claims.step() for _ in range(6)] + [claims.reach() for _ in range(6)]
    if random.random() < 0.35:
        candidates.append(claims.lasting("bounded"))
    book = read(base + "\n".join(candidates))
    try:
        first = Search(System(book, scope(book, 1, 1)), 4, 1500).first
    except Undefined:
        first = {}
    chosen = []
    for kind, most in (("invariant", 1 if small else 2), ("step", 1), ("reach", 1), ("bounded", 1)):
        of_kind = [c for c in candidates if c.startswith(kind)]
        depth = lambda c: len(first.get(c.split()[1], ()))
        deep = [c for c in of_kind if depth(c) > 0]
        deep.sort(key=depth, reverse=True)
        never = [c for c in of_kind if c.split()[1] not in first]
        # The program looks longest for what it neither proves nor finds.
        rare = small and kind in ("reach", "step") and seed % 20 != 7
        chosen += deep[:most] + ([] if rare else never[:most])
    return base + "\n" + "\n\n".join(chosen) + "\n"
