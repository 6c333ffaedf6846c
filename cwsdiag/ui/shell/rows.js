// Draws the rows that cwsdiag/ui/shell/tables.py gives, of which one is chosen; as many as are seen, the rest when they are
// scrolled to. Texts are set as texts.

const MORE = 60;

const part = (name, properties, ...inside) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...inside);
  return element;
};

function table({ alt, columns }) {
  const heads = columns.map(({ label, help, width, numeric }) => {
    const className = numeric ? "number" : width ? "short" : "";
    const head = part("th", { scope: "col", title: help, className }, part("button", {}, label));
    if (width) head.style.setProperty("--width", `${width}px`);
    return head;
  });
  const drawn = part("table", { role: "grid" }, part("thead", {}, part("tr", {}, ...heads)), part("tbody", {}));
  drawn.setAttribute("aria-label", alt);
  return drawn;
}

// Draws rows in their order, up to a number of them.
function fill(root, count) {
  const heads = root.querySelector("thead tr").cells, body = root.querySelector("tbody");
  body.append(...root.order.slice(body.rows.length, count).map(row => {
    const drawn = part("tr", { tabIndex: -1 }, ...root.cells[row].map((text, at) => {
      const { className, style } = heads[at];
      return part("td", { className, style: style.cssText, title: className === "short" ? text : "" }, text);
    }));
    drawn.dataset.row = row;
    return drawn;
  }));
}

// First the largest, then the smallest, then in the order that they came in.
function sort(root, head, { columns, cells, values }) {
  const at = head.cellIndex, numbers = values[columns[at].key];
  const way = { descending: "ascending", ascending: "none" }[head.ariaSort] ?? "descending";
  for (const other of head.parentElement.cells) other.ariaSort = "none";
  head.ariaSort = way;
  const compare = (one, other) => numbers
    ? (numbers[one] ?? -Infinity) - (numbers[other] ?? -Infinity)
    : cells[one][at].localeCompare(cells[other][at]);
  root.order = [...cells.keys()];
  if (way !== "none") root.order.sort(way === "ascending" ? compare : (one, other) => compare(other, one));
  root.querySelector("tbody").replaceChildren();
  root.scrollTop = 0;
  fill(root, MORE);
}

// Says which row is chosen, makes it the one that the tab key reaches, and has it in sight where that is new.
function mark(root, chosen, seen) {
  const place = root.order.indexOf(chosen);
  if (seen) fill(root, place + MORE);
  for (const row of root.querySelectorAll("[aria-selected=true], [tabindex='0']")) {
    row.ariaSelected = false;
    row.tabIndex = -1;
  }
  const { rows } = root.querySelector("tbody"), row = rows[place];
  if (rows.length) (row ?? rows[0]).tabIndex = 0;
  if (!row) return;
  row.ariaSelected = true;
  if (!seen) return;
  const top = row.offsetTop - root.querySelector("thead").offsetHeight;
  root.scrollTop = Math.min(Math.max(root.scrollTop, row.offsetTop + row.offsetHeight - root.clientHeight), top);
}

export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".rows");
  const { chosen, ...rest } = data, drawn = JSON.stringify(rest), isNew = root.drawn !== drawn;
  if (isNew) {
    Object.assign(root, { drawn, cells: data.cells, order: [...data.cells.keys()] });
    root.replaceChildren(table(data));
    fill(root, MORE);
  }
  root.classList.toggle("stretch", data.stretch);
  mark(root, chosen, isNew || root.chosen !== chosen);
  root.chosen = chosen;
  const choose = (row, at) => {
    // Seen at once; the server's answer follows.
    root.chosen = +row.dataset.row;
    mark(root, root.chosen, true);
    setTriggerValue("cell", [root.chosen, data.columns[at].key]);
  };
  root.onscroll = () => {
    if (root.scrollTop + 2 * root.clientHeight > root.scrollHeight) fill(root, root.querySelector("tbody").rows.length + MORE);
  };
  root.onclick = ({ target }) => {
    const head = target.closest("th"), cell = target.closest("td");
    if (head) {
      sort(root, head, data);
      mark(root, root.chosen, false);
    } else if (cell && root.getRootNode().getSelection?.().type !== "Range") choose(cell.parentElement, cell.cellIndex);
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
