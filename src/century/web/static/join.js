// An invitation: the table, the seat and the secret stand behind the #, which no server log ever sees.
import { ask } from "./ask.js";

const form = document.getElementById("join");
const wrong = form.querySelector(".wrong");
const [, table, secret] = location.hash.match(/^#([\w-]+)\.([0-9a-f]+)$/) || [];

function refuse(text) {
  wrong.textContent = text;
  wrong.hidden = false;
}

if (!table) refuse(wrong.dataset.text);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!table) return;
  try {
    await ask("PUT", "/api/v1/me", { name: form.elements.name.value.trim() });
    const { version } = await ask("POST", `/api/v1/tables/${table}/seats`, { secret });
    location.replace(`/t/${table}?version=${version}`); // not as it was before, whichever process draws it
  } catch (error) {
    refuse(error.message);
  }
});
