"use strict";
// Draws the charts of the report, sorts its tables, and opens the words behind a bucket. All texts are set as text.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const charts = JSON.parse(document.getElementById("charts").textContent);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const drawn = [];

  const made = (tag, text, name) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (name) element.className = name;
    return element;
  };

  // Tables: numbers by their value, what is undefined last whichever way.
  const sorted = (button) => {
    const head = button.closest("th"), body = head.closest("table").tBodies[0];
    const place = head.cellIndex, isNumber = head.classList.contains("n");
    const rises = head.ariaSort ? head.ariaSort !== "ascending" : !isNumber;
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.ariaSort = rises ? "ascending" : "descending";
    const value = (row) => row.cells[place].dataset.sorts ?? "";
    const order = (one, other) => {
      const [a, b] = [value(one), value(other)];
      if (a === "" || b === "") return (a === "") - (b === "");
      const found = isNumber ? Number(a) - Number(b) : a.localeCompare(b, document.documentElement.lang);
      return rises ? found : -found;
    };
    body.append(...[...body.rows].sort(order));
  };

  // The words behind a bucket.
  const opened = (section, attribute, bucket) => {
    const told = data.sections[section.id], found = told && data.words[told.words][`${attribute}:${bucket}`];
    if (!found) return;
    const box = section.querySelector(".words");
    const close = made("button", "×", "close");
    close.type = "button";
    close.ariaLabel = data.say.close;
    close.addEventListener("click", () => { box.hidden = true; });
    const title = `${told.titles[attribute]}: ${found.label}`;
    box.replaceChildren(close, made("h4", title));
    if (found.rows.length) box.append(wordTable(told.heads, found.rows));
    const more = found.types - found.rows.length;
    if (!found.rows.length) box.append(made("p", data.say.none, "more"));
    else if (more > 0) box.append(made("p", data.say.more.replace("{n}", more.toLocaleString("en")), "more"));
    box.hidden = false;
    box.dataset.bucket = `${attribute}:${bucket}`;
    const reach = box.getBoundingClientRect();
    if (reach.top < 0 || reach.bottom > innerHeight) box.scrollIntoView({block: "nearest"});
  };

  const wordTable = (heads, rows) => {
    const table = made("table"), head = table.createTHead().insertRow(), body = table.createTBody();
    const isNumber = (place) => typeof rows[0][place] === "number";
    heads.forEach((text, place) => {
      const cell = made("th", text, isNumber(place) ? "n" : "");
      cell.scope = "col";
      head.append(cell);
    });
    for (const values of rows) {
      const row = body.insertRow();
      values.forEach((value, place) => {
        const said = typeof value === "number" ? value.toLocaleString("en") : value;
        row.append(made("td", said, isNumber(place) ? "n" : ""));
      });
    }
    const sheet = made("div", undefined, "sheet");
    sheet.append(table);
    return sheet;
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("th button, button.opens");
    if (!button) return;
    if (!button.dataset.opens) return sorted(button);
    // The key of a label of sentences has a colon too.
    const [attribute, bucket] = button.dataset.opens.split(/:(?=[^:]*$)/);
    opened(button.closest("section"), attribute, bucket);
  });

  // Charts.
  const inked = (ground) => {
    const ink = data.inks[ground];
    return {
      "font.color": ink.text, "hoverlabel.bgcolor": ink.ground, "hoverlabel.font.color": ink.text,
      "hoverlabel.bordercolor": ink.line,
    };
  };
  const drawnOn = () => (dark.matches ? "dark" : "light");

  const draw = async (place) => {
    const spec = charts[place.dataset.chart], ink = data.inks[drawnOn()];
    const layout = {...spec.layout, autosize: true};
    layout.font = {...layout.font, color: ink.text};
    layout.hoverlabel = {
      ...layout.hoverlabel, bgcolor: ink.ground, bordercolor: ink.line, font: {color: ink.text},
    };
    place.replaceChildren();
    await Plotly.newPlot(place, spec.data, layout, {displayModeBar: false, responsive: true, scrollZoom: false});
    const section = place.closest("section");
    place.on("plotly_click", (event) => {
      const chosen = event.points[0] && event.points[0].customdata;
      if (Array.isArray(chosen)) opened(section, chosen[0], chosen[1]);
    });
    drawn.push(place);
  };

  const unpacked = async () => {
    const packed = document.getElementById("plotly").textContent;
    const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const program = made("script");
    program.textContent = await new Response(stream).text();
    document.head.append(program);
  };

  const all = async () => {
    const places = [...document.querySelectorAll(".chart")];
    if (places.length) {
      try {
        await unpacked();
        for (const place of places) {
          await draw(place);
          // Between charts the page answers.
          await new Promise((next) => setTimeout(next));
        }
      } catch (error) {
        for (const place of places) if (!drawn.includes(place)) place.replaceChildren(made("p", data.say.old, "waiting"));
        console.error(error);
      }
    }
    document.documentElement.dataset.charts = String(drawn.length);
  };

  dark.addEventListener("change", () => {
    for (const place of drawn) Plotly.relayout(place, inked(drawnOn()));
  });
  // Paper is light, and has its own width: that of the text on A4; tall charts are a little lower, with their text.
  const PAPER = 680, TALL = 500, LOWER = 0.85;
  const sized = (place, factor, ink, width) => {
    const height = Math.round(charts[place.dataset.chart].layout.height * factor);
    place.style.height = `${height}px`;
    Plotly.relayout(place, {...inked(ink), width, height, autosize: width === null});
  };
  addEventListener("beforeprint", () => {
    for (const place of drawn) {
      const {height} = charts[place.dataset.chart].layout;
      sized(place, height > TALL ? LOWER : 1, "light", PAPER);
    }
  });
  addEventListener("afterprint", () => {
    for (const place of drawn) sized(place, 1, drawnOn(), null);
  });
  all();
})();
