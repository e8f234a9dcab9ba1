// How a person is called: given once, kept in the browser, and told to every table where they sit down.

import { find } from "./dom.js";
import { recall, remember } from "./memory.js";
import { sendsText } from "./text_form.js";

export class NameForm {
  /** `send(name)` promises that the table calls the person so. */
  constructor(root, send) {
    Object.assign(this, { root, send });
    this.input = find("input", root);
    sendsText(root, send, (name) => remember("name", name));
  }

  /** Tell a table the name that is known, if it has none yet; else the form asks for one. */
  show(table) {
    const seat = table.seats[table.viewer];
    this.root.hidden = !seat?.person || table.over;
    if (this.root.hidden || this.asked) return;
    this.asked = true;
    const known = recall("name");
    this.input.value = seat.named ? seat.name : (known ?? "");
    if (!seat.named && known) this.send(known).catch(() => (this.root.open = true)); // such as one that is taken
  }
}
