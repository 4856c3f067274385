"""Makes the dossiers that `check.py` opens: MyTaxiService with a trace and a map, and one with very many findings."""

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


def main():
    medallion, root, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    model, traces = "Models/MyTaxiService", "Traces/MyTaxiService/violates"
    report(
        medallion, root,
        [f"{model}/MyTaxiService.rulebook", f"{traces}/accepted-after-the-window.jsonl",
         "--zones", f"{model}/zones.geojson", "--city", f"{model}/city.geojson"], folder / "city.html")
    many(folder)
    report(medallion, folder, ["Lift.rulebook", "many.jsonl"], folder / "many.html")


if __name__ == "__main__":
    main()
