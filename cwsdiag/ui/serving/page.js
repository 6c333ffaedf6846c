// Stands in every page before the scripts of Streamlit; cwsdiag/ui/serving/layer.py puts it there.
(() => {
  // Number of parts of the address below the server's base. A proxy may put others before them, of which only the
  // browser knows.
  const below = STEPS;
  const parts = location.pathname.split("/").filter(Boolean);
  const base = parts.slice(0, parts.length - below).map(part => "/" + part).join("");
  window.__streamlit = { BACKEND_BASE_URL: location.origin + base };

  // A click that leads to another page changes the address twice, first what is selected, then the page: two entries of
  // the browser's history for one act, and two presses to undo it. The second takes the place of the first.
  let acted = true;
  for (const act of ["pointerdown", "keydown"]) addEventListener(act, () => { acted = true; }, true);
  const push = history.pushState.bind(history), replace = history.replaceState.bind(history);
  history.pushState = (data, title, address) => {
    const elsewhere = new URL(address ?? "", location.href).pathname !== location.pathname;
    (elsewhere && !acted ? replace : push)(data, title, address);
    acted = false;
    name();
  };

  // What is read aloud, and the forms of Chinese characters, go by the language that the page is in: that of the
  // address, else that of the browser, as in cwsdiag/ui/shell/tongue.py.
  const name = () => {
    const spoken = new URLSearchParams(location.search).get("lang") ?? navigator.language;
    const lang = /^zh\b/i.test(spoken) ? "zh-Hans" : "en";
    // Named again, though the same, all of the page would be styled anew.
    if (document.documentElement.lang !== lang) document.documentElement.lang = lang;
  };
  addEventListener("popstate", name);
  name();

  // What a button says when the pointer is on it stands elsewhere in the page; of which button it is, only this tells.
  for (const kind of ["pointerover", "focusin"]) addEventListener(kind, ({ target }) => {
    const label = target.closest?.("button[aria-label]")?.getAttribute("aria-label") ?? "";
    if (document.body.dataset.pointsAt !== label) document.body.dataset.pointsAt = label;
  });

  // A connection that comes back says its session where the server does not know that: cwsdiag/ui/serving/sessions.py.
  // The page is then drawn anew, as Back and Forward have it drawn, once Streamlit knows that it is connected.
  window.WebSocket = class extends WebSocket {
    constructor(address, protocols) {
      super(address, protocols);
      const [, , session] = protocols ?? [];
      this.addEventListener("open", () => {
        if (session && this.protocol === session) setTimeout(() => dispatchEvent(new PopStateEvent("popstate")));
      });
    }
  };

  // Why an upload was refused is said by rules of the page, of which this chooses one: cwsdiag/ui/own/refused.py.
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...body) {
    this.addEventListener("load", () => {
      if (this.status >= 400) document.body.dataset.refused = this.getResponseHeader("X-Refused") ?? "";
    });
    return send.apply(this, body);
  };

  // Tables make a formatter for each number they show, which takes longer than to draw it: of those alike one is enough.
  const formats = new Map();
  Intl.NumberFormat = new Proxy(Intl.NumberFormat, {
    construct(made, given) {
      const key = JSON.stringify(given);
      if (!formats.has(key)) formats.set(key, new made(...given));
      return formats.get(key);
    },
  });

  // A chart is drawn twice, first before its width is asked for, and not to be seen then: only its frame is drawn then.
  let plotly;
  Object.defineProperty(window, "Plotly", {
    configurable: true,
    get: () => plotly,
    set(made) {
      plotly = made;
      const react = made.react;
      made.react = (chart, figure, ...more) => {
        const { data, layout, config } = figure;
        delete chart.dataset.waits;
        if (chart._fullLayout || layout?.width !== undefined) return react(chart, figure, ...more);
        chart.dataset.waits = "";
        const { width, height } = chart.parentElement.getBoundingClientRect();
        // What it is to hold is asked of it, and kept for when the page comes back.
        return react(chart, { layout: { width, height }, config }).then(() => Object.assign(chart, { data, layout }));
      };
    },
  });

  // On paper the page keeps the width that its figures have on the screen, made as much smaller as the paper is
  // narrower. Texts of the dark theme are light, on paper too: there they are turned.
  const paper = 700;
  addEventListener("beforeprint", () => {
    const page = document.querySelector(".stMainBlockContainer"), root = document.documentElement.style;
    if (!page) return;
    const fringe = getComputedStyle(page);
    const width = page.clientWidth - parseFloat(fringe.paddingLeft) - parseFloat(fringe.paddingRight);
    root.setProperty("--cw-width", width + "px");
    root.setProperty("--cw-zoom", Math.min(1, paper / width));
    const app = document.querySelector(".stApp");
    document.documentElement.classList.toggle("cw-dark", getComputedStyle(app).colorScheme === "dark");
  });

  // The first page stands: the scripts of other pages are made ready, and then, when no element waits for its script any
  // more, what only the first frames need goes.
  const first = new MutationObserver(() => {
    const app = document.querySelector("[data-testid=stApp]");
    if (app?.dataset.testScriptState !== "notRunning" || !document.querySelector("[data-testid=stSidebar]")) return;
    if (document.querySelector("[data-testid=stSkeleton]")) return;
    first.disconnect();
    // Not every browser says when it is idle.
    const idle = window.requestIdleCallback ?? setTimeout;
    const ready = ([file, ...others]) => idle(() => file
      ? import(`${location.origin + base}/${file}`).finally(() => ready(others))
      : document.getElementById("cw-first-frame")?.remove());
    ready(LATER);
  });
  first.observe(document, { subtree: true, childList: true, attributeFilter: ["data-test-script-state"] });
})();
