"""Reads a rulebook: text to declarations and expressions, by the grammar of Documentation/Rulebook.md.

Expressions and actions are plain tuples whose first element says what they are. Citations are left out. A mistake is a
`SyntaxError`: mistakes are told well by the program, here they only have to stop the comparison.
"""

import re
from dataclasses import dataclass, field

TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|\[[^\]\n]*\])|(?P<text>\"[^\"\n]*\")|(?P<number>\d+)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<symbol>\.\.\.|->|\+=|-=|<=|>=|[-+*/<>=(){}.,:|?!])"
)
DECLARATIONS = set(
    "rulebook omit type sensitive parameter entity state message define every effect event invariant lemma step reach"
    " assume axiom bounded prompt measure".split()
)
WORDS = set(
    "and or not implies iff all some no where is in ahead of first last best by count if then else before exists"
    " notified any none now true false rounded up down require due case otherwise on refusal notify append move to end"
    " add remove from clear each lasts at most after new".split()
)
MILLISECONDS = {"ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "day": 86_400_000, "days": 86_400_000}


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Type:
    """`shape` is `value`, `Queue`, `Set` or `pairs`; `name` that of the value or of the members."""

    shape: str
    name: str
    optional: bool = False
    other: str = ""  # of pairs the sort of the other entity


@dataclass
class Field:
    name: str
    type: Type
    default: object  # an expression, ("any",), or None: the event that introduces the entity gives it
    unique: bool = False


@dataclass
class Event:
    name: str
    parameters: list  # of (name, Type)
    source: str
    results: list  # of (name, Type, is new)
    guards: list
    due: object
    actions: list
    cases: list  # of (condition or None, actions)
    refusal: object


@dataclass
class Property:
    kind: str
    name: str
    events: object  # names, "every", or None
    binders: list
    where: object
    body: object
    limit: object = None


@dataclass
class Rulebook:
    name: str = ""
    enumerations: dict = field(default_factory=dict)
    ranges: dict = field(default_factory=dict)
    units: set = field(default_factory=set)
    parameters: dict = field(default_factory=dict)
    entities: dict = field(default_factory=dict)  # name to its fields by name
    states: dict = field(default_factory=dict)
    messages: dict = field(default_factory=dict)
    defines: dict = field(default_factory=dict)  # name to (parameters, expression)
    effects: dict = field(default_factory=dict)  # name to (parameters, actions, cases)
    every: list = field(default_factory=list)  # of (excepted events, guards)
    events: dict = field(default_factory=dict)
    properties: list = field(default_factory=list)

    def introduced(self):
        """The sorts of which there are none at the start."""
        return {t.name for e in self.events.values() for _, t, new in e.results if new}


def tokens(text):
    found, at, line, start = [], 0, 1, 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise SyntaxError(f"line {line}: {text[at]!r}")
        if match.lastgroup != "space":
            found.append(Token(match.lastgroup, match.group(), line, at - start))
        for newline in re.finditer("\n", match.group()):
            line, start = line + 1, at + newline.end()
        at = match.end()
    return found + [Token("end", "", line, 0)]


class Expressions:
    """The expressions of the grammar, from the loosest to the tightest."""

    def __init__(self, text):
        self.tokens, self.at = tokens(text), 0

    @property
    def next(self):
        return self.tokens[self.at]

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def accept(self, *texts):
        """Takes these tokens if they are the next."""
        ahead = self.tokens[self.at : self.at + len(texts)]
        if [t.text for t in ahead] != list(texts):
            return False
        self.at += len(texts)
        return True

    def expect(self, text):
        if not self.accept(text):
            raise SyntaxError(f"line {self.next.line}: {text!r} expected, not {self.next.text!r}")

    def name(self):
        token = self.take()
        if token.kind != "name":
            raise SyntaxError(f"line {token.line}: a name expected, not {token.text!r}")
        return token.text

    def list(self, element):
        elements = [element()]
        while self.accept(","):
            elements.append(element())
        return elements

    def expression(self):
        left = self.disjunction()
        if self.accept("implies"):
            return ("implies", left, self.expression())
        if self.accept("iff"):
            return ("iff", left, self.disjunction())
        return left

    def disjunction(self):
        left = self.conjunction()
        while self.accept("or"):
            left = ("or", left, self.conjunction())
        return left

    def conjunction(self):
        left = self.negation()
        while self.accept("and"):
            left = ("and", left, self.negation())
        return left

    def negation(self):
        if self.accept("not"):
            return ("not", self.negation())
        if self.next.text in ("all", "some", "no"):
            return ("quantifier", self.take().text, *self.bound(), self.expression())
        return self.comparison()

    def bound(self):
        binders = self.binders()
        where = self.expression() if self.accept("where") else None
        self.expect(":")
        return binders, where

    def binders(self):
        """A list of (name, sort or None, path or None)."""
        return [b for group in self.list(self.binder) for b in group]

    def binder(self):
        names = self.list(self.name)
        if self.accept(":"):
            sort = self.name()
            return [(n, sort, None) for n in names]
        self.expect("in")
        path = self.path()
        return [(n, None, path) for n in names]

    def one(self):
        """A binder with what stands after `where`."""
        return self.binder()[0], self.expression() if self.accept("where") else None

    def comparison(self):
        left = self.sum()
        if self.accept("is"):
            negated = self.accept("not")
            if self.next.text in ("first", "last", "best"):
                which = self.take().text
                binder, where = self.one()
                by = None
                if which == "best":
                    self.expect("by")
                    by = self.sum()
                compared = ("pick", left, which, binder, where, by)
            else:
                compared = ("is", left, self.sum())
            return ("not", compared) if negated else compared
        negated = self.accept("not")
        if negated or self.next.text == "in":
            self.expect("in")
            if self.accept("{"):
                found = ("among", left, self.list(self.sum))
                self.expect("}")
            else:
                found = ("in", left, self.path())
            return ("not", found) if negated else found
        if self.accept("ahead"):
            self.expect("of")
            other = self.sum()
            self.expect("in")
            return ("ahead", left, other, self.path())
        if self.next.text not in ("<", "<=", ">", ">="):
            return left
        order, middle = self.take().text, self.sum()
        first = ("order", order, left, middle)
        if self.next.text not in ("<", "<=", ">", ">="):
            return first
        return ("and", first, ("order", self.take().text, middle, self.sum()))

    def sum(self):
        left = self.term()
        while self.next.text in ("+", "-"):
            left = (self.take().text, left, self.term())
        return left

    def term(self):
        left = self.operand()
        while self.next.text in ("*", "/"):
            left = (self.take().text, left, self.operand())
        if self.accept("rounded"):
            left = ("rounded", self.take().text, left)
        return left

    def operand(self):
        token = self.next
        if token.kind == "number":
            self.take()
            unit = self.next
            if unit.kind == "name" and unit.line == token.line and unit.text not in WORDS:
                self.take()
                return ("literal", int(token.text) * MILLISECONDS.get(unit.text, 1))
            return ("literal", int(token.text))
        if self.accept("("):
            inner = self.expression()
            self.expect(")")
            return inner
        if self.accept("-"):
            return ("-", ("literal", 0), self.operand())
        for word, value in (("true", True), ("false", False), ("none", None)):
            if self.accept(word):
                return ("literal", value)
        if self.accept("now"):
            return ("now",)
        if self.accept("count"):
            return ("count", *self.one())
        if self.accept("if"):
            condition = self.expression()
            self.expect("then")
            then = self.expression()
            self.expect("else")
            return ("if", condition, then, self.expression())
        if self.accept("before", "("):
            if self.accept("exists"):
                inner = ("exists", self.path())
            else:
                inner = ("before", self.expression())
            self.expect(")")
            return inner
        if self.accept("notified", "("):
            recipient = self.expression()
            self.expect(",")
            message = self.name()
            inner = ("notified", recipient, message, self.arguments())
            self.expect(")")
            return inner
        return self.path()

    def path(self):
        name = self.name()
        path = ("call", name, self.arguments()) if self.next.text == "(" else ("name", name)
        while True:
            if self.accept("."):
                path = ("field", path, self.name())
                if self.accept("("):
                    path = ("pair", *path[1:], self.expression())
                    self.expect(")")
            elif self.accept("!"):
                path = ("sure", path)
            else:
                return path

    def arguments(self):
        """`None` if there are no parentheses."""
        if not self.accept("("):
            return None
        if self.accept(")"):
            return []
        found = self.list(lambda: ("any",) if self.accept("any") else self.expression())
        self.expect(")")
        return found
