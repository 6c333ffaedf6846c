// Draws the slides that cwsdiag/ui/talk/page.py gives, turns them by keys, and opens the words behind a mark over them.
// A slide is laid out for a screen of 1280 × 720 and scaled to the one it is on. Those beside the one that is shown are
// drawn ahead, so that a key needs no server. Texts are set as text, drawings parsed as XML: nothing in them runs.

const WIDTH = 1280, HEIGHT = 720, LEAST = HEIGHT / 40;
// In milliseconds: how long a further digit is waited for, how long what the pointer uses stays after it moved, and until
// Streamlit has taken over another colour scheme.
const DIGIT = 900, IDLE = 2500, THEMED = 300;
// Slides that stay drawn, before and behind.
const FAR = 6;
const FULL = "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5", CROSS = "M5 5 19 19M19 5 5 19";
const FORWARD = ["ArrowRight", "ArrowDown", "PageDown", " ", "Enter", "n", "N"];
const BACK = ["ArrowLeft", "ArrowUp", "PageUp", "Backspace", "p", "P"];

function part(name, className, ...inside) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...inside);
  return element;
}

// Sets what is in an element as large as it has room for, from the largest to the smallest size of type in pixels.
function fit(element, size, least) {
  const over = () => element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2;
  for (element.style.fontSize = `${size}px`; size > least && over(); element.style.fontSize = `${size}px`) size -= 1;
}

// Of a table that is too wide in middling type the last columns go; what is too high then gets smaller still.
function fitRows(rows) {
  fit(rows, 32, 24);
  const lines = [...rows.querySelectorAll("tr")];
  while (rows.scrollWidth > rows.clientWidth + 2 && lines[0].cells.length > 1) lines.forEach(line => line.lastElementChild.remove());
  fit(rows, parseFloat(rows.style.fontSize), LEAST);
}

function fitAll(drawn, sizes) {
  for (const [name, size] of Object.entries(sizes)) for (const element of drawn.querySelectorAll(name)) fit(element, size, LEAST);
  drawn.querySelectorAll(".rows").forEach(fitRows);
}

const parsed = svg => document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);

const drawing = svg => part("div", "drawing", parsed(svg));

// What the pointer uses, when it moves: there is no type that has these signs everywhere.
function button(label, path, className, act) {
  const made = part("button", className, parsed(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}"/></svg>`));
  made.type = "button";
  made.title = label;
  made.setAttribute("aria-label", label);
  made.onclick = act;
  return made;
}

function table({ head, rows, numbers, more, none }) {
  const cells = (kind, row) => part("tr", "", ...row.map((text, place) => part(kind, numbers[place] ? "number" : "", text)));
  const drawn = part("table", "", part("thead", "", cells("th", head)), part("tbody", "", ...rows.map(row => cells("td", row))));
  return part("div", "rows", drawn, ...[more, none].filter(Boolean).map(text => part("p", "more", text)));
}

// A chart is laid out for the slide on the server.
function chart(large, pick) {
  const outer = part("div", "chart");
  outer.draw = () => {
    const { data, layout } = JSON.parse(large.plotly);
    const config = { displayModeBar: false, doubleClick: false, responsive: false };
    window.Plotly.newPlot(outer, data, layout, config).then(() => {
      outer.dataset.drawn = "";
      outer.on("plotly_click", ({ points }) => { if (points[0]?.customdata) pick([].concat(points[0].customdata)); });
    });
  };
  return part("div", "charts", outer);
}

// Plotly comes with the first chart of Streamlit's own, which may be on its way.
function whenPlotly(act) {
  if (window.Plotly?.newPlot) act();
  else setTimeout(() => whenPlotly(act), 30);
}

function slide(content, pick) {
  const { title, sentence, source, large, alive } = content;
  const body = part("div", "large");
  if (large.svg) body.append(drawing(large.svg));
  else if (large.plotly) body.append(chart(large, data => alive && pick(data)));
  else if (large.rows) body.append(table(large));
  const drawn = part("section", "slide", part("h1", "", title), part("p", "sentence", sentence), body);
  drawn.classList.toggle("alone", !body.children.length);
  drawn.classList.toggle("alive", alive);
  drawn.append(part("footer", "", part("span", "source", source)));
  return drawn;
}

class Stage {
  constructor(root) {
    this.root = root;
    this.inner = part("div", "inner");
    this.count = part("span", "count");
    this.over = part("div", "over");
    this.note = part("aside", "note");
    this.controls = part("div", "controls");
    root.append(this.inner, part("div", "blank"));
    this.inner.append(this.count, this.note, this.over, this.controls);
    this.drawn = {};
    this.known = {};
    this.token = 0;
    this.typed = "";
  }

  // What the server sends: the slides around one, and words that were asked for.
  update(data, send) {
    const settings = JSON.stringify([data.count, data.ground, data.says]);
    if (this.settings !== settings) {
      for (const place of Object.keys(this.drawn)) this.drop(place);
      this.known = {};
      this.settings = settings;
    }
    this.data = data;
    this.send = send;
    this.at ??= data.at;
    for (const [place, content] of Object.entries(data.slides)) {
      const written = JSON.stringify(content);
      if (this.known[place]?.written === written) continue;
      this.known[place] = { written, content };
      this.drop(place);
    }
    this.asked = false;
    // The run of a slide that was left meanwhile may have put that one into the address after all.
    this.address();
    this.buttons();
    this.show();
    if (data.over && data.over.token === this.token) this.words(data.over);
  }

  drop(place) {
    const charts = this.drawn[place]?.querySelectorAll(".chart") ?? [];
    for (const plot of charts) if (plot._fullLayout) window.Plotly.purge(plot);
    this.drawn[place]?.remove();
    delete this.drawn[place];
  }

  buttons() {
    const { leave, full } = this.data.says;
    this.root.setAttribute("aria-label", this.data.says.keys);
    this.controls.replaceChildren(button(full, FULL, "", () => this.fill()), button(leave, CROSS, "", () => this.leave()));
  }

  // Makes a slide visible; those beside it are drawn once it is seen.
  show() {
    const { at, data, root } = this, { says } = data;
    this.draw(at);
    for (const [place, element] of Object.entries(this.drawn)) element.classList.toggle("shown", Number(place) === at);
    this.inner.dataset.waits = this.drawn[at] ? "" : says.waiting;
    this.count.textContent = `${this.typed || at + 1} / ${data.count}`;
    const note = this.known[at]?.content.note;
    this.note.replaceChildren(part("b", "", says.note), part("p", "", note || says.no_note));
    root.dataset.at = at + 1;
    cancelAnimationFrame(this.ahead);
    this.ahead = requestAnimationFrame(() => setTimeout(() => this.beside(at)));
  }

  // Draws the slides beside one, drops those that are far, and asks for those that are not there.
  beside(at) {
    if (at !== this.at) return;
    for (const place of [at + 1, at - 1]) this.draw(place);
    for (const place of Object.keys(this.drawn)) if (Math.abs(place - at) > FAR) this.drop(place);
    const lacks = place => place >= 0 && place < this.data.count && !this.known[place];
    if (this.asked || ![at, at + 1, at - 1].some(lacks)) return;
    this.asked = true;
    this.send("at", at);
  }

  draw(place) {
    const known = this.known[place];
    if (!known || this.drawn[place]) return;
    const drawn = slide(known.content, clicked => this.pick(place, clicked));
    this.drawn[place] = drawn;
    this.inner.prepend(drawn);
    fitAll(drawn, { h1: 42, ".sentence": drawn.classList.contains("alone") ? 60 : 30 });
    const chart = drawn.querySelector(".chart");
    if (chart) whenPlotly(() => drawn.isConnected && chart.draw());
  }

  turn(place) {
    const to = Math.max(0, Math.min(this.data.count - 1, place));
    this.close();
    this.root.classList.remove("blanked");
    this.typed = "";
    if (to !== this.at) {
      this.at = to;
      this.address();
    }
    this.show();
  }

  // The address names the slide, so that a reload shows it again; turning makes no entries for Back to go through.
  address() {
    const address = new URL(location.href);
    for (const [key, value] of Object.entries(this.known[this.at]?.content.address ?? {})) {
      if (value === null) address.searchParams.delete(key);
      else address.searchParams.set(key, value);
    }
    history.replaceState(history.state, "", address);
  }

  digit(key) {
    clearTimeout(this.waiting);
    this.typed += key;
    const number = Number(this.typed);
    const jump = () => this.turn(number ? number - 1 : this.at);
    if (!number || number * 10 > this.data.count) jump();
    else {
      this.waiting = setTimeout(jump, DIGIT);
      this.show();
    }
  }

  // Words open at once, and are filled when they come.
  pick(place, clicked) {
    this.token += 1;
    this.over.replaceChildren(part("p", "coming", this.data.says.coming));
    this.over.classList.add("open");
    this.send("pick", { token: this.token, place, data: clicked });
  }

  words({ title, table: rows, sentence }) {
    const back = button(this.data.says.back, CROSS, "back", () => this.close());
    const drawn = [part("h2", "", title)];
    if (rows) drawn.push(table(rows));
    if (sentence) drawn.push(drawing(sentence));
    this.over.replaceChildren(back, ...drawn);
    fitAll(this.over, { h2: 34 });
  }

  close() {
    const open = this.over.classList.contains("open");
    this.over.classList.remove("open");
    this.token += 1;
    return open;
  }

  fill() {
    if (document.fullscreenElement) return document.exitFullscreen();
    // Where the browser lets us, Esc comes to this page, and closes words before it leaves the full screen.
    return document.documentElement.requestFullscreen().then(() => navigator.keyboard?.lock?.(["Escape"])).catch(() => {});
  }

  leave() {
    if (document.fullscreenElement) document.exitFullscreen();
    this.send("leave", true);
  }

  escape() {
    const shown = name => this.root.classList.contains(name) && !this.root.classList.toggle(name);
    if (this.close() || shown("blanked") || shown("noted")) return;
    if (document.fullscreenElement) document.exitFullscreen();
    else this.leave();
  }

  key(event) {
    const field = event.composedPath()[0], { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || field.isContentEditable) return false;
    if (["INPUT", "TEXTAREA", "SELECT"].includes(field.tagName)) return false;
    if ([" ", "Enter"].includes(key)) {
      if (field.tagName === "BUTTON") return false;
      // The mark that the tab key has reached is clicked.
      if (field.getAttribute("role") === "button") return field.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
    if (key === "Escape") this.escape();
    else if (["b", "B", "."].includes(key)) this.root.classList.toggle("blanked");
    else if (["s", "S"].includes(key)) this.root.classList.toggle("noted");
    else if (["f", "F"].includes(key)) this.fill();
    else if (key === "Enter" && this.typed) this.turn(Number(this.typed) - 1);
    else if (FORWARD.includes(key)) this.turn(this.at + 1);
    else if (BACK.includes(key)) this.turn(this.at - 1);
    else if (key === "Home") this.turn(0);
    else if (key === "End") this.turn(this.data.count - 1);
    else if (/^[0-9]$/.test(key)) this.digit(key);
    else return false;
    return true;
  }

  fit() {
    const scale = Math.min(innerWidth / WIDTH, innerHeight / HEIGHT);
    this.inner.style.width = `${innerWidth / scale}px`;
    this.inner.style.height = `${innerHeight / scale}px`;
    this.inner.style.transform = `scale(${scale})`;
    // Plotly keeps where the pointer is.
    for (const plot of this.root.querySelectorAll(".chart")) plot._fullLayout?._calcInverseTransform?.(plot);
  }

  moved() {
    clearTimeout(this.idle);
    this.root.classList.add("pointed");
    this.idle = setTimeout(() => this.root.classList.remove("pointed"), IDLE);
  }

  listen() {
    this.listening?.abort();
    this.listening = new AbortController();
    const { signal } = this.listening;
    const keyed = event => {
      if (!this.key(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    document.addEventListener("keydown", keyed, { capture: true, signal });
    addEventListener("resize", () => this.fit(), { signal });
    // Drawings are made for light or for dark: they are asked for again, once the page has changed.
    const themed = () => setTimeout(() => this.send("at", this.at), THEMED);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", themed, { signal });
    this.root.addEventListener("pointermove", () => this.moved(), { signal });
    this.fit();
  }

  end() {
    this.listening.abort();
    clearTimeout(this.waiting);
    clearTimeout(this.idle);
    cancelAnimationFrame(this.ahead);
    for (const place of Object.keys(this.drawn)) this.drop(place);
  }
}

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".cw-stage");
  root.stage ??= new Stage(root);
  root.stage.listen();
  root.stage.update(data, setTriggerValue);
  return () => root.stage.end();
}
