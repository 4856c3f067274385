"""Reads the declarations of a rulebook; expressions are read by `syntax`."""

from syntax import DECLARATIONS, Event, Expressions, Field, Property, Rulebook, Type


class Declarations(Expressions):
    def rulebook(self):
        book = Rulebook()
        while self.next.kind != "end":
            word = self.name()
            if word not in DECLARATIONS:
                raise SyntaxError(f"line {self.next.line}: {word!r} begins no declaration")
            getattr(self, "read_" + word, lambda b: self.property(b, word))(book)
        return book

    def read_rulebook(self, book):
        book.name = self.name()
        self.expect("requirements")
        self.take()

    def read_omit(self, book):
        self.take()

    def read_sensitive(self, book):
        self.list(self.name)

    def read_type(self, book):
        name = self.name()
        self.expect("=")
        if self.next.kind == "number":
            low = int(self.take().text)
            self.expect("...")
            book.ranges[name] = (low, int(self.take().text))
        elif self.accept("Int"):
            book.units.add(name)
        else:
            values = [self.name()]
            while self.accept("|"):
                values.append(self.name())
            book.enumerations[name] = values

    def read_parameter(self, book):
        name = self.name()
        self.expect("=")
        book.parameters[name] = self.expression()

    def read_entity(self, book):
        name, fields = self.name(), {}
        while self.next.column > 0:
            f = self.field()
            fields[f.name] = f
        book.entities[name] = fields

    def read_state(self, book):
        f = self.field()
        book.states[f.name] = f

    def field(self):
        unique = self.accept("unique")
        if not self.accept("fixed"):
            self.accept("ghost")
        name = self.name()
        self.expect(":")
        kind, default = self.type(), None
        if self.accept("="):
            default = ("any",) if self.accept("any") else self.expression()
        return Field(name, kind, default, unique)

    def type(self):
        if self.accept("("):
            other = self.name()
            self.expect(")")
            self.expect("->")
            return Type("pairs", self.name(), self.accept("?"), other)
        name = self.name()
        if name in ("Queue", "Set"):
            self.expect("<")
            member = self.name()
            self.expect(">")
            return Type(name, member)
        return Type("value", name, self.accept("?"))

    def read_message(self, book):
        for name, parameters in self.list(lambda: (self.name(), self.parameters())):
            book.messages[name] = parameters

    def parameters(self):
        """Pairs of a name and its type; without parentheses none."""
        found = []
        if not self.accept("("):
            return found
        while not self.accept(")"):
            names = self.list(self.name)
            self.expect(":")
            kind = self.type()
            found += [(n, kind) for n in names]
            self.accept(",")
        return found

    def read_define(self, book):
        name, parameters = self.name(), self.parameters()
        self.expect("=")
        book.defines[name] = (parameters, self.expression())

    def read_every(self, book):
        self.expect("event")
        excepted = self.list(self.name) if self.accept("except") else []
        book.every.append((excepted, self.guards()))

    def guards(self):
        found = []
        while self.accept("require"):
            found.append(self.expression())
        return found

    def read_effect(self, book):
        book.effects[self.name()] = (self.parameters(), self.actions(0), self.cases())

    def read_event(self, book):
        name, parameters = self.name(), self.parameters()
        self.expect("from")
        source = self.name()
        results = self.list(self.result) if self.accept("->") else []
        guards = self.guards()
        due = self.sum() if self.accept("due") else None
        actions, cases, refusal = self.actions(0), self.cases(), None
        if self.accept("on", "refusal", "notify"):
            refusal = (self.path(), self.name(), self.arguments())
        book.events[name] = Event(name, parameters, source, results, guards, due, actions, cases, refusal)

    def result(self):
        new = self.accept("new")
        name = self.name()
        self.expect(":")
        return name, self.type(), new

    def cases(self):
        found = []
        while self.next.text in ("case", "otherwise") and self.next.column > 0:
            condition = self.expression() if self.take().text == "case" else None
            found.append((condition, self.actions(0)))
        return found

    def actions(self, margin):
        """The actions that stand further in than that column."""
        found = []
        while (
            self.next.kind == "name"
            and self.next.column > margin
            and self.next.text not in ("case", "otherwise", "on")
        ):
            found.append(self.action())
        return found

    def action(self):
        column = self.next.column
        if self.accept("append"):
            member = self.sum()
            self.expect("to")
            return ("append", member, self.path())
        if self.accept("move"):
            member = self.sum()
            for word in ("to", "end", "of"):
                self.expect(word)
            return ("move", member, self.path())
        if self.accept("add"):
            member = self.sum()
            self.expect("to")
            return ("add", member, self.path())
        if self.accept("remove"):
            member = self.sum()
            self.expect("from")
            return ("remove", member, self.path())
        if self.accept("clear"):
            return ("clear", self.path())
        if self.accept("notify", "each"):
            binder, where = self.one()
            return ("notifyEach", binder, where, self.name(), self.arguments() or [])
        if self.accept("notify"):
            return ("notify", self.path(), self.name(), self.arguments() or [])
        if self.accept("each"):
            line = self.next.line
            binder, where = self.one()
            self.expect(":")
            inner = [self.action()] if self.next.line == line else self.actions(column)
            return ("each", binder, where, inner)
        path = self.path()
        if path[0] == "call":
            return ("effect", path[1], path[2])
        return ("write", path, self.take().text, self.expression())

    def property(self, book, kind):
        name, events = self.name(), None
        if self.accept("at") or self.accept("after"):
            events = "every" if self.accept("every", "event") else self.list(self.name)
        if self.next.kind == "text":
            self.take()
        binders, where, body, limit = [], None, None, None
        if kind in ("bounded", "prompt") and self.accept("all"):
            binders, where = self.bound()
        if kind == "measure":
            self.expect("count")
            binders, where = [self.binder()[0]], self.expression() if self.accept("where") else None
        else:
            body = self.expression()
        if kind in ("bounded", "prompt"):
            for word in ("lasts", "at", "most"):
                self.expect(word)
            limit = self.sum()
        book.properties.append(Property(kind, name, events, binders, where, body, limit))


def read(text):
    return Declarations(text).rulebook()
