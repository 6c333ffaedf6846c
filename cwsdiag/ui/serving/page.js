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
    document.documentElement.lang = /^zh\b/i.test(spoken) ? "zh-Hans" : "en";
  };
  addEventListener("popstate", name);
  name();

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
})();
