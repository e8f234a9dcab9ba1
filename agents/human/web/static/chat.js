// What people write to each other. Those who watch can read it.

import { find, make } from "./dom.js";
import { mark } from "./seats.js";
import { sendsText } from "./text_form.js";

export class Chat {
  /** `send(text)` promises that a text was sent. */
  constructor(root, send) {
    Object.assign(this, { root, lines: [] });
    this.list = find("ol", root);
    sendsText(root, send, (_, input) => (input.value = ""));
  }

  /** Lines were written; `all`: these are all that there are. */
  add({ lines, all }) {
    this.lines = all ? lines : [...this.lines, ...lines];
    this.#write();
  }

  /** Who is at the table. */
  show(table) {
    this.table = table;
    find("form", this.root).hidden = table.viewer < 0;
    this.#write();
  }

  #write() {
    const isAlone = this.table.seats.filter((seat) => seat.person).length < 2;
    this.root.hidden = isAlone && !this.lines.length;
    const text = JSON.stringify([this.lines, this.table.seats.map((seat) => seat.name)]);
    if (text === this.text) return;
    this.text = text;
    this.list.replaceChildren(...this.lines.map((line) => this.#line(line)));
    this.list.scrollTop = this.list.scrollHeight;
  }

  #line({ seat, text, time }) {
    const told = { "data-testid": "chat-line", title: new Date(1000 * time).toLocaleString() };
    return make("li", told, mark(seat), make("b", {}, `${this.table.seats[seat].name}: `), text);
  }
}
