"""Holds the program against random rulebooks: `redteam.py PROGRAM COUNT SEED FOLDER [--small]`.

Each disagreement is told, and its rulebook with its traces is kept in FOLDER/SEED. Exit 1 if there is one. With `--small`
rulebooks and searches are small, and only some certificates are looked at.
"""

import shutil
import sys
from collections import Counter
from pathlib import Path

from comparison import Comparison


def main(program, count, first, folder, small):
    counts, failed = Counter(), 0
    for seed in range(first, first + count):
        place = Path(folder) / str(seed)
        compared = Comparison(program, place, seed, small)
        counts += compared.counts
        if compared.disagreements:
            failed += 1
            for sentence in compared.disagreements:
                print(f"{seed}: {sentence}", flush=True)
            (place / "disagreements.txt").write_text("\n".join(compared.disagreements) + "\n")
        else:
            shutil.rmtree(place)
        if not small and (seed - first) % 10 == 9:
            print(f"{seed - first + 1} rulebooks, {failed} with disagreements", file=sys.stderr, flush=True)
    for kind, number in sorted(counts.items()):
        print(f"{number:6}  {kind}")
    print(f"{count} rulebooks, {failed} with disagreements" + (f", kept in {folder}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    arguments = [a for a in sys.argv[1:] if a != "--small"]
    sys.exit(main(arguments[0], int(arguments[1]), int(arguments[2]), arguments[3], "--small" in sys.argv))
