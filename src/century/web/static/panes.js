// On a small screen one part of the table is shown at a time: its tabs, and the marks on them.
const root = document.documentElement;
const seen = new Map(); // what each part showed when it was last open

const tabs = (part) => [...part.querySelectorAll(".panes [data-tab]")];
const isShown = (element) => element.getClientRects().length > 0;
const parts = (part, name) => [...part.querySelectorAll(`[data-pane="${name}"]`)];

// What somebody sees of a part, apart from what may be clicked.
const picture = (part, name) =>
  parts(part, name).map((pane) => pane.textContent + [...pane.querySelectorAll("use")].map((use) => use.getAttribute("href")));

// After the table was drawn: open the part in which one may answer, if this is a `fresh` question, and mark the others.
export function showPanes(part, fresh) {
  const dock = document.getElementById("player") ?? part.querySelector(".question"); // what stands at the lower edge
  if (dock) root.style.setProperty("--dock", `${dock.offsetHeight}px`);
  const names = tabs(part).filter(isShown).map((tab) => tab.dataset.tab);
  if (!names.length) return delete root.dataset.shown;
  if (!names.includes(root.dataset.shown)) root.dataset.shown = names[0];
  const answers = [...part.querySelectorAll("[data-pane] [data-action]")];
  if (fresh && answers.length && !answers.some(isShown)) root.dataset.shown = answers[0].closest("[data-pane]").dataset.pane;
  return mark(part);
}

function mark(part) {
  for (const tab of tabs(part)) {
    const name = tab.dataset.tab;
    const now = picture(part, name).join();
    if (name === root.dataset.shown || !seen.has(name)) seen.set(name, now);
    tab.setAttribute("aria-pressed", name === root.dataset.shown);
    tab.classList.toggle("lit", parts(part, name).some((pane) => pane.querySelector("[data-action]")));
    tab.classList.toggle("news", seen.get(name) !== now);
  }
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-tab]");
  if (!tab) return;
  root.dataset.shown = tab.dataset.tab;
  mark(document);
  scrollTo({ top: 0 });
  dispatchEvent(new Event("opened"));
});
addEventListener("resize", () => showPanes(document, false));
