// Help at a table: how to play the game, what a term or a rule says, and where the rules are.

import { find, make } from "./dom.js";
import { Terms } from "./terms.js";

export class Help {
  /** Help with the game of a table: its texts are asked for at once, and its terms are explained in the page. */
  constructor({ game, id }) {
    this.address = `/api/guide/${game}?table=${id}`;
    this.rules = `/rules/${game}?table=${id}`;
    this.text = make("div", { class: "text", "data-testid": "help-text" });
    const close = make("button", { type: "button", "data-testid": "help-close", onclick: () => this.dialog.close() }, "Close");
    const more = make("a", { href: this.rules, target: "_blank", "data-testid": "help-rules" }, "All rules");
    this.dialog = make("dialog", { class: "help", "aria-label": "How to play", "data-testid": "help" }, make("div", { class: "bar" }, more, close), this.text);
    this.dialog.addEventListener("keydown", (event) => event.stopPropagation()); // the keys of the table wait
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    document.body.append(this.dialog);
    this.loaded = this.#load();
    this.loaded.catch(() => {}); // `open` tells it
  }

  async #load() {
    const guide = await (await fetch(this.address)).json();
    this.how = guide.how; // made by the server from the texts of the game alone
    this.terms = new Terms(document.body, guide.terms);
  }

  /** Show how to play; with words, what the terms and rules say about them. Raises an error if they say nothing. */
  async open(words = "") {
    await this.loaded;
    if (words) {
      const told = await (await fetch(`${this.address}&words=${encodeURIComponent(words)}`)).json();
      if (!told.text) throw new Error(told.nothing);
      this.text.replaceChildren(...told.text.split("\n").map((line) => make("p", {}, line)));
    } else this.text.innerHTML = this.how;
    for (const link of this.text.querySelectorAll("a")) link.target = "_blank";
    if (!this.dialog.open) this.dialog.showModal();
    find(".text", this.dialog).scrollTop = 0;
  }

  /** A link to the rules that are nearest to a reason. */
  linkTo(reason) {
    return make("a", { href: `${this.rules}&find=${encodeURIComponent(reason)}`, target: "_blank", "data-testid": "rule-link", title: "The rules nearest to this reason" }, "Rules");
  }
}
