// A table that is a little too high for the window is drawn a little smaller, so that all of it is in sight.
const LEAST = 0.8; // below it, text is too small to read: then one scrolls
const STEP = 0.04;
const wide = matchMedia("(min-width: 881px)");
const root = document.documentElement;
let scale = 1;

const show = (wanted) => root.style.setProperty("--fit", wanted);
const isTooHigh = () => root.scrollHeight > innerHeight + 1;

// It only becomes smaller while the window stays as it is: a table that grew with each answer would be restless.
export function fit() {
  if (!wide.matches) return show(1);
  show(scale);
  let wanted = scale;
  while (isTooHigh() && wanted > LEAST) show((wanted = Math.max(LEAST, wanted - STEP)));
  if (isTooHigh()) show(1);
  else scale = wanted;
}

addEventListener("resize", () => {
  scale = 1;
  fit();
});
