// Draws the rows that cwsdiag/ui/shell/rows.py gives, of which one is chosen. Texts are set as texts.

const part = (name, properties, ...inside) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...inside);
  return element;
};

function table({ alt, columns, cells }) {
  const heads = columns.map(({ label, help, width, numeric }) => {
    const className = numeric ? "number" : width ? "short" : "";
    const head = part("th", { scope: "col", title: help, className }, part("button", {}, label));
    if (width) head.style.setProperty("--width", `${width}px`);
    return head;
  });
  const rows = cells.map((texts, row) => {
    const drawn = part("tr", {}, ...texts.map((text, at) => {
      const { className, style } = heads[at], short = className === "short";
      return part("td", { className, style: style.cssText, title: short ? text : "" }, text);
    }));
    drawn.dataset.row = row;
    return drawn;
  });
  const all = part("table", { role: "grid" }, part("thead", {}, part("tr", {}, ...heads)), part("tbody", {}, ...rows));
  all.setAttribute("aria-label", alt);
  return all;
}

// First the largest, then the smallest, then in the order that they came in.
function sort(root, head, { columns, cells, values }) {
  const at = head.cellIndex, numbers = values[columns[at].key], body = root.querySelector("tbody");
  const way = { descending: "ascending", ascending: "none" }[head.ariaSort] ?? "descending";
  for (const other of head.parentElement.cells) other.ariaSort = "none";
  head.ariaSort = way;
  const compare = (one, other) => numbers
    ? (numbers[one] ?? -Infinity) - (numbers[other] ?? -Infinity)
    : cells[one][at].localeCompare(cells[other][at]);
  const order = { ascending: compare, descending: (one, other) => compare(other, one), none: (one, other) => one - other };
  body.append(...[...body.rows].sort((one, other) => order[way](+one.dataset.row, +other.dataset.row)));
}

// Says which row is chosen, makes it the one that the tab key reaches, and has it in sight.
function mark(root, chosen) {
  const rows = [...root.querySelectorAll("tbody tr")];
  for (const row of rows) row.ariaSelected = +row.dataset.row === chosen;
  const row = rows.find(one => one.ariaSelected === "true");
  for (const one of rows) one.tabIndex = one === (row ?? rows[0]) ? 0 : -1;
  if (!row || root.chosen === chosen) return;
  root.chosen = chosen;
  const top = row.offsetTop - root.querySelector("thead").offsetHeight;
  root.scrollTop = Math.min(Math.max(root.scrollTop, row.offsetTop + row.offsetHeight - root.clientHeight), top);
}

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".rows");
  const { chosen, ...rest } = data, drawn = JSON.stringify(rest);
  if (root.drawn !== drawn) {
    root.replaceChildren(table(data));
    Object.assign(root, { drawn, chosen: null });
  }
  root.classList.toggle("stretch", data.stretch);
  mark(root, chosen);
  const choose = (row, at) => {
    // Seen at once; the server's answer follows.
    mark(root, +row.dataset.row);
    setTriggerValue("cell", [+row.dataset.row, data.columns[at].key]);
  };
  root.onclick = ({ target }) => {
    const head = target.closest("th"), cell = target.closest("td");
    if (head) sort(root, head, data);
    else if (cell && root.getRootNode().getSelection?.().type !== "Range") choose(cell.parentElement, cell.cellIndex);
  };
  root.onkeydown = event => {
    const row = event.target.closest("tbody tr");
    const aim = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling, " ": row }[event.key];
    if (!aim) return;
    event.preventDefault();
    choose(aim, 0);
    aim.focus();
  };
}
