// Tells when the page shows what a press leads to: the frames in which what can be read or seen has changed.
(() => {
  // What changes under the pointer, or is there for screen readers alone and follows later.
  const LEFT_OUT = "canvas, style, script, .hoverlayer, .modebar-container, [data-testid=InputInstructions]";
  const seen = new WeakSet();
  let press = null, armed = false, shown = "", waiting = false, before = new Set(), drawn = new Set();

  const read = root => {
    let text = "";
    for (const node of root.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) text += node.data;
      else if (node.nodeType === Node.ELEMENT_NODE && !node.matches(LEFT_OUT)) {
        if (node.localName === "path") text += node.getAttribute("d");
        if (node.shadowRoot) {
          watch(node.shadowRoot);
          text += read(node.shadowRoot);
        }
        text += read(node);
      }
    }
    return text;
  };
  // A message of one's own is handled after the frame has been painted.
  const painted = () => new Promise(done => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(0);
  }));
  const stamp = async () => {
    const of = press;
    if (!of) return;
    const now = await painted();
    of.first ||= now;
    of.last = now;
  };
  const look = () => {
    waiting = false;
    const main = document.querySelector("[data-testid=stMain]"), now = main ? read(main) : "";
    if (now === shown) return;
    shown = now;
    stamp();
  };
  const changed = () => {
    if (!waiting) requestAnimationFrame(look);
    waiting = true;
  };
  const watcher = new MutationObserver(changed);
  const watch = root => {
    if (!seen.has(root)) watcher.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: ["d"] });
    seen.add(root);
  };
  watch(document);

  // Tables are pictures: a text that was not in them before is something new.
  const fillText = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
    if (!before.has(text) && !drawn.has(text)) stamp();
    drawn.add(text);
    return fillText.call(this, text, ...where);
  };

  const send = WebSocket.prototype.send, heard = new WeakSet();
  WebSocket.prototype.send = function (data) {
    if (!heard.has(this)) this.addEventListener("message", ({ data }) => {
      if (!press) return;
      press.came = performance.now();
      press.messages += 1;
      press.bytes += data.byteLength ?? data.size ?? data.length;
    });
    heard.add(this);
    if (press) press.sent ||= performance.now();
    return send.call(this, data);
  };

  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, event => {
    if (!armed) return;
    armed = false;
    press = { pressed: event.timeStamp, sent: 0, came: 0, messages: 0, bytes: 0, first: 0, last: 0 };
    before = drawn;
    drawn = new Set();
  }, true);

  window.cwsArm = () => { press = null; armed = true; };
  window.cwsPress = () => press;
  // Nothing has been sent, come or been painted for so long.
  window.cwsRests = milliseconds => {
    const app = document.querySelector("[data-testid=stApp]");
    const { pressed = 0, sent = 0, came = 0, last = 0 } = press ?? {};
    return app?.dataset.testScriptState === "notRunning" && !document.querySelector("[data-testid=stSkeleton]")
      && performance.now() - Math.max(pressed, sent, came, last) >= milliseconds;
  };

  window.cwsShift = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.cwsShift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
})();
