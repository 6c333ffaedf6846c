// Shows what is to be saved, and its caption with a button that copies it. A chart it draws itself, by the Plotly of the
// page, and hands the drawing back: cwsdiag/ui/keeping/saving.py makes the file of it.

async function drawn(spec, width, height) {
  const found = await window.Plotly.toImage(spec, { format: "svg", width, height });
  return decodeURIComponent(found.slice(found.indexOf(",") + 1));
}

function show(root, svg, alt) {
  const picture = root.querySelector("img");
  if (root.picture) URL.revokeObjectURL(root.picture);
  root.picture = svg && URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  picture.hidden = !svg;
  picture.alt = alt;
  if (svg) picture.src = root.picture;
  else picture.removeAttribute("src");
}

// Where the browser lets no script write to the clipboard, the text is left selected: one key copies it.
async function copy(root, says) {
  const text = root.querySelector("p"), told = root.querySelector("[role=status]");
  try {
    await navigator.clipboard.writeText(text.textContent);
    told.textContent = says.copied;
  } catch {
    const range = document.createRange();
    range.selectNodeContents(text);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    told.textContent = says.selected;
  }
}

export default function ({ parentElement, data, setStateValue }) {
  const root = parentElement.querySelector(".saving");
  root.querySelector("p").textContent = data.caption;
  const button = root.querySelector("button");
  button.textContent = data.says.copy;
  button.onclick = () => copy(root, data.says);
  if (root.caption !== data.caption) root.querySelector("[role=status]").textContent = "";
  root.caption = data.caption;
  if (!data.spec) show(root, data.svg, data.alt);
  else if (root.stamp !== data.stamp) {
    root.stamp = data.stamp;
    // A copy: Plotly writes into what it is given.
    drawn(structuredClone(data.spec), data.spec.layout.width, data.spec.layout.height).then(svg => {
      if (root.stamp !== data.stamp) return;
      show(root, svg, data.alt);
      setStateValue("drawn", { stamp: data.stamp, svg });
    }).catch(error => setStateValue("drawn", { stamp: data.stamp, problem: String(error) }));
  }
  return () => {
    if (root.picture) URL.revokeObjectURL(root.picture);
    root.picture = root.stamp = null;
  };
}
