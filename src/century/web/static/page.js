// What every page has: theme, dialogs, name and language.
import { ask, tried } from "./ask.js";

const root = document.documentElement;

function isDark() {
  if (root.dataset.theme) return root.dataset.theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-open], [data-close], [data-theme-switch]");
  if (!target) return;
  if ("themeSwitch" in target.dataset) {
    root.dataset.theme = isDark() ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
  } else if (target.dataset.open) {
    document.getElementById(target.dataset.open)?.showModal();
  } else {
    target.closest("dialog")?.close();
  }
});

document.addEventListener("click", (event) => {
  if (event.target instanceof HTMLDialogElement) event.target.close(); // a click beside it
});

document.getElementById("you-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  tried(async () => {
    await ask("PUT", "/api/v1/me", { name: form.elements.name.value.trim() });
    const age = 365 * 24 * 3600;
    document.cookie = `language=${form.elements.language.value}; path=/; max-age=${age}; samesite=lax`;
    location.reload();
  });
});

for (const button of document.querySelectorAll("[data-sign-out]")) {
  button.addEventListener("click", () =>
    tried(async () => {
      await ask("POST", "/api/v1/me/sign-out", { everywhere: button.dataset.signOut === "everywhere" });
      location.assign("/");
    }),
  );
}

document.getElementById("new-token")?.addEventListener("click", () =>
  tried(async () => {
    document.getElementById("token").textContent = (await ask("POST", "/api/v1/me/token")).token;
  }),
);
