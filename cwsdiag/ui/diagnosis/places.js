// Draws what cwsdiag/ui/diagnosis/listing.py gives: the forms that systems made of a word, and a line for each of its places.
//
// All lines stand on one grid of equal columns, with the word in the middle. Words that a system got wrong are hatched:
// those of the first system in the upper half of a line, those of the second in the lower half. Texts are set as texts.

const SVG = "http://www.w3.org/2000/svg";
// Units of a column, and of a line: the drawing is scaled to the size of the type.
const CELL = 20, LINE = 26;
// What is drawn in a line keeps this far from those above and below; the letters stand on the base line.
const EDGE = 2.5, BASE = 19.6;
// Forms of a system that are shown before somebody asks for all.
const FORMS = 3;
// Characters from which on a form is cut, and how many of its beginning and its end are left.
const LONG = 12, HEAD = 6, TAIL = 4;

const shape = (name, attributes, ...inside) => put(document.createElementNS(SVG, name), attributes, inside);
const part = (name, attributes, ...inside) => put(document.createElement(name), attributes, inside);

function put(element, attributes, inside) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

// The stripes of both systems, in their colours.
function hatches(systems) {
  const patterns = systems.map(({ colour }, row) =>
    shape("pattern", {
      id: `hatch${row}`, width: 7, height: 7, patternUnits: "userSpaceOnUse",
      patternTransform: `rotate(${row ? 135 : 45})`,
    },
    shape("rect", { width: 7, height: 7, fill: colour, "fill-opacity": 0.14 }),
    shape("rect", { width: 3.4, height: 7, fill: colour, "fill-opacity": 0.34 })));
  return shape("svg", { width: 0, height: 0, style: "position: absolute", "aria-hidden": "true" }, ...patterns);
}

// Characters from a place on, each in the middle of its column. One that browsers do not count as one position, such as
// a rare one or a combining mark, is a text of its own.
function characters(kind, all, from) {
  const runs = [];
  all.forEach((character, place) => {
    const plain = character.length === 1 && !/[\p{M}\p{Cf}\p{Cc}]/u.test(character);
    if (!plain || !runs.at(-1)?.plain) runs.push({ plain, text: "", at: [] });
    runs.at(-1).text += character;
    runs.at(-1).at.push((from + place + 0.5) * CELL);
  });
  return runs.map(({ text, at }) => shape("text", { class: kind, x: at.join(" "), y: BASE, "font-size": 18.5 }, text));
}

// Of two systems each has half of the line, with no edge in the middle: it would strike the characters through.
function box([from, to], row, rows, colour, size, middle) {
  // A word that goes on beyond what is shown has no end there.
  const left = (Math.max(from, -0.4) - middle) * CELL + 1, right = (Math.min(to, size + 0.4) - middle) * CELL - 1;
  const look = { fill: `url(#hatch${row})`, stroke: colour, "stroke-width": 1.3 };
  if (rows === 1) {
    return shape("rect", { x: left, y: EDGE + 0.5, width: right - left, height: LINE - 2 * EDGE - 1, rx: 4, ...look });
  }
  const inner = LINE / 2 + (row ? 0.5 : -0.5), outer = row ? LINE - EDGE - 0.5 : EDGE + 0.5, bend = row ? -4 : 4;
  return shape("path", {
    d: `M${left} ${inner}V${outer + bend}Q${left} ${outer} ${left + 4} ${outer}`
      + `H${right - 4}Q${right} ${outer} ${right} ${outer + bend}V${inner}`,
    ...look,
  });
}

function drawing({ text, span: [start, end], cuts, wrong, off }, systems) {
  const all = Array.from(text), middle = (start + end) / 2;
  const at = place => (place - middle) * CELL;
  const svg = shape("svg", { viewBox: `0 0 ${LINE} ${LINE}`, "aria-hidden": "true" });
  systems.forEach(({ colour }, row) => {
    svg.append(...wrong[row].map(span => box(span, row, systems.length, colour, all.length, middle)));
    svg.append(...off[row].map(([from, to]) => shape("path", {
      class: "off", d: `M${at(from) + 2} ${row ? LINE - EDGE : EDGE}H${at(to) - 2}`,
    })));
  });
  if (cuts.length) svg.append(shape("path", { class: "cut", d: cuts.map(cut => `M${at(cut)} 3V${LINE - 3}`).join("") }));
  svg.append(
    ...characters("around", all.slice(0, start), -middle),
    ...characters("word", all.slice(start, end), start - middle),
    ...characters("around", all.slice(end), end - middle),
  );
  return svg;
}

function line(place, data, act) {
  const href = `${data.address}${place.id.split(".")[0]}&place=${place.id}`;
  const number = part("a", { href, tabindex: -1, "aria-label": place.leads });
  number.textContent = place.sentence;
  number.onclick = event => {
    // With a key held the browser opens it elsewhere, as any link.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    act("sentence", place.id);
  };
  const chosen = part("button", { class: "line", type: "button", tabindex: -1, "aria-label": place.says, title: place.made });
  chosen.append(drawing(place, data.systems));
  chosen.onclick = () => act("place", place.id);
  return part("li", { "data-id": place.id }, number, chosen);
}

function forms(system, row, chosen, says, act) {
  const swatch = shape("svg", { class: "swatch", viewBox: `0 ${row ? 10 : 0} 24 16`, "aria-hidden": "true" });
  swatch.append(box([0.55, 1.65], row, 2, system.colour, 2, 0.5));
  const name = part("b", { title: system.name }, `${system.role} = ${system.short}`);
  const what = part("span", {}, swatch, name, system.heading);
  const shown = system.forms.map(({ text, places }, place) => {
    const id = `${system.key}:${text}`, pressed = id === chosen;
    const times = `\u00a0${places.toLocaleString("en")}×`;
    const button = part("button", {
      class: "form", type: "button", "aria-pressed": pressed, "aria-label": text + times, title: text, style: `--c: ${system.colour}`,
    }, cut(text), times, pressed ? " ✕" : "");
    button.onclick = () => act("form", pressed ? "" : id);
    button.hidden = place >= FORMS && !pressed;
    return button;
  });
  const hidden = shown.filter(button => button.hidden);
  // Those that were not sent are counted, and never opened.
  const more = part("button", { class: "more", type: "button" }, says.replace("{n}", hidden.length + system.rest));
  more.hidden = !(hidden.length + system.rest);
  more.disabled = !hidden.length;
  more.onclick = () => {
    for (const button of hidden) button.hidden = false;
    more.textContent = says.replace("{n}", system.rest);
    more.hidden = !system.rest;
    more.disabled = true;
  };
  const group = part("div", { class: "made", role: "group", "aria-label": system.called }, what);
  group.append(...shown, more);
  return group;
}

// The text of a form, whose middle is left out only where it is very long.
function cut(text) {
  const all = Array.from(text);
  return all.length > LONG ? `${all.slice(0, HEAD).join("")}…${all.slice(-TAIL).join("")}` : text;
}

// Says which line is chosen, and makes it the one that the tab key reaches.
function mark(root, id, seen) {
  for (const row of root.querySelectorAll("li")) {
    const is = row.dataset.id === id, [number, chosen] = row.children;
    chosen.setAttribute("aria-current", is);
    number.tabIndex = chosen.tabIndex = is ? 0 : -1;
    if (is && seen) show(root, row);
  }
}

// Scrolls the lines, never the page around them.
function show(root, row) {
  const box = root.getRootNode().host.closest(".st-key-diagnosis-places"), line = row.getBoundingClientRect();
  const { top, bottom } = box.getBoundingClientRect();
  const above = top + root.querySelector(".head").offsetHeight - line.top, below = line.bottom - bottom;
  if (above > 0) box.scrollTop -= above;
  else if (below > 0) box.scrollTop += below;
}

function move(root, event) {
  const rows = [...root.querySelectorAll("li")], now = rows.findIndex(row => row.contains(event.target));
  const aim = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (now < 0 || aim === undefined || !rows[aim]) return;
  event.preventDefault();
  rows[aim].children[[...rows[now].children].indexOf(event.target)].focus();
}

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".places");
  const act = (name, value) => {
    // Seen at once; the server's answer follows.
    if (name === "place") mark(root, value, true);
    setTriggerValue(name, value);
  };
  root.style.setProperty("--digits", data.digits);
  const { chosen, ...rest } = data, drawn = JSON.stringify(rest);
  if (root.drawn !== drawn) {
    const heading = part("h2", { class: "cw-word" }, data.word, part("small", {}, data.counted));
    const head = part("div", { class: "head" }, heading);
    head.append(...data.systems.map((system, row) => forms(system, row, data.form, data.more, act)));
    if (data.told) head.append(part("p", {}, data.told));
    const list = part("ol", { "aria-label": data.called });
    list.append(...data.lines.map(place => line(place, data, act)));
    root.replaceChildren(hatches(data.systems), head, list);
    root.drawn = drawn;
  }
  mark(root, chosen, root.chosen !== chosen);
  root.chosen = chosen;
  root.onkeydown = event => move(root, event);
  root.keys?.abort();
  root.keys = new AbortController();
  document.addEventListener("keydown", event => {
    const held = event.ctrlKey || event.metaKey || event.altKey, field = event.composedPath()[0];
    if (held || field.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(field.tagName)) return;
    // Enter presses what has the focus.
    if (event.key === "Enter" && field.closest("a, button, summary, canvas, [role=button]")) return;
    if (event.key === "/") {
      event.preventDefault();
      document.querySelector(".st-key-choose-text input")?.focus();
    } else if (["j", "k", "p", "Enter", "Escape"].includes(event.key)) setTriggerValue("key", event.key);
  }, { signal: root.keys.signal });
  return () => root.keys.abort();
}
