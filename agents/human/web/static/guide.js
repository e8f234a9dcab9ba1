// A guided game: what the last move has shown, what to look for now, and the move if it is asked for.

import { find, make } from "./dom.js";

export class Guide {
  constructor(root) {
    this.root = root;
  }

  /** Show a step, as the server tells it; null: the game has none, or none any more. */
  show(step) {
    this.root.hidden = !step;
    if (!step) return;
    const over = !step.move;
    find(".step", this.root).textContent = over ? "The guided part is over" : `Guided first game: ${step.number} of ${step.of}`;
    find(".told", this.root).textContent = step.told;
    find(".look", this.root).textContent = step.look;
    const answer = make("details", {}, make("summary", {}, "Show the move"), make("p", { "data-testid": "guide-move" }, step.move));
    const onward = make("a", { href: "/", "data-testid": "guide-over" }, "All games");
    find(".more", this.root).replaceChildren(over ? onward : answer);
  }
}
