// Make one element like another and touch only what differs: the rest keeps its clicks, focus and places.

const OWN = { DETAILS: ["open"], DIALOG: ["open"] }; // attributes that belong to the visitor, not to the server

// What names an element among those beside it. Answers are named too, so that a button never becomes another answer.
const key = ({ id, dataset }) => id || dataset?.move || dataset?.seat || dataset?.action;

const alike = (one, other) => one.nodeName === other.nodeName && key(one) === key(other);

export function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  const own = OWN[old.nodeName] ?? [];
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !own.includes(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.content) children(old.content, fresh.content);
  else children(old, fresh);
}

function children(old, fresh) {
  const wanted = [...fresh.childNodes];
  const names = new Map(wanted.filter(key).map((node) => [key(node), node.nodeName]));
  for (const node of [...old.childNodes]) if (key(node) && names.get(key(node)) !== node.nodeName) node.remove();
  const left = new Set(old.childNodes);
  let here = old.firstChild;
  for (const node of wanted) {
    const same = [...left].find((one) => alike(one, node));
    if (same) {
      left.delete(same);
      morph(same, node);
    }
    const now = same ?? document.adoptNode(node);
    if (now === here) here = here.nextSibling;
    else old.insertBefore(now, here);
  }
  for (const node of left) node.remove();
}
