// A link from another device: the secret stands behind the #, which no server log ever sees.
import { ask } from "./ask.js";

const form = document.getElementById("device");
const wrong = form.querySelector(".wrong");
const secret = location.hash.slice(1);

function refuse(text) {
  wrong.textContent = text;
  wrong.hidden = false;
}

if (!secret) refuse(wrong.dataset.text);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!secret) return;
  try {
    await ask("POST", "/api/v1/device", { secret });
    location.replace("/");
  } catch (error) {
    refuse(error.message);
  }
});
