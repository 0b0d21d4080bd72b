// A table that is a little too high for the window is drawn a little smaller, so that all of it is in sight.
const LEAST = 0.8; // below it, text is too small to read: then one scrolls
const STEP = 0.04;
const wide = matchMedia("(min-width: 881px)");
const root = document.documentElement;
let scale = 1;
let fits = true; // whether there is a scale at which all is in sight

const show = (wanted) => root.style.setProperty("--fit", wanted);
const isTooHigh = () => root.scrollHeight > innerHeight + 1;

// The scale only becomes smaller while the window stays as it is: a table that grew with each answer would be restless.
export function fit() {
  if (!wide.matches || !fits || !isTooHigh()) return;
  show(LEAST);
  fits = !isTooHigh();
  if (!fits) return show(1);
  for (show(scale); scale > LEAST && isTooHigh(); show(scale)) scale = Math.max(LEAST, scale - STEP);
}

// Begin anew: the window has another size, or another part of the table is open.
export function fitAnew() {
  [scale, fits] = [1, true];
  show(scale);
  fit();
}

addEventListener("resize", fitAnew);
