// What an agent would play: on request, in words and lit on the board.

import { find, make } from "./dom.js";
import { options } from "./seats.js";

export class Hint {
  /** `ask(agent)` promises a hint; `picked(id)`: of its moves; `shown(ids)`: light them. */
  constructor(root, { ask, picked, shown, pointed }) {
    Object.assign(this, { root, ask, picked, shown, pointed });
    this.agent = find("select", root);
    this.told = find(".told", root);
    find("[data-testid=hint]", root).addEventListener("click", () => this.show());
  }

  /** These agents can be asked. */
  offer(agents) {
    if (!this.agent.options.length) this.agent.append(make("option", { value: "" }, "the strongest bot"), ...options(agents));
  }

  /** Hints are of use or not. */
  reset(of_use) {
    this.asked = null;
    this.root.hidden = !of_use;
    this.told.replaceChildren();
  }

  async show() {
    if (this.root.hidden) return;
    const asked = (this.asked = {});
    this.told.replaceChildren(make("p", {}, "thinking …"));
    try {
      const hint = await this.ask(this.agent.value);
      if (asked !== this.asked) return; // something else is to be decided by now
      this.told.replaceChildren(make("ol", {}, ...hint.moves.map((move) => this.#item(move))), expectation(hint));
      this.told.scrollIntoView({ block: "nearest" });
      this.shown(hint.moves.map((move) => move.action));
    } catch (error) {
      if (asked === this.asked) this.told.replaceChildren(make("p", {}, error.message));
    }
  }

  #item(move) {
    const attributes = {
      type: "button",
      "data-testid": "hint-move",
      "data-action": move.action,
      onclick: () => this.picked(move.action),
      onpointerenter: () => this.pointed(move.action),
      onpointerleave: () => this.pointed(null),
    };
    return make("li", {}, make("button", attributes, make("span", {}, move.words), make("small", {}, numbers(move))));
  }
}

function numbers({ share, worth }) {
  const parts = [share == null ? "" : `plays it ${percent(share)} of the time`, worth == null ? "" : `worth ${signed(worth)}`];
  return parts.filter(Boolean).join(", ");
}

function expectation({ agent, value, expects }) {
  return make("p", {}, value == null ? `says ${agent}` : `${agent} ${expects}`);
}

export const percent = (share) => `${Math.round(100 * share)} %`;
export const signed = (worth) => `${worth < 0 ? "−" : "+"}${Math.abs(worth).toFixed(2)}`;
