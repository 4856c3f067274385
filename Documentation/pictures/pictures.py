"""Makes the pictures of README.md: a page of a dossier, a counterexample step by step, a run in a terminal."""

import html
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

medallion = Path(sys.argv[1]).resolve()
pictures = Path(__file__).resolve().parent
root = pictures.parent.parent
MODEL = "Models/MyTaxiService"
TRACE = "Traces/MyTaxiService/violates/accepted-after-the-window.jsonl"
CODE = "Traces/MyTaxiService/violates/boarded-with-the-wrong-code.jsonl"
# The line without which nobody is told which taxi comes.
DELETED = "notify request.passenger taxiComing"


def report(folder, *arguments):
    command = [medallion, "report", *arguments, "--date", "2026-11-27", "-o", folder / "dossier.html"]
    if subprocess.run(command, cwd=root).returncode != 1:
        sys.exit("the dossier was not made")


def variant(folder):
    shutil.copytree(root / MODEL, folder / "variant")
    rulebook = folder / "variant/MyTaxiService.rulebook"
    lines = rulebook.read_text().splitlines(keepends=True)
    rulebook.write_text("".join(line for line in lines if DELETED not in line))
    return rulebook


def dossier(browser, folder):
    report(
        folder, f"{MODEL}/MyTaxiService.rulebook", TRACE, "--zones", f"{MODEL}/zones.geojson",
        "--city", f"{MODEL}/city.geojson")
    page = browser.new_page(viewport={"width": 1080, "height": 860})
    page.goto((folder / "dossier.html").as_uri())
    page.screenshot(path=pictures / "dossier.png")
    page.close()


def counterexample(browser, folder):
    report(folder, variant(folder))
    page = browser.new_page(viewport={"width": 1080, "height": 1000})
    page.goto((folder / "dossier.html").as_uri() + "#run-incomingTaxi")
    box = page.locator("#run-incomingTaxi .explorer")
    box.focus()
    page.keyboard.press("End")
    page.evaluate("document.activeElement.blur()")
    box.screenshot(path=pictures / "counterexample.png")
    page.close()


COLORS = {"31": "#ff938a", "32": "#6fdd8b", "33": "#f0c060", "34": "#79c0ff", "36": "#56d4dd"}


def terminal():
    """What a person sees: the output on a terminal, its colours as those of the picture."""
    arguments = ["replay", f"{MODEL}/MyTaxiService.rulebook", CODE]
    written = bytearray()

    def read(descriptor):
        data = os.read(descriptor, 1 << 16)
        written.extend(data)
        # Nothing would end it.
        return data

    os.chdir(root)
    os.environ["TERM"], os.environ["COLUMNS"] = "xterm", "100"
    pty.spawn([str(medallion), *arguments], read)
    lines = [f"$ medallion {arguments[0]} {arguments[1]} \\", f"    {arguments[2]}"]
    # What a progress line showed is overwritten.
    shown = re.sub("[^\n]*\r(?!\n)(\x1b\\[K)?", "", written.decode())
    lines += shown.replace("\r", "").rstrip("\n").split("\n")
    size, height, margin = 13, 18, 16
    width = max(len(re.sub("\x1b\\[[0-9;]*[A-Za-z]", "", line)) for line in lines) * size * 0.6 + 2 * margin
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {len(lines) * height + 2 * margin}" '
        f'width="{width:.0f}" font-family="ui-monospace,monospace" font-size="{size}" fill="#e6edf3">',
        "<title>A replay that finds a passenger who boarded with a wrong code</title>",
        '<rect width="100%" height="100%" rx="8" fill="#0d1117"/>',
    ]
    for number, line in enumerate(lines):
        spans, style = "", ""
        for part in re.split("(\x1b\\[[0-9;]*[A-Za-z])", line):
            code = re.fullmatch("\x1b\\[([0-9;]*)m", part)
            if code:
                marks = code[1].split(";")
                style = "".join(f' fill="{COLORS[mark]}"' for mark in marks if mark in COLORS)
                style += ' font-weight="700"' if "1" in marks else ""
                style += ' opacity="0.65"' if "2" in marks else ""
            elif part and not part.startswith("\x1b"):
                spans += f"<tspan{style}>{html.escape(part)}</tspan>"
        y = margin + (number + 0.75) * height
        svg.append(f'<text x="{margin}" y="{y:.0f}" xml:space="preserve">{spans}</text>')
    (pictures / "terminal.svg").write_text("\n".join(svg) + "\n</svg>\n")


def main():
    terminal()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        program = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        dossier(browser, Path(name))
        counterexample(browser, Path(name))
        browser.close()
    for file in sorted(pictures.glob("*.*g")):
        print(f"{file.relative_to(root)}  {file.stat().st_size / 1000:.0f} kB")


main()
