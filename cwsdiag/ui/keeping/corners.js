// Puts Save and Pin into the corner of each element that cwsdiag/ui/keeping/corners.py names: over it, so that nothing moves.
//
// The elements are Streamlit's, drawn before or after this: they are looked for whenever the page changes. What is put
// into one goes with it.

const SVG = "http://www.w3.org/2000/svg";
// On 24 × 24.
const SIGNS = {
  save: "M12 3v11m0 0-4.5-4.5M12 14l4.5-4.5M4 17v3h16v-3",
  pin: "M9 3h6l-.6 6.2 3.1 3.3v1.5h-11v-1.5l3.1-3.3L9 3zm3 11v7",
};

function sign(name) {
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", SIGNS[name]);
  svg.append(path);
  return svg;
}

function button(name, offer, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `cw-${name}`;
  made.title = offer[name].hint;
  made.setAttribute("aria-label", offer[name].label);
  made.append(sign(name));
  made.onclick = event => {
    event.stopPropagation();
    act(name, offer.key);
  };
  return made;
}

function corner(offer, act) {
  const made = document.createElement("div");
  made.className = `cw-corner cw-of-${offer.show}`;
  made.setAttribute("role", "group");
  made.dataset.stamp = JSON.stringify(offer);
  made.append(...["save", "pin"].filter(name => offer[name]).map(name => button(name, offer, act)));
  return made;
}

function place(root) {
  for (const offer of root.offers) {
    const host = document.querySelector(`.st-key-page ${offer.place}`);
    if (!host) continue;
    const there = host.querySelector(":scope > .cw-corner");
    // What acts is looked up at the click: the function that sends it is another one after each run.
    if (there?.dataset.stamp === JSON.stringify(offer)) continue;
    there?.remove();
    host.append(corner(offer, (name, key) => root.act(name, key)));
  }
}

function clear() {
  for (const one of document.querySelectorAll(".cw-corner")) one.remove();
}

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".corners");
  root.act = setTriggerValue;
  const drawn = JSON.stringify(data.offers);
  if (root.drawn !== drawn) {
    // An element may be offered by another name now.
    clear();
    root.drawn = drawn;
  }
  root.offers = data.offers;
  place(root);
  if (!root.watch) {
    let due = false;
    root.watch = new MutationObserver(() => {
      if (due) return;
      due = true;
      requestAnimationFrame(() => {
        due = false;
        // What was offered on a page that has been left is not put into the next.
        if (root.watch) place(root);
      });
    });
    root.watch.observe(document.body, { childList: true, subtree: true });
  }
  return () => {
    root.watch?.disconnect();
    root.watch = null;
    root.drawn = null;
    clear();
  };
}
