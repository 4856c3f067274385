"""Breadth-first search of all runs of a scope, as far as a budget goes."""


class Search:
    """`first[NAME]`: the shortest run that breaks that property, reaches it, or leaves an event without a value.

    Every run of up to `depth` steps was looked at. The length counts events, and stretches of time between them.
    `longest[NAME]`: how long the condition of that `bounded` or `prompt` was seen to last, in milliseconds.
    `happened`: the names of the events that some run has.
    """

    def __init__(self, system, depth, budget, stop=lambda first: False):
        """`budget`: the number of steps that are tried at most; `stop` ends the search early."""
        self.system, self.first, self.depth, self.states = system, {}, -1, 0
        self.budget, self.own, self.longest, self.happened = budget, {}, {}, set()
        self.seen, level = set(), []
        for start in system.starts():
            self.budget -= 1
            if self.budget < 0:
                return
            level.append((start, None, False))
            self.note(system.found_in(start), level[-1], None)
        self.depth = 0
        while self.depth < depth and not stop(self.first):
            level = self.next(level)
            if level is None:
                return
            self.depth += 1
            if not level:
                return

    def note(self, names, node, step):
        for name in names:
            self.first.setdefault(name, run(node, step))

    def next(self, level):
        """The nodes one step further on; none if the budget does not suffice."""
        found = []
        for node in level:
            state, _, passed = node
            undefined = {}
            steps = list(self.system.steps(state, undefined=undefined))
            for event, step in undefined.items():
                self.note(["defined " + event], node, step)
            self.own[state.key()] = [s.after.key() for s in steps if s.event.source in ("system", "clock")]
            if not passed:
                steps += self.system.passages(state)
            self.happened.update(s.event.name for s in steps if s.event)
            for step in steps:
                self.budget -= 1
                if self.budget < 0:
                    return None
                self.note(self.system.found_at(step), node, step)
                key = (step.after.key(), step.event is None)
                if key in self.seen:
                    continue
                self.seen.add(key)
                child = (step.after, (node, step), step.event is None)
                self.note(self.system.found_in(step.after), child, None)
                self.measure(step.after)
                found.append(child)
        return found

    def measure(self, state):
        """Keeps how long the condition of each `bounded` has lasted at most."""
        for (name, _), since in state.clocks.items():
            self.longest[name] = max(self.longest.get(name, 0), state.now - since)

    def turns(self):
        """Whether the server's own steps lead from a state back to it, all at one instant."""
        done, path = set(), set()
        for root in self.own:
            stack = [(root, iter(self.own[root]))]
            if root in done:
                continue
            path = {root}
            while stack:
                state, rest = stack[-1]
                following = next(rest, None)
                if following is None:
                    stack.pop()
                    path.discard(state)
                    done.add(state)
                elif following in path:
                    return True
                elif following not in done and following in self.own:
                    path.add(following)
                    stack.append((following, iter(self.own[following])))
        return False


def run(node, step):
    """The steps that lead to a node, and one more."""
    steps = [step] if step else []
    while node[1]:
        node, step = node[1]
        steps.insert(0, step)
    return steps
