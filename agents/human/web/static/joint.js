// Several decisions in one choice: which of some things to take, such as tickets.

import { capital, find, make, same } from "./dom.js";

export class JointChoice {
  /** `decide(actions)`: play these, one after another. */
  constructor(root, decide) {
    this.root = root;
    this.list = find("div", root);
    this.button = find("button", root);
    root.addEventListener("change", () => this.#count());
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.sent = true; // the next choice begins without ticks, also a like one
      decide(this.#boxes().map((box) => (box.checked ? this.joint.yes : this.joint.no)));
    });
  }

  /** `{things, yes, no, verb, least}` to choose from, at least `least` of them; null: no joint choice. What is ticked
   * stays when the same choice is offered again, as after the move of another player. */
  offer(joint) {
    this.root.hidden = !joint;
    if (!joint || (same(joint, this.joint) && !this.sent)) return;
    Object.assign(this, { joint, sent: false });
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
