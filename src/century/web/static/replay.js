// A replay: the server draws each position, this page goes from one to the next.
import { ask, say, toast } from "./ask.js";
import { redraw } from "./motion.js";
import { keepingPlaces } from "./places.js";

const content = document.getElementById("content");
const player = document.getElementById("player");
const slider = document.getElementById("ply");
const id = content.dataset.table;
const plies = Number(player.dataset.plies);
const turns = player.dataset.turns.split(" ").map(Number); // the answers before each turn, and all of them
const [first, last] = [Number(slider.min), Number(slider.max)]; // the answers that the slider covers

let wanted = Number(slider.value);
let shown = wanted;
let showing = false; // whether positions are being fetched and shown
let running = null; // the timer of the next step while the game is played

const part = () => document.getElementById("part");
const within = (ply) => Math.min(plies, Math.max(0, ply));

// --- positions ----------------------------------------------------------------------------------------

const MOST = 40; // positions kept
const kept = new Map();

function position(ply) {
  if (!kept.has(ply)) {
    const asked = fetch(`/t/${id}/replay/part?ply=${ply}`).then(async (response) => {
      if (!response.ok) throw new Error((await response.json().catch(() => ({}))).error || response.statusText);
      return response.text();
    });
    asked.catch(() => kept.delete(ply));
    kept.set(ply, asked);
    if (kept.size > MOST) kept.delete(kept.keys().next().value);
  }
  return kept.get(ply);
}

function go(ply) {
  if (within(ply) < first || within(ply) > last) {
    location.assign(`?ply=${within(ply)}`); // the bar shows other turns there
    return;
  }
  wanted = within(ply);
  mark();
  if (!showing) catchUp();
}

// Show the position that is wanted; if another one is by the time it has come, that one.
async function catchUp() {
  showing = true;
  try {
    while (shown !== wanted) {
      const ply = wanted;
      const html = await position(ply);
      if (ply !== wanted) continue;
      show(html, Math.abs(ply - shown) === 1);
      shown = ply;
      tell();
      if (running) position(within(ply + 1)).catch(() => {});
    }
    history.replaceState(null, "", shown ? `?ply=${shown}` : location.pathname);
  } catch (error) {
    pause();
    toast(error.message);
    wanted = shown;
    mark();
  } finally {
    showing = false;
  }
}

function show(html, near) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("part");
  keepingPlaces(part, () => redraw(part(), fresh, near));
}

// --- the bar ------------------------------------------------------------------------------------------

const filled = (text) => text.replace("{ply}", wanted).replace("{plies}", plies);

function mark() {
  slider.value = wanted;
  slider.style.setProperty("--at", `${last > first ? (100 * (wanted - first)) / (last - first) : 0}%`);
  slider.setAttribute("aria-valuetext", filled(slider.dataset.text));
  const at = document.getElementById("at");
  at.textContent = filled(at.dataset.text);
  for (const button of player.querySelectorAll("[data-go]"))
    button.setAttribute("aria-disabled", steps[button.dataset.go](wanted) === wanted);
}

function tell() {
  const told = document.getElementById("told");
  told.textContent = document.getElementById("table").dataset.told || told.dataset.start;
  if (!running) say(told.textContent);
}

const steps = {
  first: () => 0,
  "turn-back": (ply) => turns.findLast((start) => start < ply) ?? 0,
  back: (ply) => within(ply - 1),
  on: (ply) => within(ply + 1),
  "turn-on": (ply) => turns.find((start) => start > ply) ?? plies,
  last: () => plies,
};

player.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go]");
  if (button) step(button.dataset.go);
});
slider.addEventListener("input", () => {
  pause();
  go(Number(slider.value));
});

function step(name) {
  pause();
  go(steps[name](wanted));
}

// --- playing ------------------------------------------------------------------------------------------

const run = document.getElementById("run");
const speed = document.getElementById("speed");

function play() {
  if (wanted === plies) go(0);
  running = setTimeout(next, Number(speed.value) / 2);
  label();
}

function next() {
  if (shown === wanted) go(wanted + 1); // else the position has not come yet
  if (wanted === plies) pause();
  else running = setTimeout(next, Number(speed.value));
}

function pause() {
  clearTimeout(running);
  running = null;
  label();
}

function label() {
  run.classList.toggle("running", Boolean(running));
  run.setAttribute("aria-label", running ? run.dataset.pause : run.dataset.run);
  run.title = run.getAttribute("aria-label");
}

run.addEventListener("click", () => (running ? pause() : play()));

const keys = {
  ArrowLeft: "back",
  ArrowRight: "on",
  ArrowDown: "back",
  ArrowUp: "on",
  PageUp: "turn-back",
  PageDown: "turn-on",
  Home: "first",
  End: "last",
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target;
  const sliding = target === slider;
  if (!sliding && target.closest("input, select, textarea, dialog")) return;
  if (event.key === " " && !target.closest("button, a, summary")) run.click();
  else if (event.shiftKey && event.key === "ArrowLeft") step("turn-back");
  else if (event.shiftKey && event.key === "ArrowRight") step("turn-on");
  else if (!event.shiftKey && keys[event.key] && (sliding || !/^Arrow(Up|Down)$/.test(event.key))) step(keys[event.key]);
  else return;
  event.preventDefault();
});

// --- what people do -----------------------------------------------------------------------------------

const copy = document.getElementById("copy");

copy.addEventListener("click", async () => {
  const link = `${location.origin}${location.pathname}?ply=${shown}`;
  try {
    await navigator.clipboard.writeText(link);
    toast(copy.dataset.done);
  } catch {
    toast(link); // no clipboard without https: show it
  }
});

const form = document.getElementById("play-on-form");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const wrong = form.querySelector(".wrong");
  const body = { plies: shown, level: form.elements.level.value, seat: Number(form.elements.seat.value) };
  try {
    location.assign(`/t/${(await ask("POST", `/api/v1/tables/${id}/play-on`, body)).id}`);
  } catch (error) {
    wrong.textContent = error.message;
    wrong.hidden = false;
  }
});

// The drawn table offers its score.
content.addEventListener("click", (event) => {
  if (event.target.closest('[data-do="scores"]')) document.getElementById("scores")?.showModal();
});

mark();
label();
document.getElementById("told").textContent =
  document.getElementById("table").dataset.told || document.getElementById("told").dataset.start;
