// Shows the drawing that cwsdiag/ui/shell/show.py gives, and says what was clicked in it: a sentence, or a word of one.
// The drawing is parsed as XML, whose texts are escaped: nothing in it runs.

const parsed = text => new DOMParser().parseFromString(text, "image/svg+xml").documentElement;

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".drawing");
  if (root.drawn !== data.svg) {
    root.replaceChildren(document.importNode(parsed(data.svg), true));
    root.drawn = data.svg;
  }
  root.classList.toggle("alive", data.alive);
  root.onclick = event => {
    const row = event.target.closest?.("[data-row]")?.dataset.row;
    const word = event.target.closest?.("[data-word]")?.dataset.word;
    if (!data.alive || !row || root.getRootNode().getSelection?.().toString()) return;
    setTriggerValue(word ? "word" : "row", word ? `${row}.${word}` : row);
  };
  root.onkeydown = event => {
    const row = data.alive && event.target.closest?.("[data-row]");
    if (!row) return;
    const rows = [...root.querySelectorAll("[data-row]")], aim = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") setTriggerValue("row", row.dataset.row);
    else if (aim) rows[rows.indexOf(row) + aim]?.focus();
    else return;
    event.preventDefault();
  };
}
