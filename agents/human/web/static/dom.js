// Small helpers to build pages. What people wrote goes in as text alone, and is never read as markup.

const SVG = "http://www.w3.org/2000/svg";

export const find = (selector, root = document) => root.querySelector(selector);

/** An HTML element: attributes by name, listeners as `onclick`, then what is inside. */
export const make = (tag, attributes = {}, ...inside) => dress(document.createElement(tag), attributes, inside);

/** An SVG element. */
export const draw = (tag, attributes = {}, ...inside) => dress(document.createElementNS(SVG, tag), attributes, inside);

function dress(element, attributes, inside) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...inside.filter((part) => part != null));
  return element;
}

/** Let a button put a text on the clipboard, and say so. */
export function copyButton(text, words = "Copy") {
  const button = make("button", { type: "button", class: "small", onclick: copy }, words);
  async function copy() {
    button.textContent = (await copied(text)) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => (button.textContent = words), 2000);
  }
  return button;
}

/** Put a text on the clipboard; whether that was possible. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text); // plain http over a network has no clipboard to write to
  }
}

function copiedBySelection(text) {
  const field = make("textarea", { class: "unseen" });
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** Whether a key was meant for a field that is typed into. */
export const isTyping = (target) => Boolean(target.closest("input:not([type=range], [type=checkbox]), select, textarea"));

/** Words that begin a sentence. */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Whether two things that the server told are alike. */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
