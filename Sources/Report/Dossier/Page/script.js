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
    for (const details of document.querySelectorAll("details.run, details.occurrence, details.journey")) details.open = true;
  });

  // Runs and traces: one step after the other, forward and back.
  const { runs, map } = JSON.parse(document.getElementById("data").textContent);
  const queue = (items) =>
    make("span", { class: "queue" }, ...(items.length ? items.map((i) => make("b", {}, i)) : ["empty"]));
  const value = (text) => {
    const list = /^\[(.*)\]$/.exec(text);
    if (!list) return [text];
    return [queue(list[1] ? list[1].split(", ") : [])];
  };

  const svg = (name, properties = {}, ...children) => {
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

  // Who is in which zone: on the map, and as a table.
  const zoneMap = (journey) => {
    const zones = new Map(map.zones.map((zone) => [zone.name, zone]));
    const zoneOf = (name) => zones.get(journey.standIns[name] || name);
    const marks = svg("g");
    const body = make("tbody");
    const note = make("p", { class: "dim" });
    const picture = svg("svg", { viewBox: `0 0 ${map.width} ${map.height + 36}`, role: "img",
      "aria-label": "The map with who is in which zone; the table below says the same." },
      svg("use", { href: `#${map.zonesID}` }), marks);
    const standIns = Object.entries(journey.standIns).sort((a, b) => compare(a[0], b[0]));
    const element = make("div", { class: "where" }, make("figure", { class: "map" }, picture), note,
      make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Who is in which zone" },
        make("table", {}, make("caption", {}, "Who is in which zone"),
          make("thead", {}, make("tr", {}, ...["zone", ...map.roles.map((role) => role.title)].map((title) => make("th", { scope: "col" }, title)))), body)));

    // As many words as the zone is wide; numbers where there is no room for names.
    const mark = (zone, groups) => {
      const widthOf = (line) => line.text.length * 6.7 + 6;
      const fits = (lines) => lines.every((line) => widthOf(line) <= zone.width);
      const line = (text, isNew) => ({ text, isNew });
      const shown = map.roles.map((role, i) => ({ role, group: groups[i] })).filter(({ group }) => group && group.count);
      const few = (group) => group.count <= 4 ? group.names.join(" ") : group.count;
      const forms = [
        shown.map(({ role, group }) => line(`${role.word} ${few(group)}`, group.isNew)),
        shown.map(({ role, group }) => line(`${role.word} ${group.count}`, group.isNew)),
        [line(shown.map(({ group }) => group.count).join("·"), shown.some(({ group }) => group.isNew))],
      ];
      const lines = forms.find(fits) || forms[2];
      const width = Math.max(...lines.map(widthOf));
      const top = zone.y + zone.letter / 2;
      const title = shown.map(({ role, group }) => `${role.title} ${told(group)}`).join("; ");
      return svg("g", { class: "mark" }, svg("title", {}, `${zone.name}: ${title}`),
        svg("rect", { x: zone.x - width / 2, y: top, width, height: lines.length * 14 + 3, rx: 3 }),
        ...lines.map((l, i) => svg("text", { x: zone.x, y: top + 13 + i * 14, "text-anchor": "middle", class: l.isNew ? "new" : "" }, l.text)));
    };
    const told = (group) => group.names.join(", ") + (group.count > group.names.length ? ` and ${group.count - group.names.length} more` : "");
    const cell = (group, role) => {
      const content = !group ? "" : role.isQueue && group.count <= group.names.length ? queue(group.names) : told(group) || "nobody";
      return make("td", { class: group && group.isNew ? "new" : "" }, content);
    };
    const show = (step) => {
      const state = new Map();
      journey.steps.slice(0, step + 1).forEach((s, i) => {
        for (const group of s.groups) {
          if (!state.has(group.zone)) state.set(group.zone, []);
          state.get(group.zone)[group.role] = { ...group, isNew: i === step && step > 0 };
        }
      });
      const all = [...state].sort((a, b) => compare(a[0], b[0]))
        .filter(([, groups]) => groups.some((group) => group && (group.count || group.isNew)));
      marks.replaceChildren(...all.filter(([name, groups]) => zoneOf(name) && groups.some((group) => group && group.count))
        .map(([name, groups]) => mark(zoneOf(name), groups)));
      body.replaceChildren(...all.map(([name, groups]) => make("tr", {}, make("th", { scope: "row" }, name || "in no zone"),
        ...map.roles.map((role, i) => cell(groups[i], role)))));
      const absent = all.map(([name]) => name).filter((name) => name && !zoneOf(name));
      note.textContent = [
        standIns.length ? `A run knows no map; drawn are ${standIns.map(([own, name]) => `${own} as ${name}`).join(", ")}, and any other zones would do as well.` : "",
        absent.length ? `Not on the map: ${absent.slice(0, 20).join(", ")}${absent.length > 20 ? " …" : ""}.` : "",
      ].filter(Boolean).join(" ");
    };
    return { element, show };
  };

  // A bar to step with, above panes that show a step.
  const stepper = (count, label, panes) => {
    let step = 0;
    const output = make("output", { "aria-live": "polite" });
    const go = (to) => {
      step = Math.max(0, Math.min(count, to));
      output.textContent = label(step);
      box.dataset.step = step;
      for (const pane of panes) pane.show(step);
      back.disabled = step === 0;
      forward.disabled = step === count;
    };
    const back = make("button", { type: "button", onclick: () => go(step - 1) }, "← back");
    const forward = make("button", { type: "button", onclick: () => go(step + 1) }, "forward →");
    const box = make("div", { class: "explorer", role: "group", tabindex: "0", "aria-label": "Step by step: arrow keys go forward and back" },
      make("div", { class: "bar" }, back, forward, output), ...panes.map((pane) => pane.element).filter(Boolean));
    box.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      go(by === -Infinity ? 0 : by === Infinity ? count : step + by);
    });
    box.go = go;
    go(0);
    return box;
  };

  const journeyOf = (details) => map && map.journeys[details.id];

  const runExplorer = (details, run) => {
    const items = [...details.querySelectorAll(".steps > li")];
    const body = make("tbody");
    const picture = chart(run);
    const panes = [
      { element: make("table", { class: "state-table" }, make("caption", {}, "What has changed so far"), body),
        show: (step) => {
          const state = new Map();
          run.steps.slice(0, step).forEach((s, i) => {
            for (const c of s.changes) state.set(c.place, { text: c.after, isNew: i === step - 1 });
          });
          body.replaceChildren(...[...state].sort((a, b) => compare(a[0], b[0])).map(([place, v]) =>
            make("tr", {}, make("th", { scope: "row" }, place), make("td", { class: v.isNew ? "new" : "" }, ...value(v.text)))));
        } },
      { show: (step) => items.forEach((item, i) => item.classList.toggle("now", i === step - 1)) },
      ...(journeyOf(details) ? [zoneMap(journeyOf(details))] : []),
      ...(picture ? [{ element: picture,
        show: (step) => { for (const g of picture.querySelectorAll("g")) g.classList.toggle("now", +g.dataset.row === step - 1); } }] : []),
    ];
    const label = (step) => step === 0 ? "at the start"
      : `after step ${step} of ${run.steps.length}: ${run.steps[step - 1].event || "time passes"}`;
    details.querySelector(".steps").before(stepper(run.steps.length, label, panes));
  };

  const traceExplorer = (details) => {
    const { steps } = journeyOf(details);
    details.append(stepper(steps.length - 1, (step) => `after ${steps[step].title}`, [zoneMap(journeyOf(details))]));
  };

  const begin = (details) => {
    if (!details.open || details.dataset.begun) return;
    details.dataset.begun = "yes";
    if (details.dataset.run) runExplorer(details, runs[+details.dataset.run]);
    else traceExplorer(details);
  };
  for (const details of document.querySelectorAll("details.run, details.journey")) {
    details.addEventListener("toggle", () => begin(details));
    begin(details);
  }
  for (const link of document.querySelectorAll("a[data-step]")) {
    link.addEventListener("click", () => {
      const details = document.getElementById(link.hash.slice(1));
      details.open = true;
      begin(details);
      details.querySelector(".explorer").go(+link.dataset.step);
    });
  }
})();
