"use strict";
(() => {
  const make = (name, properties = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key === "class") element.className = value;
      else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  };

  // Tables: a search, a choice, and headings that sort.
  for (const form of document.querySelectorAll("form.filter")) {
    const rows = [...document.getElementById(form.dataset.for).tBodies[0].rows];
    const texts = rows.map((row) => row.textContent.toLowerCase());
    const [search, choice, output] = ["input", "select", "output"].map((n) => form.querySelector(n));
    const show = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      rows.forEach((row, index) => {
        const isShown = (!choice.value || row.dataset.class === choice.value)
          && words.every((word) => texts[index].includes(word));
        row.hidden = !isShown;
        if (isShown) shown += 1;
      });
      output.textContent = `${shown} of ${rows.length}`;
    };
    form.hidden = false;
    form.addEventListener("input", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    show();
  }

  const compare = new Intl.Collator("en", { numeric: true }).compare;
  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((cell, column) => {
      const sort = () => {
        const isUp = cell.getAttribute("aria-sort") !== "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        cell.setAttribute("aria-sort", isUp ? "ascending" : "descending");
        const rows = [...table.tBodies[0].rows];
        rows.sort((a, b) => compare(a.cells[column].textContent, b.cells[column].textContent));
        table.tBodies[0].append(...(isUp ? rows : rows.reverse()));
      };
      cell.replaceChildren(make("button", { type: "button", onclick: sort }, cell.textContent));
    });
  }

  // A place that a link leads to is shown, even where it is folded away.
  const open = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
    if (target) target.scrollIntoView();
  };
  window.addEventListener("hashchange", open);
  open();
  window.addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details.run, details.occurrence")) details.open = true;
  });

  // Runs: one step after the other, forward and back.
  const runs = JSON.parse(document.getElementById("runs").textContent);
  const value = (text) => {
    const list = /^\[(.*)\]$/.exec(text);
    if (!list) return [text];
    const items = list[1] ? list[1].split(", ") : [];
    return [make("span", { class: "queue" }, ...(items.length ? items.map((i) => make("b", {}, i)) : ["empty"]))];
  };

  const svg = (name, properties, ...children) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, v] of Object.entries(properties)) element.setAttribute(key, v);
    element.append(...children);
    return element;
  };

  // Who says what to whom: a lifeline for each actor and recipient, a row for each step.
  const chart = (run) => {
    const names = [];
    const column = (name) => { if (!names.includes(name)) names.push(name); return names.indexOf(name); };
    column("server");
    const arrows = run.steps.flatMap((step, row) => [
      ...(step.event ? [{ row, from: column(step.source || "clock"), to: 0, text: step.event }] : []),
      ...step.messages.map((m) => ({ row, from: 0, to: column(m.recipient), text: m.name })),
    ]);
    if (names.length > 12 || arrows.length > 120) return null;
    const x = (index) => 70 + index * 140;
    const height = 50 + arrows.length * 26;
    const root = svg("svg", { viewBox: `0 0 ${x(names.length - 1) + 80} ${height}`, class: "chart", role: "img",
      "aria-label": "Sequence chart; the list of steps says the same." });
    root.append(svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" },
      svg("path", { d: "M0 0L8 4L0 8Z", class: "tip" }))));
    names.forEach((name, i) => {
      root.append(svg("text", { x: x(i), y: 16, "text-anchor": "middle" }, name.length > 18 ? name.slice(0, 17) + "…" : name),
        svg("line", { x1: x(i), y1: 24, x2: x(i), y2: height }));
    });
    arrows.forEach((arrow, i) => {
      const y = 46 + i * 26;
      const [a, b] = [x(arrow.from), x(arrow.to)];
      const path = a === b ? `M${a} ${y}h30v8h-26` : `M${a} ${y}H${b}`;
      root.append(svg("g", { "data-row": arrow.row }, svg("path", { d: path, "marker-end": "url(#tip)" }),
        svg("text", { x: (a + b) / 2 + (a === b ? 40 : 0), y: y - 4, "text-anchor": "middle" }, arrow.text)));
    });
    return root;
  };

  const explorer = (details, run) => {
    let step = 0;
    const items = [...details.querySelectorAll(".steps > li")];
    const label = make("output", { "aria-live": "polite" });
    const body = make("tbody");
    const go = (to) => {
      step = Math.max(0, Math.min(run.steps.length, to));
      const state = new Map();
      run.steps.slice(0, step).forEach((s, i) => {
        for (const c of s.changes) state.set(c.place, { text: c.after, isNew: i === step - 1 });
      });
      const now = run.steps[step - 1];
      label.textContent = step === 0 ? "at the start"
        : `after step ${step} of ${run.steps.length}: ${now.event || "time passes"}`;
      body.replaceChildren(...[...state].sort((a, b) => compare(a[0], b[0])).map(([place, v]) =>
        make("tr", { class: v.isNew ? "new" : "" }, make("th", { scope: "row" }, place), make("td", {}, ...value(v.text)))));
      items.forEach((item, i) => item.classList.toggle("now", i === step - 1));
      for (const g of details.querySelectorAll(".chart g")) g.classList.toggle("now", +g.dataset.row === step - 1);
      back.disabled = step === 0;
      forward.disabled = step === run.steps.length;
    };
    const back = make("button", { type: "button", onclick: () => go(step - 1) }, "← back");
    const forward = make("button", { type: "button", onclick: () => go(step + 1) }, "forward →");
    const bar = make("div", { class: "bar" }, back, forward, label);
    const box = make("div", { class: "explorer", role: "group", tabindex: "0", "aria-label": "Step by step: arrow keys go forward and back" }, bar,
      make("table", { class: "state-table" }, make("caption", {}, "What has changed so far"), body));
    box.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      go(by === -Infinity ? 0 : by === Infinity ? run.steps.length : step + by);
    });
    const picture = chart(run);
    if (picture) box.append(picture);
    details.querySelector(".steps").before(box);
    go(0);
  };
  for (const details of document.querySelectorAll("details.run")) {
    const begin = () => {
      if (!details.open || details.dataset.begun) return;
      details.dataset.begun = "yes";
      explorer(details, runs[+details.dataset.run]);
    };
    details.addEventListener("toggle", begin);
    begin();
  }
})();
