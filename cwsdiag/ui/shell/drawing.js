// Shows the drawing that cwsdiag/ui/shell/show.py gives, and says which word of gold was clicked.
// The drawing is parsed as XML, whose texts are escaped: nothing in it runs.

// Keeps the word that is meant in sight, where the drawing scrolls in a part of the page.
function aim(root) {
  const word = root.querySelector('text[font-weight="700"]')?.getBoundingClientRect();
  const part = root.getRootNode().host?.closest(".st-key-diagnosis-places");
  const room = part?.getBoundingClientRect();
  if (word && room && (word.top < room.top || word.bottom > room.bottom)) {
    part.scrollTop += word.top - room.top - part.clientHeight / 2;
  }
}

// What is copied are rows of words, whatever the lines that they are drawn in.
function copy(root, event) {
  const chosen = root.getRootNode().getSelection?.() ?? getSelection(), copied = [];
  for (const sentence of root.querySelectorAll("svg > g")) {
    const rows = new Map();
    let row = "";
    for (const part of sentence.children) {
      const said = [...part.querySelectorAll("text")].map(text => text.textContent).join("");
      if (!part.classList.contains("word")) row = said;
      else if (chosen.containsNode(part, true)) rows.set(row, [...(rows.get(row) ?? []), said]);
    }
    for (const words of rows.values()) copied.push(words.join(" "));
  }
  if (!copied.length) return;
  event.clipboardData.setData("text/plain", copied.join("\n"));
  event.preventDefault();
}

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".drawing");
  if (root.drawn !== data.svg) {
    const { documentElement } = new DOMParser().parseFromString(data.svg, "image/svg+xml");
    root.replaceChildren(document.importNode(documentElement, true));
    root.drawn = data.svg;
    aim(root);
  }
  root.classList.toggle("alive", data.alive);
  root.oncopy = event => copy(root, event);
  const act = event => {
    const word = data.alive && event.target.closest?.("[data-word]");
    if (word && !root.getRootNode().getSelection?.().toString()) setTriggerValue("word", word.dataset.word);
    return word;
  };
  root.onclick = act;
  // One word is reached by the tab key, the others from there.
  const words = data.alive ? [...root.querySelectorAll("[data-word]")] : [];
  words.forEach((word, place) => word.setAttribute("tabindex", place ? -1 : 0));
  root.onkeydown = event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) words[words.indexOf(event.target) + step]?.focus();
    else if (event.key !== "Enter" || !act(event)) return;
    event.preventDefault();
  };
}
