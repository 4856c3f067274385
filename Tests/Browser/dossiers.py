"""Makes the dossiers that `check.py` opens: MyTaxiService with a trace and a map, one with very many findings, and one
with a large map and a large fleet."""

import json
import os
import subprocess
import sys
from pathlib import Path

MANY = 10_000
# Names of entities that were chosen to be more than text.
HOSTILE = [
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "{{rulebook}}",
]
RULEBOOK = """rulebook Lift
requirements "requirements.tsv"

entity Lift
  load: Int = 0

event enter(lift: Lift) from rider
  require lift.load < 3 [L1]
  lift.load += 1

event leave(lift: Lift) from rider
  require lift.load > 0
  lift.load -= 1

invariant light [L1] "Never more than the lift bears."
  all l: Lift: l.load <= 3
"""

SIDE, CABS = 20, 2_000
FLEET = """rulebook Fleet
requirements "requirements.tsv"

entity District
  rank: Queue<Cab>

entity Cab
  district: District = any

event drive(cab: Cab, into: District) from driver
  require no d: District: cab in d.rank [L1]
  cab.district = into

event line(cab: Cab) from driver
  require no d: District: cab in d.rank
  append cab to cab.district.rank

invariant alone "A rank has one cab."
  all d: District, a: Cab, b: Cab: a in d.rank and b in d.rank implies a is b
"""


def report(medallion, root, arguments, output):
    command = [medallion, "report", *map(str, arguments), "--date", "2027-03-31", "-o", str(output)]
    code = subprocess.run(command, cwd=root).returncode
    if code != 1:
        sys.exit(f"{' '.join(command)}: exit {code}")


def many(folder):
    """A trace in which every line is a finding: an empty lift is left."""
    (folder / "requirements.tsv").write_text("id\tsource\tkind\trequirement\nL1\ta\tstate\tThree at most.\n")
    (folder / "Lift.rulebook").write_text(RULEBOOK)
    with open(folder / "many.jsonl", "w") as file:
        for index in range(MANY):
            name = HOSTILE[index] if index < len(HOSTILE) else f"L{index % 700}"
            print(json.dumps({"at": index * 1000, "event": "leave", "lift": name}), file=file)


def grid(folder):
    """A large map with a large fleet, most of it in a few districts."""
    name = lambda index: f"D{index % SIDE}-{index // SIDE}"
    squares = []
    for index in range(SIDE * SIDE):
        x, y = index % SIDE / 100, index // SIDE / 100
        ring = [[x, y], [x + 0.01, y], [x + 0.01, y + 0.01], [x, y + 0.01], [x, y]]
        ring = [[round(a, 2), round(b, 2)] for a, b in ring]
        squares.append({"type": "Feature", "properties": {"zone": name(index)},
                        "geometry": {"type": "Polygon", "coordinates": [ring]}})
    (folder / "grid.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": squares}))
    (folder / "Fleet.rulebook").write_text(FLEET)
    places = {f"C{index}": name(index * index % (SIDE * SIDE)) for index in range(CABS)}
    lines = [{"at": 0, "observe": {"district": places}}]
    lines += [{"at": index * 1000, "event": "line", "cab": f"C{index}"} for index in range(1, 400)]
    lines += [{"at": 500_000, "event": "drive", "cab": "C7", "into": name(0)}]
    (folder / "fleet.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def main():
    medallion, root, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    model, traces = "Models/MyTaxiService", "Traces/MyTaxiService/violates"
    # The trace has its taxis in the zone Z1, which is none of the map.
    trace = (root / traces / "accepted-after-the-window.jsonl").read_text().replace('"Z1"', '"Old Town"')
    (folder / "city.jsonl").write_text(trace)
    report(
        medallion, root,
        [f"{model}/MyTaxiService.rulebook", folder / "city.jsonl",
         "--zones", f"{model}/zones.geojson", "--city", f"{model}/city.geojson"], folder / "city.html")
    many(folder)
    report(medallion, folder, ["Lift.rulebook", "many.jsonl"], folder / "many.html")
    grid(folder)
    report(medallion, folder, ["Fleet.rulebook", "fleet.jsonl", "--zones", "District=grid.geojson"], folder / "fleet.html")


if __name__ == "__main__":
    main()
