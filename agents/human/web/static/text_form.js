// A field with a button: what is typed is sent, and a refusal is shown below it.

import { find } from "./dom.js";

/** Let the form in `root` send what was typed; `done(text)` runs after it was accepted. */
export function sendsText(root, send, done) {
  const [form, fault] = [find("form", root), find(".fault", root)];
  const input = find("input", form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    fault.hidden = true;
    try {
      await send(text);
      done(text, input);
    } catch (error) {
      fault.textContent = error.message;
      fault.hidden = false;
    }
  });
}
