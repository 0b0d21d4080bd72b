// The lobby: one click to a first game, a form for all others, and lists that keep up with what happens.
import { ask, tried } from "./ask.js";

const form = document.getElementById("new-game");
const fields = form.elements;
const KEPT = "new-game"; // the last choice, in this browser

const goTo = (table, page = "") => location.assign(`/t/${table.id}${page}`);
const joined = (table) => goTo(table, `?version=${table.version}`); // not as it was before, whichever process draws it

// --- one click ----------------------------------------------------------------------------------------

async function play(game, button) {
  button.disabled = true;
  const seats = [{ kind: "me" }, { kind: "bot", level: "apprentice" }];
  const table = await tried(() => ask("POST", "/api/v1/tables", { game, seats, start: 0 }));
  if (table) goTo(table);
  button.disabled = false;
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-play], [data-choose], [data-sit]");
  if (!target) return;
  if (target.dataset.play) play(target.dataset.play, target);
  else if (target.dataset.choose) choose(target.dataset.choose, event);
  else tried(async () => joined(await ask("POST", `/api/v1/tables/${target.dataset.sit}/seats`, {})));
});

function choose(game, event) {
  event.preventDefault();
  fields.game.value = game;
  fit();
  keep();
  form.querySelector("[name=game]:checked").focus({ preventScroll: true });
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  document.getElementById("new").scrollIntoView({ behavior, block: "nearest" });
}

// --- the form -----------------------------------------------------------------------------------------

const notes = new Map(
  [...document.querySelectorAll("#seat-notes dd")].map((note) => [
    note.dataset.kind,
    { who: note.previousElementSibling.textContent, note: note.textContent },
  ]),
);

function show(element, shown) {
  element.hidden = !shown;
  for (const field of element.querySelectorAll("input, select")) field.disabled = !shown;
}

// Show what belongs to the chosen game and to the number of players.
function fit() {
  const game = form.querySelector("[name=game]:checked");
  for (const card of document.querySelectorAll("[data-card]"))
    card.classList.toggle("picked", card.dataset.card === game.value);
  const { least, most } = game.dataset;
  for (const radio of fields.players) show(radio.parentElement, Number(radio.value) >= least && Number(radio.value) <= most);
  if (Number(fields.players.value) > most) fields.players.value = most;
  const players = Number(fields.players.value);
  for (const seat of form.querySelectorAll("[data-seat]")) {
    show(seat, Number(seat.dataset.seat) < players);
    if (!seat.hidden) fitSeat(seat);
  }
  for (const option of fields.start.options) option.hidden = option.disabled = Number(option.value) >= players;
  if (Number(fields.start.value) >= players) fields.start.value = "";
  for (const setting of form.querySelectorAll("[data-only]")) show(setting, setting.dataset.only === game.value);
  const seated = [...form.querySelectorAll("[data-seat]:not([hidden]) select")].map((seat) => seat.value);
  show(form.querySelector("[data-alone]"), !seated.some((kind) => kind === "friend" || kind === "open")); // a seed tells what is hidden
  const edition = form.querySelector("[data-editions]");
  show(edition, edition.dataset.editions.split(" ").includes(game.value));
}

function fitSeat(seat) {
  const kind = fields[`seat-${seat.dataset.seat}`].value;
  const { who, note } = notes.get(kind);
  seat.querySelector("[data-who]").textContent = who;
  seat.querySelector("[data-note]").textContent = note;
  show(seat.querySelector("[data-named]"), kind === "screen");
}

// What was chosen, as the server wants it.
function wanted() {
  const chosen = new FormData(form);
  const game = chosen.get("game");
  const number = (name) => (chosen.get(name) ? Number(chosen.get(name)) : null);
  const seats = [{ kind: "me" }];
  for (let seat = 1; seat < number("players"); seat++) {
    const [kind, level] = chosen.get(`seat-${seat}`).split(":");
    const name = chosen.get(`name-${seat}`)?.trim();
    seats.push({ kind, ...(level && { level }), ...(name && { name }) });
  }
  const settings = {};
  for (const [name, value] of chosen) if (name.startsWith(`${game}/`)) settings[name.split("/")[1]] = value;
  return {
    game,
    seats,
    settings,
    edition: chosen.get("edition") || null,
    start: number("start"),
    clock: number("clock"),
    turn_limit: number("turn_limit"),
    seed: number("seed"),
    takebacks: chosen.has("takebacks"),
    hints: chosen.has("hints"),
    private: chosen.has("private"),
  };
}

function keep() {
  const kept = [...fields].filter((field) => field.name && field.name !== "seed" && (field.type !== "radio" || field.checked));
  const pairs = kept.map((field) => [field.name, field.type === "checkbox" ? field.checked : field.value]);
  localStorage.setItem(KEPT, JSON.stringify(pairs));
}

function recall() {
  let kept = [];
  try {
    kept = JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    localStorage.removeItem(KEPT);
  }
  for (const [name, value] of kept) {
    const field = fields[name];
    const before = field?.value;
    if (!field) continue;
    if (typeof value === "boolean") field.checked = value;
    else field.value = value;
    if (typeof value === "string" && field.value !== value) field.value = before; // no longer to be had
  }
}

function refuse(where, text) {
  const wrong = where.querySelector(".wrong");
  wrong.textContent = text;
  wrong.hidden = !text;
}

form.addEventListener("input", () => {
  fit();
  keep();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("[type=submit]");
  button.disabled = true;
  refuse(form, "");
  try {
    goTo(await ask("POST", "/api/v1/tables", wanted()));
  } catch (error) {
    refuse(form, error.message);
  }
  button.disabled = false;
});

// --- a record -----------------------------------------------------------------------------------------

const upload = document.getElementById("upload");

upload.addEventListener("change", async () => {
  const [file] = upload.elements.record.files;
  if (!file) return;
  refuse(upload, "");
  upload.classList.add("busy");
  try {
    goTo(await ask("POST", "/api/v1/records", await file.text()), "/replay");
  } catch (error) {
    refuse(upload, error.message);
  }
  upload.classList.remove("busy");
  upload.reset(); // so that the same file can be chosen again
});

// --- lists that keep up -------------------------------------------------------------------------------

async function refresh() {
  const lists = document.getElementById("lists");
  if (document.visibilityState !== "visible" || lists.contains(document.activeElement)) return;
  const response = await fetch(location.pathname + location.search).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("lists");
  if (fresh && fresh.innerHTML !== lists.innerHTML && !lists.querySelector("details[open]")) lists.replaceWith(fresh);
}

document.addEventListener("change", (event) => {
  if (event.target.id === "of-game") location.search = event.target.value && `?game=${event.target.value}`;
});

setInterval(refresh, 20_000);
document.addEventListener("visibilitychange", refresh);
addEventListener("pageshow", (event) => event.persisted && refresh());

recall();
fit();
