// The events of a table. All tabs of a browser share one stream; where that is not possible, each tab has its own while
// it is visible.
const AGAIN = 2000; // ms after which a stream that was refused is tried again
const STILL_HERE = 20_000; // ms between two signs of life to the worker

// Call `told(event, data)` for each event: change, presence, open, error.
export function listen(table, told) {
  if (!globalThis.SharedWorker) {
    alone(table, told);
    return;
  }
  let worker = null;
  try {
    worker = new SharedWorker("/static/stream_worker.js", { name: "stream" });
  } catch {
    alone(table, told);
    return;
  }
  worker.addEventListener("error", () => alone(table, told), { once: true });
  const here = () => worker.port.postMessage({ table });
  worker.port.onmessage = ({ data: { event, data } }) => told(event, data);
  here();
  setInterval(here, STILL_HERE);
  addEventListener("pagehide", () => worker.port.postMessage({ bye: true }));
  addEventListener("pageshow", here);
  document.addEventListener("visibilitychange", here);
}

function alone(table, told) {
  let stream = null;
  const open = () => {
    if (stream || document.visibilityState !== "visible") return;
    stream = new EventSource(`/api/v1/tables/${table}/events`);
    for (const name of ["change", "presence"])
      stream.addEventListener(name, ({ data }) => told(name, JSON.parse(data)));
    stream.addEventListener("open", () => told("open"));
    stream.addEventListener("error", () => {
      told("error");
      if (stream?.readyState !== EventSource.CLOSED) return;
      stream = null;
      setTimeout(open, AGAIN);
    });
  };
  const close = () => {
    stream?.close();
    stream = null;
  };
  document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? open() : close()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  open();
}
