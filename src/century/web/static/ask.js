// Talking to the server, and telling people what it said.

// The body is sent as JSON; a text as it is.
export async function ask(method, path, body) {
  const plain = typeof body === "string";
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "content-type": plain ? "text/plain" : "application/json" },
    body: body === undefined || plain ? body : JSON.stringify(body),
  });
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    answer = { error: text };
  }
  if (!response.ok) throw Object.assign(new Error(answer?.error || response.statusText), { status: response.status });
  return answer;
}

export function toast(text) {
  const box = document.getElementById("toasts");
  const note = document.createElement("p");
  note.textContent = text;
  box.append(note);
  setTimeout(() => note.remove(), 5000 + 40 * text.length);
}

export async function tried(work) {
  try {
    return await work();
  } catch (error) {
    toast(error.message);
    return undefined;
  }
}

export function say(text) {
  const live = document.getElementById("live");
  const line = document.createElement("p");
  line.textContent = text;
  live.append(line);
  while (live.children.length > 6) live.firstElementChild.remove();
}
