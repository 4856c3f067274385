"""Holds what the program says of one rulebook against the interpreter and its search."""

import json
import subprocess
from collections import Counter
from pathlib import Path
from random import Random

from declarations import read
from properties import random_rulebook, scope
from runs import Shown, scope_of
from search import Search
from system import System
from traces import Walk, written

HONEST = """#!/bin/sh
# A solver that gives the answer that a script expects.
[ "$1" = --version ] && echo honest 1 && exit
sed -n 's/.*:status \\([a-z]*\\).*/\\1/p' "$1"
"""
GOOD = ("proved", "reached", "unneeded", "assumed")


def listed(counts):
    return ",".join(f"{sort}={number}" for sort, number in counts.items())


class Comparison:
    """`disagreements` are sentences; `counts` what was looked at."""

    def __init__(self, program, folder, seed, small):
        self.program, self.folder, self.seed, self.small = program, Path(folder), seed, small
        self.budget = 2000 if small else 20_000
        self.disagreements, self.counts = [], Counter()
        self.text = random_rulebook(seed, small)
        self.book = read(self.text)
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "empty.tsv").write_text("id\tsource\tkind\trequirement\n")
        (self.folder / "random.rulebook").write_text(self.text)
        self.searches = {}
        self.verify()
        if (not small or seed % 4 == 0) and not self.disagreements:
            self.certify()
        if any(p.kind == "bounded" for p in self.book.properties):
            self.bounds()
        self.replay()

    def disagree(self, sentence):
        self.disagreements.append(sentence)

    def run(self, command, *arguments):
        result = subprocess.run(
            [self.program, command, "random.rulebook", *arguments, "--format", "json"], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        if result.returncode not in (0, 1, 3):
            self.disagree(f"{command} ends with {result.returncode}: {result.stderr[-400:]}")
            return result.returncode, None
        return result.returncode, json.loads(result.stdout)

    def search(self, counts):
        """The search of that scope, done once."""
        key = tuple(sorted(counts.items()))
        if key not in self.searches:
            self.searches[key] = Search(System(self.book, counts), 6, self.budget)
        return self.searches[key]

    # Verdicts

    def verify(self):
        several = 2 if self.seed % 3 == 0 and not self.small else 1
        counts = scope(self.book, several, 1)
        # What the time leaves open makes no claim, so nothing depends on the speed of the machine but what is looked at.
        limit = ["--time", "1s"] if self.small else []
        code, document = self.run("verify", "--steps", "4", "--rlimit", "1000000", "--scope", listed(counts), *limit)
        if document is None:
            return
        self.ended = "ended" in document
        verdicts = {p["verdict"] for p in document["properties"]}
        impossible = {e["name"] for e in document["events"] if e["possibility"] == "impossible"}
        is_right = verdicts <= set(GOOD) and not impossible
        self.code = 1 if verdicts & {"refuted", "unreachable"} else 0 if is_right else 3
        if code != self.code:
            self.disagree(f"verify ends with {code}, its verdicts are {sorted(verdicts)}")
        small = [self.search(counts), self.search(scope(self.book, 3 - several, 2))]
        for name in impossible:
            self.counts["event impossible"] += 1
            if any(name in search.happened for search in small):
                self.disagree(f"the event {name} is said to be impossible, and happens")
        for p in document["properties"]:
            if p["kind"] not in ("toolMade", "measure", "axiom"):
                self.counts[f"{p['kind']} {p['verdict']}"] += 1
                self.verdict(p, small)

    def verdict(self, p, searches):
        name = f"defined {p['name']}" if p["kind"] == "defined" else p["name"]
        shown = f"{p['kind']} {p['name']} is {p['verdict']}"
        if p["verdict"] in ("proved", "unreachable"):
            for search in searches:
                if name in search.first:
                    self.disagree(f"{shown}, but: {search.first[name]}")
                if p["kind"] == "zeno" and search.turns():
                    self.disagree(f"{shown}, but the server's own steps go round")
        elif "run" in p:
            self.shown(p, name, shown)
        elif p.get("scope") is not None and "onlySomeOf" not in p and p["kind"] != "zeno":
            self.counts["searched whole"] += 1
            run = self.search(scope_of(self.book, p["scope"].split())).first.get(name)
            if run is not None and len(run) <= p.get("steps", len(run)):
                self.disagree(f"{shown}, none of the runs of up to {p.get('steps')} steps breaks it, but: {run}")

    def shown(self, p, name, shown):
        run = p["run"]
        replayed = Shown(self.book, run, p["kind"], p["name"])
        self.counts["runs followed"] += 1
        if replayed.problem:
            self.disagree(f"{shown}, its run is none: {replayed.problem}")
        elif not replayed.found:
            self.disagree(f"{shown}, its run ends in nothing of the kind")
        if run["isShortest"] and p["kind"] != "zeno":
            self.counts["shortest"] += 1
            own = self.search(scope_of(self.book, run["scope"])).first.get(name)
            if own is not None and len(own) < len(run["steps"]):
                self.disagree(f"{shown}, no run is said to be shorter than {len(run['steps'])} steps, but: {own}")

    def certify(self):
        solver = self.folder / "honest"
        solver.write_text(HONEST)
        solver.chmod(0o755)
        code, document = self.run("certify", "--solver", "./honest")
        if document is not None:
            self.counts["certified"] += 1
            if not self.ended and (code == 0) != (self.code == 0):
                self.disagree(f"certify ends with {code}, verify with {self.code}")

    def bounds(self):
        counts = scope(self.book, 1, 1)
        code, document = self.run("bounds", "--steps", "4", "--rlimit", "1000000", "--jobs", "1", "--scope", listed(counts))
        for bound in document["bounds"] if document else []:
            self.counts[f"bound {bound['verdict']}"] += 1
            for search in list(self.searches.values()):
                longest = search.longest.get(bound["name"], 0)
                if bound["verdict"] == "proved" and longest > bound.get("limit", longest):
                    self.disagree(f"bounds: {bound['name']} is at most {bound['limit']}, but {longest} was seen")
                for whole in bound.get("longest", []):
                    same = scope_of(self.book, whole["scope"]) == search.system.scope
                    if same and "onlySomeOf" not in whole and longest > whole.get("length", 0):
                        self.disagree(f"bounds: {bound['name']} lasts at most {whole.get('length')} in {whole['scope']},"
                                      f" but {longest} was seen")

    # Traces

    def replay(self):
        random, expected = Random(self.seed), []
        for number in range(4):
            system = System(self.book, scope(self.book, random.choice((1, 2)), 3))
            walk = Walk(system, random.random(), 8)
            self.trace(f"legal{number}", walk, None, expected)
            kind = walk.fault()
            if kind:
                self.trace(f"fault{number}", walk, kind, expected)
        code, document = self.run("replay", *(name for name, *_ in expected))
        if document is None:
            return
        for (name, line, kind, broken), trace in zip(expected, document["traces"]):
            found = [f for f in trace["findings"] if f["kind"] != "property"]
            self.counts[f"trace {kind or 'legal'} {trace['verdict']}"] += 1
            if trace["rejected"]:
                self.disagree(f"replay: {name} is not read: {trace['rejected'][:1]}")
            elif kind is None:
                wrong = found + [f for f in trace["findings"] if f["kind"] == "property" and f["rule"] not in broken]
                # A trace without an event is inconclusive.
                if trace["events"] > 0 and trace["verdict"] == "inconclusive":
                    self.disagree(f"replay: {name} is legal and all is observed, but inconclusive: {trace['undecided']}")
                if wrong:
                    f = wrong[0]
                    self.disagree(f"replay: {name} is legal, but line {f['line']}: {f['kind']} {f['rule']}")
            elif trace["verdict"] != "violates" or all(f["line"] != line for f in found):
                told = [(f["line"], f["kind"], f["rule"]) for f in found]
                self.disagree(f"replay: {name} is illegal ({kind}) at line {line}, but {trace['verdict']} with {told}")

    def trace(self, name, walk, kind, expected):
        (self.folder / f"{name}.jsonl").write_text(written(walk.lines))
        expected.append((f"{name}.jsonl", len(walk.lines), kind, set(walk.found)))
