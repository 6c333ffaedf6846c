// Shows the drawing that cwsdiag/ui/difficulty/rows.py gives, and says what was clicked in it. The drawing is parsed as
// XML, whose texts are escaped: nothing in it runs.

const parsed = text => new DOMParser().parseFromString(text, "image/svg+xml").documentElement;

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
  if (root.drawn !== data.svg) {
    const focused = root.getRootNode().activeElement?.closest("[data-row]")?.dataset.row;
    root.replaceChildren(document.importNode(parsed(data.svg), true));
    root.drawn = data.svg;
    if (focused) root.querySelector(`[data-row="${focused}"]`)?.focus();
  }
  const act = event => {
    const { row, word } = meant(event);
    if (word) setTriggerValue("word", word);
    else if (row) setTriggerValue("row", row);
    return row;
  };
  root.onclick = act;
  root.onkeydown = event => {
    if ((event.key === "Enter" || event.key === " ") && act(event)) event.preventDefault();
    else move(root, event);
  };
}
