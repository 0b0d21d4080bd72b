// What stays where it was when a table is drawn anew: folds that were opened, the log, the map.
import { fit, fitAnew } from "./fit.js";
import { showPanes } from "./panes.js";

const SHORT = 40; // pixels above the end of the log that count as its end
const root = document.documentElement;
root.classList.toggle("whole-map", localStorage.getItem("map") === "whole");

const log = (part) => part.querySelector(".log > ol");
const waters = (part) => part.querySelector(".waters");
const moment = ({ dataset }) => dataset.version ?? dataset.ply; // of the game
const toEnd = (list) => list && (list.scrollTop = list.scrollHeight);

// Make a change that draws `part()` anew. Who reads the log further up stays there; else its newest line is shown. The map
// stays as it was moved until the game goes on: that somebody has come or gone is no reason to move it.
export function keepingPlaces(part, change) {
  const list = log(part());
  const above = list && list.scrollHeight - list.clientHeight - list.scrollTop > SHORT ? list.scrollTop : null;
  const before = moment(part());
  change();
  showPanes(part(), moment(part()) !== before);
  fit();
  if (above === null) toEnd(log(part()));
  else log(part()).scrollTop = above;
  backToPlace(waters(part()));
  furnishMap(part());
  if (moment(part()) !== before) showMap(part());
}

// --- the map, where it is larger than the screen ------------------------------------------------------------

const moves = (box) => box.scrollWidth > box.clientWidth + 1;
let across = null; // how far the map was moved, also while another part of the table is shown

function backToPlace(box) {
  if (box && across !== null) box.scrollLeft = across;
}

const remember = ({ target }) => {
  if (target.matches?.(".waters") && target.clientWidth) across = target.scrollLeft; // one that is hidden is at 0
};
document.addEventListener("scroll", remember, { capture: true, passive: true });

function furnishMap(part) {
  const box = waters(part);
  if (!box) return;
  part.querySelector("[data-zoom]").setAttribute("aria-pressed", root.classList.contains("whole-map"));
  if (moves(box)) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
}

// Bring what may be chosen into sight, and one's own boat; nothing moves if some of it is in sight.
function showMap(part) {
  const box = waters(part);
  if (!box || !moves(box)) return;
  const { left, right } = box.getBoundingClientRect();
  const places = [...part.querySelectorAll(".map .can, .map .boat[data-own]")].map((one) => one.getBoundingClientRect());
  if (!places.length || places.some((place) => place.left >= left && place.right <= right)) return;
  const [from, to] = [Math.min(...places.map((one) => one.left)), Math.max(...places.map((one) => one.right))];
  box.scrollLeft += (from + to) / 2 - (left + right) / 2;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-zoom]")) return;
  const whole = root.classList.toggle("whole-map");
  localStorage.setItem("map", whole ? "whole" : "large");
  furnishMap(document);
  showMap(document);
});

showPanes(document, true);
fit();
toEnd(log(document));
addEventListener("opened", () => {
  fitAnew();
  toEnd(log(document));
  backToPlace(waters(document));
  furnishMap(document);
  showMap(document);
});
if (waters(document)) {
  waters(document).scrollLeft = (waters(document).scrollWidth - waters(document).clientWidth) / 2;
  furnishMap(document);
  showMap(document);
}
