// How pieces move: when a table is drawn anew, each travels from where it was to where it is.
import { morph } from "./morph.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const TRAVEL = { duration: 380, easing: "cubic-bezier(.3, .1, .2, 1)" };
const BETWEEN = 45; // milliseconds from one cube to the next
let under_way = []; // the animations of the last change

// Make `part` like `fresh`, and show how its pieces get there if `moving`.
export function redraw(part, fresh, moving = true) {
  const shown = moving && !calm.matches && document.visibilityState === "visible";
  const before = shown && { pieces: pieces(part), cubes: cubes(part) };
  for (const animation of under_way) animation.cancel();
  under_way = [];
  morph(part, fresh);
  if (!shown) return;
  for (const [name, piece] of pieces(part)) if (before.pieces.has(name)) travel(piece, before.pieces.get(name).box);
  fly(before.cubes, cubes(part));
}

const visible = ({ box }) => box.width && box.bottom > 0 && box.top < innerHeight;

function pieces(part) {
  const all = [...part.querySelectorAll("[data-move]")];
  return new Map(all.map((element) => [element.dataset.move, { element, box: element.getBoundingClientRect() }]));
}

function animate(element, frames, options) {
  const animation = element.animate(frames, { ...TRAVEL, ...options });
  under_way.push(animation);
  return animation.finished.catch(() => {});
}

function travel({ element, box }, from) {
  const [x, y] = [from.left - box.left, from.top - box.top];
  if (!from.width || Math.abs(x) + Math.abs(y) < 2) return;
  const unit = element.ownerSVGElement ? element.parentNode.getScreenCTM().a : (element.currentCSSZoom ?? 1);
  element.classList.add("travelling");
  const travelled = animate(element, [{ translate: `${x / unit}px ${y / unit}px` }, { translate: "0 0" }]);
  travelled.then(() => element.classList.remove("travelling"));
}

// --- cubes -------------------------------------------------------------------------------------------------------

// The cubes at each place that holds some, by their colour.
function cubes(part) {
  return [...part.querySelectorAll("[data-cubes]")].flatMap((place) =>
    [...place.querySelectorAll('use[href^="#cube-"]')].map((use) => ({
      place: place.dataset.cubes,
      colour: use.getAttribute("href"),
      element: use.parentNode.matches("svg.cube") ? use.parentNode : use,
      box: use.getBoundingClientRect(),
    })),
  );
}

// Cubes that are gone from one place and new at another fly there; those that come from the supply appear, and those
// that go back to it vanish.
function fly(before, after) {
  const gone = without(before, after);
  const come = without(after, before);
  const pairs = come.map((to) => [take(gone, (from) => from.colour === to.colour), to]);
  for (const pair of pairs) pair[0] ??= take(gone, (from) => from.place === pair[1].place); // an upgrade
  const flights = pairs.filter(([from, to]) => visible(to) && (!from || visible(from)));
  flights.forEach(([from, to], number) => arrive(from, to, BETWEEN * Math.min(number, 6)));
  for (const from of gone.filter(visible)) vanish(from);
}

function without(some, others) {
  const left = new Map();
  const name = ({ place, colour }) => `${place} ${colour}`;
  for (const other of others) left.set(name(other), (left.get(name(other)) ?? 0) + 1);
  return some.filter((one) => {
    const number = left.get(name(one)) ?? 0;
    left.set(name(one), number - 1);
    return number <= 0;
  });
}

function take(some, wanted) {
  const at = some.findIndex(wanted);
  return at < 0 ? null : some.splice(at, 1)[0];
}

function arrive(from, to, delay) {
  if (!from) {
    animate(to.element, [{ opacity: 0, scale: 0.4 }, { opacity: 1, scale: 1 }], { delay, fill: "backwards" });
    return;
  }
  animate(to.element, [{ opacity: 0 }, { opacity: 0 }], { duration: TRAVEL.duration + delay });
  const [x, y, size] = [from.box.left - to.box.left, from.box.top - to.box.top, from.box.width / to.box.width];
  show(to, [{ translate: `${x}px ${y}px`, scale: size }, { translate: "0 0", scale: 1 }], { delay, fill: "backwards" });
}

const vanish = (from) => show(from, [{ opacity: 1, scale: 1 }, { opacity: 0, scale: 0.4 }], {});

// A cube above the page, for as long as it moves.
function show({ colour, box }, frames, options) {
  const cube = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  cube.setAttribute("class", "cube flying");
  cube.setAttribute("aria-hidden", "true");
  cube.style.cssText = `left: ${box.left}px; top: ${box.top}px; width: ${box.width}px; height: ${box.height}px`;
  cube.append(document.createElementNS(cube.namespaceURI, "use"));
  cube.firstChild.setAttribute("href", colour);
  document.body.append(cube);
  animate(cube, frames, options).then(() => cube.remove());
}
