// Shows the drawing that cwsdiag/ui/difficulty/rows.py gives, says what was clicked in it, and saves it: light, on white,
// and without what is of use on a page only. The drawing is parsed as XML, whose texts are escaped: nothing in it runs.

const CAMERA = "M9 3 7.2 5H4a2 2 0 0 0-2 2v12c0 1.1.9 2 2 2h16a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2h-3.2L15 3zm3 15a5 5 0 1 1 0-10 5 5 0 0 1 0 10";
// Dots of a saved picture for each of the drawing's units: enough for print, as for charts.
const SCALE = 3;

const parsed = text => new DOMParser().parseFromString(text, "image/svg+xml").documentElement;

// What is saved: another style sheet, no controls.
function onPaper(data) {
  const svg = parsed(data.svg);
  svg.querySelector("style").textContent = data.paper;
  svg.querySelectorAll(".control").forEach(element => element.remove());
  return new XMLSerializer().serializeToString(svg);
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function save(data) {
  const svg = new Blob([onPaper(data)], { type: "image/svg+xml" });
  if (data.format === "svg") return download(svg, `${data.name}.svg`);
  const image = new Image(), at = URL.createObjectURL(svg);
  image.src = at;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * SCALE;
  canvas.height = image.height * SCALE;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(at);
  canvas.toBlob(png => download(png, `${data.name}.png`), "image/png");
}

function camera(says) {
  const button = document.createElement("button");
  button.className = "save";
  button.type = "button";
  button.title = says;
  button.setAttribute("aria-label", says);
  button.append(parsed(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${CAMERA}"/></svg>`));
  return button;
}

// The row and the word that an event is about, as the server knows them.
function meant(event) {
  const row = event.target.closest?.("[data-row]")?.dataset.row;
  const word = event.target.closest?.("[data-word]")?.dataset.word;
  return { row, word: word && `${row}.${word}` };
}

function move(root, event) {
  const rows = [...root.querySelectorAll("[data-row]")], now = rows.findIndex(row => row.contains(event.target));
  const aim = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (now < 0 || aim === undefined || !rows[aim]) return;
  event.preventDefault();
  rows[aim].focus();
}

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".rows");
  const drawn = data.save + data.svg;
  if (root.drawn !== drawn) {
    const focused = root.getRootNode().activeElement?.closest("[data-row]")?.dataset.row;
    root.replaceChildren(document.importNode(parsed(data.svg), true), ...(data.save ? [camera(data.save)] : []));
    root.drawn = drawn;
    if (focused) root.querySelector(`[data-row="${focused}"]`)?.focus();
  }
  const act = event => {
    const { row, word } = meant(event);
    if (word) setTriggerValue("word", word);
    else if (row) setTriggerValue("row", row);
    return row;
  };
  root.onclick = event => {
    if (event.target.closest(".save")) save(data);
    else act(event);
  };
  root.onkeydown = event => {
    if ((event.key === "Enter" || event.key === " ") && act(event)) event.preventDefault();
    else move(root, event);
  };
}
