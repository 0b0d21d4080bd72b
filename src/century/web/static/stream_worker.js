// One event stream for all tabs of a browser: a browser opens only six connections to a server over HTTP/1.1, and each
// stream holds one. Runs as a SharedWorker; every tab has a port, and says which table it shows.
const SILENT = 180_000; // ms after which a tab that says nothing is taken for closed (browsers slow down hidden tabs)
const ports = new Map(); // of the tabs: the table, and when the tab was heard last
const versions = new Map(); // the latest of each table
let source = null;
let watched = ""; // the tables of the stream
let planned = null;

onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data.bye) ports.delete(port);
    else hear(port, data.table);
    planned ??= setTimeout(follow, 50); // several tabs may come at once
  };
};

function hear(port, table) {
  const isNew = ports.get(port)?.table !== table;
  ports.set(port, { table, heard: Date.now() });
  if (isNew && versions.has(table)) port.postMessage({ event: "change", data: { version: versions.get(table) } });
  if (isNew && source?.readyState === EventSource.OPEN) port.postMessage({ event: "open" });
}

// Open a stream of the tables that are shown now; the one before ends when it is there, so that nobody seems to leave.
function follow() {
  planned = null;
  const tables = [...new Set([...ports.values()].map(({ table }) => table))].sort();
  if (tables.join() === watched) return;
  watched = tables.join();
  const before = source;
  for (const table of versions.keys()) if (!tables.includes(table)) versions.delete(table);
  source = tables.length ? open(tables, before) : null;
  if (!source) before?.close();
}

function open(tables, before) {
  const stream = new EventSource(`/api/v1/events?${tables.map((table) => `table=${table}`).join("&")}`);
  const pass = ({ type, data }) => {
    const { table, ...rest } = JSON.parse(data);
    if (rest.version) versions.set(table, Math.max(rest.version, versions.get(table) ?? 0));
    for (const [port, tab] of ports) if (tab.table === table) port.postMessage({ event: type, data: rest });
  };
  stream.addEventListener("change", pass);
  stream.addEventListener("presence", pass);
  stream.addEventListener("open", () => {
    before?.close();
    tell("open");
  });
  stream.addEventListener("error", () => {
    before?.close();
    tell("error");
    if (stream !== source || stream.readyState !== EventSource.CLOSED) return;
    watched = "";
    setTimeout(follow, 2000);
  });
  return stream;
}

function tell(event) {
  for (const port of ports.keys()) port.postMessage({ event });
}

setInterval(() => {
  for (const [port, { heard }] of ports) if (heard < Date.now() - SILENT) ports.delete(port);
  follow();
}, 30_000);
