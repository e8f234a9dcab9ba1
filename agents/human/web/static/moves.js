// The legal moves in words: a list to choose from, a field that filters it and takes typed moves, and what cannot be done.

import { find, make } from "./dom.js";

const SHORT = 8; // moves that need no filter
const MOST = 200; // that are listed at once

export class Moves {
  /** `picked(id)`, `said(words)`, `pointed(id)`: of the list; `ask()` promises what cannot be done; `help(words)`:
   * typed after a question mark; `cost(name)`: typed after "cost"; `link(reason)`: to the rules about a reason. */
  constructor(root, { picked, said, pointed, ask, help, cost, link }) {
    Object.assign(this, { root, picked, said, pointed, help, cost, link });
    this.title = find("#question .decision");
    this.list = find(".moves", root);
    this.field = find("#words", root);
    this.why = find(".why", root);
    this.field.addEventListener("input", () => this.#list());
    this.field.addEventListener("keydown", (event) => this.#type(event));
    this.list.addEventListener("keydown", (event) => this.#walk(event));
    this.why.addEventListener("toggle", () => this.why.open && this.#explain(ask));
    this.offer("", []);
  }

  /** Legal moves, `[{id, words, block}]`, to choose from. */
  offer(title, moves) {
    this.title.textContent = title;
    this.moves = moves;
    this.field.value = "";
    this.field.hidden = moves.length <= 1;
    this.field.placeholder = moves.length > SHORT ? `Search ${moves.length} moves, or type one` : "Type a move";
    this.why.open = false;
    this.why.hidden = !moves.length;
    this.wait(false);
    this.#list();
    if (this.hadFocus && moves.length) this.#focus();
  }

  #list() {
    const parts = (this.#priced ?? this.field.value).toLowerCase().split(/\s+/).filter(Boolean);
    this.found = this.moves.filter((move) => parts.every((part) => move.words.toLowerCase().includes(part)));
    const shown = this.found.slice(0, MOST);
    this.list.replaceChildren(...shown.map((move, place) => this.#button(move, place)));
    const rest = this.found.length - shown.length;
    if (rest) this.list.append(make("li", { class: "rest" }, `and ${rest} more: type a part of what you look for`));
    if (this.moves.length && !shown.length) this.list.append(make("li", { class: "rest" }, this.field.value.trim().startsWith("?") ? "Enter opens the help" : "no such move; Enter asks why"));
  }

  #button(move, place) {
    const attributes = {
      type: "button",
      "data-testid": "move",
      "data-action": move.id,
      "aria-pressed": "false",
      onclick: () => this.picked(move.id),
      onpointerenter: () => this.pointed(move.id),
      onpointerleave: () => this.pointed(null),
      onfocus: () => this.pointed(move.id),
      onblur: () => this.pointed(null),
    };
    const key = place < 9 ? make("kbd", { "aria-hidden": "true" }, String(place + 1)) : null;
    return make("li", {}, make("button", attributes, key, make("span", {}, move.words)));
  }

  /** Highlight the moves whose place on the board is under the pointer. */
  point(actions) {
    for (const button of this.list.querySelectorAll("button")) {
      button.classList.toggle("pointed", actions.includes(Number(button.dataset.action)));
    }
  }

  /** This move is being looked at; null: none. */
  press(action) {
    for (const button of this.list.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", Number(button.dataset.action) === action);
    }
  }

  /** Whether a move is on its way, so that no other can be chosen. */
  wait(waiting) {
    this.hadFocus ||= this.list.contains(document.activeElement);
    this.list.inert = waiting;
  }

  /** Who chose the last move here by the keyboard goes on here. */
  #focus() {
    this.hadFocus = false;
    if (document.activeElement === document.body) find("button", this.list)?.focus({ preventScroll: true });
  }

  /** The n-th move of the list, from 1, if there is one. */
  pickNth(n) {
    if (this.found[n - 1] && !this.list.inert) this.picked(this.found[n - 1].id);
  }

  #type(event) {
    if (event.key === "ArrowDown") find("button", this.list)?.focus();
    else if (event.key === "Escape") this.#clear();
    else if (event.key !== "Enter" || !this.field.value.trim()) return;
    else if (this.field.value.trim().startsWith("?")) this.#help();
    else if (this.#priced !== null) this.cost(this.#priced);
    else if (this.found.length === 1) this.picked(this.found[0].id);
    else this.said(this.field.value.trim());
    event.preventDefault();
    event.stopPropagation();
  }

  /** The name that was typed after "cost"; null: something else was typed. */
  get #priced() {
    return /^cost\s+(.*\S)/i.exec(this.field.value)?.[1] ?? null;
  }

  /** Begin to type. */
  type(text) {
    this.field.value = text;
    this.field.focus();
  }

  #help() {
    this.help(this.field.value.trim().slice(1).trim());
    this.#clear();
  }

  #clear() {
    this.field.value = "";
    this.#list();
    this.field.blur();
  }

  #walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const buttons = [...this.list.querySelectorAll("button")];
    (buttons[buttons.indexOf(document.activeElement) + step] ?? this.field).focus();
    event.preventDefault();
    event.stopPropagation();
  }

  async #explain(ask) {
    const told = find("ul", this.why);
    told.replaceChildren(make("li", {}, "…"));
    const rows = await ask();
    const items = rows.map((row) => make("li", {}, make("b", {}, row.words), `: ${row.why} `, this.link(row.why)));
    told.replaceChildren(...(items.length ? items : [make("li", {}, "Everything that you may look for can be done.")]));
  }
}
