// Searching the rules, on their own page and beside a table.

export function search(words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const chapter of document.querySelectorAll("#rules-part [data-chapter]")) {
    const title = chapter.querySelector("h3").textContent;
    let left = 0;
    for (const rule of chapter.querySelectorAll("[data-rule]")) {
      const text = `${title} ${rule.textContent}`.toLowerCase();
      rule.hidden = !wanted.every((word) => text.includes(word));
      left += !rule.hidden;
    }
    chapter.hidden = wanted.length > 0 && !left;
    found += left;
  }
  const count = document.getElementById("rule-count");
  count.textContent = !wanted.length ? "" : found ? count.dataset.found.replace("{number}", found) : count.dataset.none;
}

document.addEventListener("input", (event) => {
  if (event.target.id === "rule-search") search(event.target.value);
});

document.addEventListener("click", (event) => {
  const cited = event.target.closest("#rules-part a[href]");
  if (!cited) return;
  const href = cited.getAttribute("href");
  if (!href.startsWith("#")) {
    if (cited.closest("dialog")) cited.target = "_blank"; // the table stays open
    return;
  }
  const rule = document.getElementById(href.slice(1));
  if (rule?.hidden) {
    document.getElementById("rule-search").value = ""; // a rule that the search has hidden
    search("");
  }
});

// On a small screen the contents begin closed.
if (matchMedia("(max-width: 880px)").matches)
  for (const folded of document.querySelectorAll(".contents details")) folded.open = false;
