// The page of a table: answers go to the server, and what the server has drawn is shown. No rule is known here.
import { ask, say, toast, tried } from "./ask.js";
import "./rules.js";
import { redraw } from "./motion.js";
import { keepingPlaces } from "./places.js";
import { listen } from "./stream.js";

const content = document.getElementById("content");
const id = content.dataset.table;
const api = `/api/v1/tables/${id}`;
let loading = null; // the fetch that is under way
let wanted = 0; // the version of the table that is to be shown
let refused = false; // whether the server refused the last load
let busy = false; // whether an answer is under way

const part = () => document.getElementById("part");
const version = () => Number(part().dataset.version);
const main = () => document.getElementById("table");

// --- what is shown --------------------------------------------------------------------------------

// Show the table in a version or a later one, as soon as possible. Without a version something else has changed, such as
// a hint or who is there: a load that is under way may not know of it yet, so the table is loaded after it once more.
async function refresh(least) {
  if (least === undefined) await loading;
  wanted = Math.max(wanted, least ?? 0);
  do await (loading ??= load());
  while (version() < (least ?? 0) && !refused);
}

// Load the table and draw it, again and again until it is as new as wanted or the server refuses.
async function load() {
  try {
    for (refused = false; !refused; await new Promise((again) => setTimeout(again, 1000))) {
      const asked = Math.max(wanted, version()); // the server does not answer with an older one, whichever process it is
      const response = await fetch(`/t/${id}/part?version=${asked}`).catch(() => null);
      content.classList.toggle("offline", !response);
      refused = Boolean(response && !response.ok);
      if (refused) toast((await response.json().catch(() => ({}))).error || response.statusText);
      else if (response && (await show(await response.text(), asked))) return;
    }
  } finally {
    loading = null; // in the same moment as the last look at what is wanted
  }
}

// Draw the table, unless it is older than the version that was asked for; whether it was drawn.
async function show(html, asked) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("part");
  if (!fresh || Number(fresh.dataset.version) < asked) return false;
  const told = main().dataset.told;
  const focus = place(document.activeElement);
  keepingPlaces(part, () => redraw(part(), fresh));
  refocus(focus);
  furnish();
  const now = main();
  if (now.dataset.told && now.dataset.told !== told) say(now.dataset.told);
  if (now.dataset.question && mayAnswer()) say(now.dataset.question);
  document.title = (mayAnswer() ? "● " : "") + document.title.replace(/^● /, "");
  return true;
}

function place(element) {
  if (!element || !part().contains(element)) return null;
  return { action: element.dataset.action, does: element.dataset.do, had: true };
}

function refocus(place) {
  if (!place) return;
  const same =
    (place.action && lit().find((element) => element.dataset.action === place.action)) ||
    (place.does && part().querySelector(`[data-do="${CSS.escape(place.does)}"]`)) ||
    lit()[0] ||
    part().querySelector(".question h2, .question");
  if (same) {
    if (same.tabIndex < 0) same.tabIndex = -1;
    same.focus({ preventScroll: true });
  }
}

const mayAnswer = () => Boolean(part().querySelector("[data-action]"));

// --- what the page adds to what was drawn -----------------------------------------------------------

let invitations = null;
let deadline = 0; // of the turn, by the clock of this machine

async function furnish() {
  const fields = part().querySelectorAll("[data-invitation]");
  if (fields.length) {
    invitations ??= await ask("GET", `${api}/invitations`).catch(() => ({}));
    for (const field of fields) {
      const secret = invitations[field.dataset.invitation];
      if (secret) field.value = `${location.origin}/join#${id}.${secret}`;
    }
  }
  for (const link of part().querySelectorAll('[data-link="replay"]')) link.href = `/t/${id}/replay`;
  document.getElementById("where").replaceChildren(document.getElementById("where-now").content.cloneNode(true));
  deadline = Date.now() + 1000 * Number(part().dataset.left);
  tick();
}

function tick() {
  const clock = document.getElementById("clock");
  if (!clock) return;
  const left = Math.max(0, Math.round((deadline - Date.now()) / 1000));
  clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  clock.classList.toggle("soon", left <= 10);
}
setInterval(tick, 500);

// --- what people do -----------------------------------------------------------------------------------

async function answer(action) {
  if (busy) return;
  busy = true;
  content.classList.add("busy");
  try {
    const done = await ask("POST", `${api}/actions`, { action: Number(action), version: version() });
    await refresh(done.version);
  } catch (error) {
    toast(error.message);
    if (error.status === 409) await refresh();
  } finally {
    busy = false;
    content.classList.remove("busy");
  }
}

const deeds = {
  undo: () => ask("POST", `${api}/undo`, { version: version() }).then((done) => refresh(done.version)),
  hurry: () => ask("POST", `${api}/hurry`),
  scores: () => document.getElementById("scores")?.showModal(),
  rematch: async () => location.assign(`/t/${(await ask("POST", `${api}/rematch`)).id}`),
  hint: async () => {
    content.classList.add("thinking");
    try {
      await ask("POST", `${api}/hint?version=${version()}`);
      await refresh();
      part().querySelector(".hinted")?.focus();
    } finally {
      content.classList.remove("thinking");
    }
  },
};

let pressed = 0; // the version in which the pointer went down
content.addEventListener("pointerdown", () => (pressed = version()));

content.addEventListener("click", (event) => {
  const target = event.target.closest(
    "[data-action], [data-why], [data-do], [data-copy], [data-sit], [data-bot], [data-back]",
  );
  if (!target || target.getAttribute("aria-disabled") === "true" && !target.dataset.why) return;
  const data = target.dataset;
  if (data.action && event.detail && pressed !== version()) return; // it was meant for what stood there before
  if (data.action) answer(data.action);
  else if (data.why) toast(data.why);
  else if (data.do) tried(deeds[data.do] || (() => {}));
  else if (data.copy) copy(data.copy);
  else if (data.sit) tried(() => ask("POST", `${api}/seats`, { seat: Number(data.sit) }).then(seated));
  else if (data.bot) tried(() => ask("PUT", `${api}/seats/${data.bot}/bot`, { level: "apprentice" }).then(seated));
  else if (data.back) tried(() => ask("PUT", `${api}/seats/${data.back}/bot`, { level: null }).then(seated));
});

const seated = (table) => refresh(table.version);

async function copy(seat) {
  const field = part().querySelector(`[data-invitation="${seat}"]`);
  field.select();
  await navigator.clipboard?.writeText(field.value).catch(() => document.execCommand("copy"));
  const button = part().querySelector(`[data-copy="${seat}"]`);
  button.classList.add("done");
}

// --- keys ----------------------------------------------------------------------------------------------

const lit = () => [...part().querySelectorAll("[data-action]")].filter((element) => element.getClientRects().length);

function walk(step) {
  const places = lit();
  if (!places.length) return;
  const at = places.indexOf(document.activeElement);
  places[(at + step + places.length) % places.length].focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, dialog[open]")) return;
  const focused = event.target.closest("[data-action], [data-why]");
  if (focused && (event.key === "Enter" || event.key === " ") && focused.tagName !== "BUTTON") {
    event.preventDefault();
    focused.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  const byKey = /^[1-9]$/.test(event.key) && part().querySelector(`[data-key="${event.key}"][data-action]`);
  if (byKey) answer(byKey.dataset.action);
  else if (event.key === "ArrowRight" || event.key === "ArrowDown") walk(1);
  else if (event.key === "ArrowLeft" || event.key === "ArrowUp") walk(-1);
  else if (event.key === "u") tried(deeds.undo);
  else if (event.key === "h") tried(deeds.hint);
  else if (event.key === "s") deeds.scores();
  else if (event.key === "q") say(main().dataset.question || main().dataset.told || "");
  else if (event.key === "r") showRules(focused?.dataset.rules);
  else return;
  event.preventDefault();
});

// --- rules -----------------------------------------------------------------------------------------------

const rules = document.getElementById("rules");

// With the rules of an answer in sight; else from their beginning, with those marked that matter now.
async function showRules(numbers, inSight = true) {
  const holder = document.getElementById("rules-part");
  if (!holder.children.length) {
    const response = await fetch(`/rules/${content.dataset.game}?part=true`);
    holder.innerHTML = await response.text();
  }
  if (!rules.open) rules.showModal();
  for (const marked of holder.querySelectorAll(".marked")) marked.classList.remove("marked");
  const wanted = (numbers || "").split(" ").filter(Boolean).map((number) => document.getElementById(`rule-${number}`));
  const found = wanted.filter(Boolean).sort((one, other) => (one.compareDocumentPosition(other) & 4 ? -1 : 1)); // as they stand
  for (const rule of found) rule.classList.add("marked");
  if (inSight) found[0]?.scrollIntoView({ block: "center" });
  else rules.scrollTop = 0;
}

document.querySelector('[data-open="rules"]')?.addEventListener("click", () => showRules(lastRules(), false));
content.addEventListener("contextmenu", (event) => {
  const target = event.target.closest("[data-rules]");
  if (!target) return;
  event.preventDefault();
  showRules(target.dataset.rules);
});
content.addEventListener("click", (event) => {
  const target = event.target.closest("[data-show-rules]");
  if (target) showRules(target.dataset.showRules);
});

function lastRules() {
  const all = lit().map((element) => element.dataset.rules || "");
  return [...new Set(all.join(" ").split(" "))].join(" ");
}

// --- what others do ----------------------------------------------------------------------------------------

function heard(event, data) {
  if (event === "change" && data.version > version()) refresh(data.version);
  else if (event === "presence") refresh();
  else if (event === "open") content.classList.remove("offline");
  else if (event === "error") content.classList.add("offline");
}

if (location.search) history.replaceState(null, "", location.pathname); // a version, where others lead here
furnish();
listen(id, heard);
if (mayAnswer()) say(main().dataset.question || "");
