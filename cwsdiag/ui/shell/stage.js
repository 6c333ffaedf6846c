// Draws the slides that cwsdiag/ui/shell/stage.py gives: beside their list, or presented over the whole window, turned by
// keys; the words behind a mark open over them. A slide is laid out for a screen of 1280 × 720 and scaled to the place it
// has. Those beside the one that is shown are drawn ahead, and then all others, once, for their pictures in the list.
// Texts are set as text, drawings parsed as XML: nothing in them runs.

const WIDTH = 1280, HEIGHT = 720, LEAST = 24;
const TOGGLED = { b: "blanked", ".": "blanked", s: "noted" }, ENDS = { Home: 0, End: Infinity };
const FORWARD = ["ArrowRight", "ArrowDown", "PageDown", " ", "Enter", "n"], BACK = ["ArrowLeft", "ArrowUp", "PageUp", "Backspace", "p"];

function part(name, className, ...inside) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...inside);
  return element;
}

// Sets what is in an element as large as it has room for, from the largest to the smallest size of type in pixels.
function fit(element, size) {
  const over = () => element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2;
  for (element.style.fontSize = `${size}px`; size > LEAST && over(); element.style.fontSize = `${size}px`) size -= 1;
}

// Of a table that is too wide in the smallest type the last columns go.
function fitAll(drawn, sizes) {
  for (const [name, size] of Object.entries({ ...sizes, ".rows": 32 })) {
    for (const element of drawn.querySelectorAll(name)) {
      fit(element, size);
      const lines = [...element.querySelectorAll("tr")];
      while (element.scrollWidth > element.clientWidth + 2 && lines[0]?.cells.length > 1) lines.forEach(line => line.lastElementChild.remove());
    }
  }
}

const parsed = svg => document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);

const button = (label, act) => Object.assign(part("button", "", label), { onclick: act });

function table({ head, rows, numbers, more }) {
  const cells = (kind, row) => part("tr", "", ...row.map((text, place) => part(kind, numbers[place] ? "number" : "", text)));
  const drawn = part("table", "", part("thead", "", cells("th", head)), part("tbody", "", ...rows.map(row => cells("td", row))));
  return part("div", "rows", drawn, part("p", "more", more));
}

// Plotly comes with the first chart of Streamlit's own, which may be on its way.
async function draw(chart, plotly, pick) {
  while (!window.Plotly?.newPlot) await new Promise(resolve => setTimeout(resolve, 30));
  if (!chart.isConnected) return;
  const { data, layout } = JSON.parse(plotly), config = { displayModeBar: false, doubleClick: false, responsive: false };
  await window.Plotly.newPlot(chart, data, layout, config);
  chart.on("plotly_click", ({ points }) => { if (points[0]?.customdata) pick([].concat(points[0].customdata)); });
}

class Stage {
  constructor(root) {
    for (const name of ["list", "screen", "inner", "count", "note", "over", "controls"]) this[name] = root.querySelector(`.${name}`);
    Object.assign(this, { root, drawn: {}, known: {}, pictures: {}, waits: [], token: 0 });
  }

  // What the server sends: the slides around one, and words that were asked for.
  update(data, send) {
    Object.assign(this, { data, send });
    // What was turned to meanwhile counts, until the server has heard of it.
    this.waits.splice(0, this.waits.lastIndexOf(data.at) + 1);
    if (!this.waits.length) this.at = data.at;
    for (const [id, content] of Object.entries(data.slides)) {
      const written = JSON.stringify([content, data.ground]);
      if (this.known[id]?.written === written) continue;
      this.known[id] = { written, content };
      delete this.pictures[id];
      this.drop(id);
    }
    this.root.classList.toggle("presenting", data.presenting);
    this.root.ariaLabel = data.says.keys;
    this.controls.replaceChildren(button(data.says.full, () => this.fill()), button(data.says.leave, () => this.leave()));
    this.show();
    if (data.over?.token === this.token) this.words(data.over);
  }

  drop(id) {
    const chart = this.drawn[id]?.querySelector(".chart");
    if (chart?._fullLayout) window.Plotly.purge(chart);
    this.drawn[id]?.remove();
    delete this.drawn[id];
  }

  show() {
    const { at, data: { listed, says } } = this, near = this.near();
    for (const id of Object.keys(this.drawn)) if (!near.includes(id)) this.drop(id);
    this.draw(near[0]);
    for (const [id, slide] of Object.entries(this.drawn)) slide.classList.toggle("shown", id === near[0]);
    this.inner.dataset.waits = this.drawn[near[0]] ? "" : says.waiting;
    this.count.textContent = `${at + 1} / ${listed.length}`;
    this.note.replaceChildren(part("b", "", says.note), part("p", "", this.known[near[0]]?.content.note || says.no_note));
    this.root.dataset.at = at + 1;
    this.rail();
    this.soon();
  }

  // Those beside it are drawn once it is seen.
  soon() {
    clearTimeout(this.ahead);
    this.ahead = setTimeout(() => (this.near().forEach(id => this.draw(id)), this.further()), 60);
  }

  near() {
    return [this.at, this.at + 1, this.at - 1].map(place => this.data.listed[place]?.id);
  }

  // Draws the next slide of which the list has no picture, or asks for it.
  further() {
    const { listed, presenting } = this.data, place = listed.findIndex(({ id }) => !this.pictures[id]), id = listed[place]?.id;
    if (presenting || !id) return;
    if (this.known[id]) return this.draw(id);
    if (this.asked !== id) this.send("further", place);
    this.asked = id;
  }

  // A picture of a slide is a copy of what was drawn.
  async picture(id, slide, drawing) {
    await drawing;
    if (!slide.isConnected || this.data.presenting) return;
    const copy = slide.cloneNode(true);
    copy.classList.remove("shown");
    this.pictures[id] = Object.assign(part("div", "picture", copy), { inert: true, ariaHidden: true });
    // The list stays as it is: somebody may be scrolling it, or dragging in it.
    this.list.children[this.data.listed.findIndex(one => one.id === id)]?.firstChild.replaceWith(this.pictures[id]);
    if (!this.near().includes(id)) this.drop(id);
    this.soon();
  }

  rail() {
    const focused = this.list.contains(this.root.getRootNode().activeElement);
    this.list.replaceChildren(...this.data.listed.map(({ id, title, kind }, place) => {
      const item = part("li", place === this.at ? "chosen" : "", this.pictures[id] ?? part("div", "picture"), part("b", "", `${place + 1}`), part("span", "", title), part("small", "", kind));
      item.tabIndex = place === this.at ? 0 : -1;
      item.ariaCurrent = place === this.at;
      item.draggable = true;
      item.title = this.data.says.order;
      item.onclick = () => this.turn(place);
      item.ondragstart = event => event.dataTransfer.setData("text/plain", this.dragged = place);
      item.ondragover = event => event.preventDefault();
      item.ondrop = event => (event.preventDefault(), this.move(this.dragged, place));
      return item;
    }));
    this.list.children[this.at].scrollIntoView({ block: "nearest" });
    if (focused) this.list.children[this.at].focus();
  }

  move(from, to) {
    if (from !== to && this.data.listed[to]) this.send("move", [from, to]);
  }

  draw(id) {
    if (!this.known[id] || this.drawn[id]) return;
    const { title, sentence, source, large, alive } = this.known[id].content, chart = part("div", "chart");
    const figure = large.svg ? part("div", "drawing", parsed(large.svg)) : large.rows ? table(large) : chart;
    const alone = !Object.keys(large).length, body = part("div", "large", figure);
    const slide = part("section", `slide${alone ? " alone" : ""}${alive ? " alive" : ""}`, part("h1", "", title), part("p", "sentence", sentence), body, part("footer", "", source));
    this.drawn[id] = slide;
    this.inner.prepend(slide);
    fitAll(slide, { h1: 42, ".sentence": alone ? 60 : 30 });
    this.picture(id, slide, large.plotly && draw(chart, large.plotly, clicked => alive && this.pick(id, clicked)));
  }

  turn(place) {
    const to = Math.max(0, Math.min(this.data.listed.length - 1, place));
    this.over.classList.remove("open");
    this.root.classList.remove("blanked");
    if (to !== this.at) {
      this.at = to;
      if (this.data.presenting) {
        // A reload shows it again; turning makes no entries for Back to go through.
        const address = new URL(location.href);
        address.searchParams.set("slide", to + 1);
        history.replaceState(history.state, "", address);
      }
      this.waits.push(to);
      this.send("at", to);
    }
    this.show();
  }

  // Words open at once, and are filled when they come.
  pick(id, clicked) {
    this.token += 1;
    this.over.replaceChildren(part("p", "coming", this.data.says.coming));
    this.over.classList.add("open");
    this.send("pick", { token: this.token, id, data: clicked });
  }

  words({ title, table: rows, sentence }) {
    const back = button(this.data.says.back, () => this.over.classList.remove("open"));
    this.over.replaceChildren(back, part("h2", "", title), rows ? table(rows) : "", sentence ? part("div", "drawing", parsed(sentence)) : "");
    fitAll(this.over, { h2: 34 });
  }

  fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  }

  leave() {
    if (document.fullscreenElement) document.exitFullscreen();
    this.root.classList.remove("presenting", "blanked", "noted");
    this.over.classList.remove("open");
    this.data.presenting = false;
    this.send("leave", this.at);
  }

  key(event) {
    const key = event.key.length > 1 ? event.key : event.key.toLowerCase(), field = event.composedPath()[0], by = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (this.data.presenting ? event.ctrlKey || event.metaKey || event.altKey : !this.root.contains(field)) return false;
    if (key === "Escape" && this.data.presenting) this.leave();
    else if (key === "Escape") this.over.classList.remove("open");
    else if (!this.data.presenting) {
      if (!by || !this.list.contains(field)) return false;
      if (event.altKey) this.move(this.at, this.at + by);
      else this.turn(this.at + by);
    } else if (this.inner.contains(field) && [" ", "Enter"].includes(key)) return false;
    else if (TOGGLED[key]) this.root.classList.toggle(TOGGLED[key]);
    else if (key === "f") this.fill();
    else if (FORWARD.includes(key)) this.turn(this.at + 1);
    else if (BACK.includes(key)) this.turn(this.at - 1);
    else if (key in ENDS) this.turn(ENDS[key]);
    else if (/^\d$/.test(key)) {
      // One soon after another is of the same number.
      this.typed = (event.timeStamp - this.digit < 900 ? 10 * this.typed : 0) + Number(key);
      this.digit = event.timeStamp;
      this.turn(this.typed - 1);
    } else return false;
    return true;
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this.screen, scale = Math.min(width / WIDTH, height / HEIGHT);
    Object.assign(this.inner.style, { width: `${width / scale}px`, height: `${height / scale}px`, transform: `scale(${scale})` });
    // Plotly keeps where the pointer is.
    for (const plot of this.root.querySelectorAll(".chart")) plot._fullLayout?._calcInverseTransform?.(plot);
  }

  listen() {
    this.listening?.abort();
    this.listening = new AbortController();
    const { signal } = this.listening, sized = new ResizeObserver(() => this.fit());
    sized.observe(this.screen);
    signal.onabort = () => sized.disconnect();
    const keyed = event => {
      if (!this.key(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    document.addEventListener("keydown", keyed, { capture: true, signal });
    // Where the screen is full, Esc is the browser's own.
    document.addEventListener("fullscreenchange", () => document.fullscreenElement || !this.data.presenting || this.leave(), { signal });
  }

  end() {
    this.listening.abort();
    clearTimeout(this.ahead);
    for (const id of Object.keys(this.drawn)) this.drop(id);
  }
}

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".cw-stage");
  root.stage ??= new Stage(root);
  root.stage.listen();
  root.stage.update(data, setTriggerValue);
  return () => root.stage.end();
}
