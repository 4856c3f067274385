"""Opens dossiers in headless Chromium: every part by mouse and by keyboard, light, dark, narrow and printed."""

import os
import subprocess
import sys
import time
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from dossiers import HOSTILE, MANY

folder = Path(sys.argv[1]).resolve()
city, many, fleet = (folder / f"{name}.html" for name in ["city", "many", "fleet"])
failures = []


def check(holds, what):
    print(f"{'ok  ' if holds else 'FAIL'} {what}")
    if not holds:
        failures.append(what)


class Sheet:
    """A dossier in a page that counts what it says to the console and asks of the network."""

    def __init__(self, browser, path, **options):
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        self.page = self.context.new_page()
        self.console, self.requests = [], []
        self.page.on("console", lambda message: self.console.append(message.text))
        self.page.on("pageerror", lambda error: self.console.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("dialog", lambda dialog: (self.console.append(dialog.message), dialog.dismiss()))
        self.address = path.as_uri()
        start = time.monotonic()
        self.page.goto(self.address)
        self.page.wait_for_selector("#requirements-t thead button")
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        self.seconds = time.monotonic() - start
        client = self.context.new_cdp_session(self.page)
        client.send("Performance.enable")
        metrics = {one["name"]: one["value"] for one in client.send("Performance.getMetrics")["metrics"]}
        # Of the process that shows the page, whatever else the machine has to do.
        self.processor = metrics["ProcessTime"]

    def close(self, what):
        check(self.console == [], f"{what}: nothing on the console {self.console[:2]}")
        others = [url for url in self.requests if not url.startswith(self.address)]
        check(others == [], f"{what}: no request {others[:2]}")
        self.context.close()


def accessible(sheet, what):
    violations = Axe().run(sheet.page).response["violations"]
    for violation in violations:
        print(f"     {violation['id']}: {violation['help']}: {violation['nodes'][0]['html'][:120]}")
    check(violations == [], f"{what}: axe-core finds no violation")


def widths(sheet, what):
    page, shown = sheet.page, sheet.page.viewport_size["width"]
    width = page.evaluate("document.documentElement.scrollWidth")
    check(width <= shown, f"{what}: no wider than the window ({width} of {shown})")


def parts(page):
    names = page.eval_on_selector_all("nav a", "links => links.map(a => a.hash.slice(1))")
    check(
        names == ["summary", "scope", "findings", "requirements", "properties", "rules", "traces", "zones"],
        "every part is in the navigation")
    for name in names:
        page.click(f"nav a[href='#{name}']")
        seen = page.eval_on_selector(f"#{name}", "e => e.getBoundingClientRect().top < innerHeight && e.textContent.length > 50")
        check(seen, f"the part {name} is shown by its link")
        page.evaluate("scrollTo(0, 0)")


def rows(page, table):
    return page.eval_on_selector_all(
        f"#{table} tbody tr", "rows => rows.filter(r => !r.hidden).map(r => r.cells[0].textContent.trim())")


def filters(page):
    all_rows = rows(page, "requirements-t")
    form = page.locator("form[data-for=requirements-t]")
    form.locator("input").fill("driver suspend")
    found = rows(page, "requirements-t")
    check(0 < len(found) < len(all_rows), f"the search leaves {len(found)} of {len(all_rows)} requirements")
    check(form.locator("output").inner_text() == f"{len(found)} of {len(all_rows)}", "the number is told")
    form.locator("input").fill("")
    form.locator("select").select_option("violated")
    violated = rows(page, "requirements-t")
    check(violated == ["A6"], f"the filter leaves what is violated: {violated}")
    form.locator("select").select_option("")
    check(rows(page, "requirements-t") == all_rows, "without filters every requirement is there")
    page.locator("form[data-for=properties-t] select").select_option("reached")
    check(0 < len(rows(page, "properties-t")) < 139, "the filter of properties works")
    page.locator("form[data-for=properties-t] select").select_option("")


def sorting(page, press):
    table = page.locator("#properties-t")
    heading = table.locator("thead th").nth(4)
    values = lambda: page.eval_on_selector_all("#properties-t tbody tr", "rows => rows.map(r => +r.cells[4].textContent)")
    press(heading.locator("button"))
    up = values()
    check(up == sorted(up) and heading.get_attribute("aria-sort") == "ascending", "sorts up")
    press(heading.locator("button"))
    down = values()
    check(down == sorted(down, reverse=True) and heading.get_attribute("aria-sort") == "descending", "sorts down")


def explorer(page, by_keyboard):
    run = page.locator("details.run").nth(1 if by_keyboard else 0)
    if by_keyboard:
        run.locator("summary").focus()
        page.keyboard.press("Enter")
    else:
        run.locator("summary").click()
    box = run.locator(".explorer")
    steps = run.locator(".steps > li").count()
    label = lambda: box.locator("output").inner_text()
    check(label() == "at the start", "the explorer begins at the start")
    if by_keyboard:
        box.focus()
        forward, back = (lambda: page.keyboard.press("ArrowRight")), (lambda: page.keyboard.press("ArrowLeft"))
    else:
        forward = box.get_by_role("button", name="forward").click
        back = box.get_by_role("button", name="back").click
    for number in range(1, steps + 1):
        forward()
        check(label().startswith(f"after step {number} of {steps}:"), f"forward to step {number}")
    check(box.locator(".state-table tbody tr").count() > 0, "what has changed is shown")
    check(run.locator(".steps > li.now").count() == 1, "the step is marked in the list")
    check(box.locator("svg.chart g.now").count() > 0, "and in the sequence chart")
    back()
    check(label().startswith(f"after step {steps - 1} of"), "back")
    if by_keyboard:
        page.keyboard.press("Home")
        check(label() == "at the start", "Home")
        page.keyboard.press("End")
        check(label().startswith(f"after step {steps} of"), "End")
    queues = page.locator(".explorer .queue").count()
    run.locator("summary").click()
    return queues


def finding(page):
    page.locator("#findings article").first.get_by_role("link", name="the lines of the trace").click()
    place = page.locator("details.occurrence").first
    check(place.evaluate("e => e.open"), "a finding leads to the lines of the trace, which unfold")
    check(place.locator(".own").inner_text().strip() != "", "the line of the finding is marked")
    check("is searching" in place.inner_text(), "the false guard is shown with its values")
    page.locator("#findings article").first.locator("a[href='#req-A6']").click()
    check(page.evaluate("location.hash") == "#req-A6", "and to its requirement")
    page.locator("#req-A6 td a").first.click()
    check(page.evaluate("location.hash").startswith("#L"), "which leads to a line of the rulebook")
    check(page.locator("pre.source :target a[href='#req-A6']").count() > 0, "which leads back")


MARKS = """box => [...box.querySelectorAll(".mark")].map(mark => ({
    title: mark.querySelector("title").textContent, lines: [...mark.querySelectorAll("text")].map(t => t.textContent),
    fits: [...mark.querySelectorAll("text")].every(t => t.getBBox().width <= mark.querySelector("rect").getBBox().width)}))"""
# The pairs that touch of the boxes of these elements of one picture.
TOUCHING = """([picture, selector]) => {
    const boxes = [...picture.querySelectorAll(selector)].map(e => e.getBBox());
    const touch = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
    return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => touch(a, b))).length; }"""


def diagrams(page):
    pictures = page.query_selector_all("svg.machine")
    touching = sum(page.evaluate(TOUCHING, [picture, ".label, .state"]) for picture in pictures)
    check(pictures and touching == 0, f"no label of {len(pictures)} state diagrams touches another or a state")


def where_of_a_run(page):
    run = page.locator("details.run", has=page.locator("summary", has_text="backFromOutside")).first
    run.evaluate("e => e.open = true")
    box = run.locator(".explorer")
    box.focus()
    check(box.locator(".where svg use").count() == 1, "a run has the map")
    page.keyboard.press("End")
    marks = box.evaluate(MARKS)
    check(marks and all(mark["fits"] for mark in marks), f"at its end somebody is on the map: {marks[:1]}")
    check("as Old Town" in box.locator(".where > p").inner_text(), "it is said which zone stands for which")
    run.evaluate("e => e.open = false")


def where_of_a_trace(page):
    place = page.locator("details.occurrence").first
    place.evaluate("e => e.open = true")
    place.get_by_role("link", name="who was in which zone then").click()
    journey = page.locator("details.journey").first
    box = journey.locator(".explorer")
    label = lambda: box.locator("output").inner_text()
    rows = lambda: box.locator(".where tbody tr").all_inner_texts()
    check(label() == "after line 7: accept", f"a finding leads to who was where then: {label()}")
    check(len(rows()) == 1 and rows()[0].split() == ["Old", "Town", "T2", "T1,", "T2", "R1"], f"as a table: {rows()}")
    marks = box.evaluate(MARKS)
    check(marks[0]["title"].startswith("Old Town: Zone.queue T2") and marks[0]["fits"], f"and on the map: {marks}")
    box.focus()
    page.keyboard.press("ArrowLeft")
    check(label() == "after line 6: offer", "back by keyboard")
    box.get_by_role("button", name="forward").click()
    check(label() == "after line 7: accept", "forward by mouse")
    changed = box.locator(".where td.new").first
    check(changed.evaluate("e => getComputedStyle(e, '::after').content") == '" changed"', "what changed is said in words")
    check(box.locator(".where [tabindex='0']").count() == 1, "the table can be scrolled by keyboard")


def large_map(page):
    page.locator("details.journey").first.evaluate("e => e.open = true")
    box = page.locator("details.journey .explorer").first
    box.focus()
    page.keyboard.press("End")
    marks = box.evaluate(MARKS)
    check(len(marks) > 40 and all(mark["fits"] for mark in marks), f"{len(marks)} districts have marks that fit")
    check(any("more" in mark["title"] for mark in marks), "of many cabs the number is told")
    touching = page.evaluate(TOUCHING, [box.locator(".where svg").element_handle(), ".mark rect"])
    check(touching == 0, f"no marks touch ({touching})")
    check(box.locator(".where tbody tr").count() == len(marks), "the table has the same districts")


def tab_order(sheet):
    page = sheet.page
    # Without a fragment, where the focus would begin.
    page.goto(sheet.address)
    page.keyboard.press("Tab")
    check(page.evaluate("document.activeElement.className") == "skip", "Tab leads to the skip link first")
    hidden = 0
    for _ in range(40):
        page.keyboard.press("Tab")
        hidden += page.evaluate(
            "() => { const s = getComputedStyle(document.activeElement); return s.outlineStyle === 'none' }")
    check(hidden == 0, "what has the focus is outlined")


def main():
    with sync_playwright() as playwright:
        program = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        sheet = Sheet(browser, city)
        parts(sheet.page)
        filters(sheet.page)
        sorting(sheet.page, lambda button: button.click())
        sorting(sheet.page, lambda button: (button.focus(), sheet.page.keyboard.press("Enter")))
        queues = explorer(sheet.page, by_keyboard=False) + explorer(sheet.page, by_keyboard=True)
        check(queues > 0, "queues are drawn as queues")
        finding(sheet.page)
        diagrams(sheet.page)
        where_of_a_run(sheet.page)
        where_of_a_trace(sheet.page)
        tab_order(sheet)
        for scheme in ["light", "dark"]:
            sheet.page.emulate_media(color_scheme=scheme)
            sheet.page.eval_on_selector_all("details", "all => all.slice(0, 30).forEach(d => d.open = true)")
            accessible(sheet, scheme)
        widths(sheet, "city")
        sheet.page.pdf(path=str(folder / "city.pdf"), format="A4")
        pages = subprocess.run(["pdfinfo", folder / "city.pdf"], capture_output=True, text=True).stdout
        text = subprocess.run(["pdftotext", "-layout", folder / "city.pdf", "-"], capture_output=True, text=True).stdout
        check("Rules are broken" in text and "Old Town" in text, "printed: summary and map are in the PDF")
        check("Who is in which zone" in text, "printed: who was in which zone")
        check(text.count("forward →") == 0, "printed: no buttons")
        print("     " + " ".join(line for line in pages.splitlines() if line.startswith("Pages")))
        sheet.close("city")

        sheet = Sheet(browser, city, viewport={"width": 360, "height": 740})
        widths(sheet, "narrow")
        accessible(sheet, "narrow")
        sheet.close("narrow")

        sheet = Sheet(browser, many)
        size = many.stat().st_size
        check(size < 10_000_000, f"{MANY} findings: {size / 1e6:.1f} MB, less than 10")
        check(
            sheet.processor < 2,
            f"{MANY} findings: open and sortable after {sheet.processor:.2f} s of processor time, less than 2"
            f" ({sheet.seconds:.2f} s by the clock)")
        text = sheet.page.inner_text("body")
        check(all(name in text for name in HOSTILE), "hostile names are shown as text")
        check(sheet.page.locator("#findings article").count() > 0, "the finding is there")
        accessible(sheet, "many")
        widths(sheet, "many")
        sheet.close("many")

        sheet = Sheet(browser, fleet)
        large_map(sheet.page)
        accessible(sheet, "fleet")
        widths(sheet, "fleet")
        sheet.close("fleet")
        browser.close()
    print(f"{len(failures)} failed" if failures else "all passed")
    sys.exit(bool(failures))


main()
