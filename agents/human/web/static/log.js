// What happened, in words: grouped by the seat that moved; an entry shows its position.

import { make } from "./dom.js";
import { colourOf, mark } from "./seats.js";

export class Log {
  constructor(root, go) {
    Object.assign(this, { root, go });
    this.clear();
  }

  clear() {
    this.root.replaceChildren();
    this.entries = [];
    this.seat = null;
  }

  /** Add moves; `seats` have the names. */
  add(moves, seats) {
    for (const move of moves) {
      const before = this.entries.at(-1);
      if (before && isRepeated(move, before.move)) {
        this.entries.push(before);
        this.#count(before);
        continue;
      }
      if (move.seat !== this.seat) this.#begin(move.seat, seats[move.seat].name);
      const entry = this.#entry(move, seats[move.seat].name);
      entry.move = move;
      this.entries.push(entry);
      this.group.append(make("li", {}, entry));
    }
  }

  /** Count the moves of one entry, and note the position after the last one. */
  #count(entry) {
    const first = this.entries.indexOf(entry);
    entry.dataset.ply = this.entries.length;
    entry.dataset.times = this.entries.length - first;
  }

  /** Take back all but the first moves. */
  cut(length) {
    const cut = this.entries.splice(length);
    const rest = this.entries.at(-1);
    for (const entry of cut) if (entry !== rest) entry.parentElement.remove();
    if (cut.includes(rest)) this.#count(rest);
    for (const group of this.root.querySelectorAll("ol:empty")) group.parentElement.remove();
    const last = this.root.lastElementChild;
    this.group = last?.querySelector("ol");
    this.seat = last ? Number(last.dataset.seat) : null;
  }

  /** The position after `ply` moves is shown. */
  show(ply) {
    this.current?.removeAttribute("aria-current");
    this.current = this.entries[ply - 1];
    this.current?.setAttribute("aria-current", "true");
    if (this.current) scrollWithin(this.root, this.current);
    else this.root.scrollTop = 0;
  }

  #begin(seat, name) {
    this.seat = seat;
    this.group = make("ol");
    const heading = make("h3", {}, mark(seat), name);
    this.root.append(make("section", { "data-seat": seat, style: `--seat: ${colourOf(seat)}` }, heading, this.group));
  }

  #entry(move, name) {
    const words = sentences(move).map((sentence) => make("span", {}, withoutName(sentence, name)));
    return make("button", { type: "button", "data-testid": "log-entry", "data-ply": move.ply + 1, onclick: (event) => this.go(Number(event.currentTarget.dataset.ply)) }, ...words);
  }
}

/** What a move did, or else how it was chosen, as far as the viewer may know. */
function sentences(move) {
  return move.log.length ? move.log : [move.words ?? "chooses in secret"];
}

/** Whether two moves are of one seat and have the same words. */
export const isRepeated = (move, before) => move.seat === before.seat && String(sentences(move)) === String(sentences(before));

/** A move in a line: the name of its seat, and what it did. */
export function told(move, name) {
  const all = sentences(move);
  const own = all.every((sentence) => sentence.startsWith(`${name} `));
  if (!move.log.length) return `${name}: ${all[0]}`;
  return own ? `${name} ${all.map((sentence) => withoutName(sentence, name)).join(", ")}` : all.join(". ");
}

/** Under the name of a seat its own sentences need not begin with it. */
const withoutName = (sentence, name) => (sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence);

function scrollWithin(box, part) {
  const [outer, inner] = [box.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
  const above = Math.max(0, (box.clientHeight - inner.height) / 2); // what is too long for the box begins at its top
  box.scrollTop += inner.top - outer.top - above;
}
