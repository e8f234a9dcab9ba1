// Several decisions in one choice: which of some things to take, such as tickets.

import { capital, find, make } from "./dom.js";

export class JointChoice {
  /** `decide(actions)`: play these, one after another. */
  constructor(root, decide) {
    this.root = root;
    this.list = find("div", root);
    this.button = find("button", root);
    root.addEventListener("change", () => this.#count());
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      decide(this.#boxes().map((box) => (box.checked ? this.joint.yes : this.joint.no)));
    });
  }

  /** `{things, yes, no, verb, least}` to choose from, at least `least` of them; null: no joint choice. */
  offer(joint) {
    this.joint = joint;
    this.root.hidden = !joint;
    if (!joint) return;
    const row = (thing) => make("label", {}, make("input", { type: "checkbox", "data-testid": "joint-thing" }), thing);
    this.list.replaceChildren(...joint.things.map(row));
    this.#count();
  }

  #boxes() {
    return [...this.list.querySelectorAll("input")];
  }

  #count() {
    const { verb, least } = this.joint;
    const boxes = this.#boxes();
    const chosen = boxes.filter((box) => box.checked).length;
    this.button.textContent = `${capital(verb)} ${chosen} of ${boxes.length}${chosen < least ? ` (at least ${least})` : ""}`;
    this.button.disabled = chosen < least;
  }
}
