// The page about a person's own data.
import { ask, tried } from "./ask.js";

document.getElementById("make-link").addEventListener("click", () =>
  tried(async () => {
    const { url, picture } = await ask("POST", "/api/v1/me/link");
    const shown = document.getElementById("other-device");
    shown.querySelector("img").src = picture;
    shown.querySelector("input").value = url;
    shown.hidden = false;
  }),
);

document.getElementById("delete-me").addEventListener("click", () =>
  tried(async () => {
    await ask("DELETE", "/api/v1/me");
    localStorage.clear();
    location.replace("/");
  }),
);
