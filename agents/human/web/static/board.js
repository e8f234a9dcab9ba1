// A position: the picture of the board, the sheets beside it, what is new, what is lit, and the frame of a preview.

import { draw, make } from "./dom.js";
import { ClickTargets } from "./click_targets.js";
import { Label } from "./label.js";
import { Legible } from "./legible.js";
import { Sheets } from "./sheets.js";
import { View } from "./view.js";

const MANY = 80; // new drawings: then it is another scene, and nothing of it would stand out
const LARGE = 40_000; // square units
const CROWD = 50; // lit things: then each is lit less, or they would hide the board

export class Board {
  /** `beside`: where the `sheets` are; `picked(action)` is called for a choice, `pointed(actions)` when the pointer is
   * over their place. */
  constructor(frame, { beside, sheets, picked, pointed }) {
    Object.assign(this, { frame, beside, sheets });
    this.sheet = frame.querySelector(".sheet");
    this.view = new View(frame, this.sheet);
    this.label = new Label();
    this.legible = new Legible();
    this.targets = new ClickTargets((actions, thing) => this.#choose(actions, thing), pointed);
    this.picked = picked;
    frame.addEventListener("keydown", (event) => this.#key(event));
    for (const root of [frame, beside]) root.addEventListener("click", (event) => this.targets.press(event));
    frame.addEventListener("viewchange", () => this.#changed());
    document.addEventListener("pointerdown", (event) => this.menu?.contains(event.target) || this.closeMenu());
  }

  /** Show a position. `moves`: legal now, to be lit in it; `compare`: let shine what is new since the last. */
  show(position, moves = [], compare = false) {
    this.frame.classList.remove("preview");
    this.position = position;
    this.sheets.show(position.sheets);
    if (position.board === this.text) {
      if (moves !== this.moves || moves.length) this.#light(moves);
      return;
    }
    const picture = parse(position.board);
    this.label.take(picture);
    const drawn = drawings(picture);
    this.#holdFocus();
    this.closeMenu();
    this.sheet.replaceChildren(picture);
    this.picture = picture;
    this.legible.take(picture);
    this.view.fit(...size(picture), this.legible.names.length > 0);
    this.#light(moves);
    if (compare && this.drawn) shine(drawn, this.drawn);
    this.text = position.board;
    this.drawn = drawn;
  }

  /** A move was made: what was lit can be done no more. */
  unlight() {
    this.#holdFocus();
    this.closeMenu();
    this.targets.clear();
    this.moves = [];
  }

  /** Who is on a thing that goes stays on the board. */
  #holdFocus() {
    const { activeElement } = document;
    if (this.sheet.contains(activeElement) || (this.beside.contains(activeElement) && activeElement.matches(".lit"))) this.frame.focus();
  }

  #light(moves) {
    this.moves = moves;
    this.targets.light([this.picture, this.beside], moves);
    const places = this.#litPlaces();
    this.view.centre(places);
    this.legible.set(this.view.scale, places);
    this.targets.refit();
    if (document.activeElement === this.frame) this.targets.focus();
    this.frame.classList.toggle("many", this.targets.things.length > CROWD);
  }

  /** Where lit things are on the board, in units of the picture. */
  #litPlaces() {
    return this.targets.things.filter((thing) => this.picture.contains(thing)).map((thing) => placeOf(thing, this.picture));
  }

  /** The board was moved or zoomed: its text is set for this zoom. */
  #changed() {
    this.closeMenu();
    if (this.view.scale === this.scale || !this.picture) return;
    this.scale = this.view.scale;
    this.legible.set(this.scale, this.#litPlaces());
    this.targets.refit();
  }

  /** Show what an action would lead to. The thing that it is about stays, to be clicked again, and nothing else. */
  preview(preview, action, words) {
    const thing = this.targets.about(action);
    const place = thing && this.picture.contains(thing) && placeOf(thing, this.picture);
    this.show(preview.board ? preview : this.position);
    this.frame.classList.add("preview");
    for (const other of [this.picture, this.beside].flatMap((root) => [...root.querySelectorAll("[data-actions]")])) delete other.dataset.actions;
    if (place) this.picture.append(draw("g", { "data-actions": action }, draw("rect", { ...place, class: "area", rx: 6 })));
    else if (thing) Sheets.like(thing, this.beside)?.setAttribute("data-actions", action);
    this.#light([{ id: action, words: `play it: ${words}` }]);
    this.text = this.sheets.text = null; // what is lit in a preview is not in the position
  }

  #choose(actions, thing) {
    if (actions.length === 1) this.picked(actions[0]);
    else this.#openMenu(actions, thing);
  }

  /** Several moves are about one thing: their words in a small menu beside it. */
  #openMenu(actions, thing) {
    this.closeMenu();
    const words = new Map(this.moves.map((move) => [move.id, move.words]));
    const item = (id) => make("button", { type: "button", role: "menuitem", "data-action": id, onclick: () => this.#pick(id) }, words.get(id));
    this.menu = make("div", { class: "menu", role: "menu", "data-testid": "menu", onkeydown: (event) => this.#menuKey(event, thing) });
    this.menu.append(...actions.map(item));
    document.body.append(this.menu);
    const box = thing.getBoundingClientRect();
    const within = (at, own, room) => Math.max(4, Math.min(at, room - own - 4));
    this.menu.style.left = `${within(box.right + 4, this.menu.offsetWidth, innerWidth)}px`;
    this.menu.style.top = `${within(box.top, this.menu.offsetHeight, innerHeight)}px`;
    this.menu.firstChild.focus();
  }

  #pick(action) {
    this.closeMenu();
    this.picked(action);
  }

  #menuKey(event, thing) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const items = [...this.menu.children];
    if (event.key === "Escape") {
      this.closeMenu();
      this.targets.focus(thing);
    } else if (step) items.at((items.indexOf(document.activeElement) + step) % items.length).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  closeMenu() {
    this.menu?.remove();
    this.menu = null;
  }

  #key(event) {
    const [x, y] = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
    if (x === undefined) return;
    this.view.pan(60 * x, 60 * y);
    event.preventDefault();
    event.stopPropagation();
  }
}

function parse(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

const size = (picture) => [picture.viewBox.baseVal.width, picture.viewBox.baseVal.height];

/** The single drawings of a picture, `[element, its text]`; areas that are not seen are none. */
function drawings(picture) {
  const leaves = picture.querySelectorAll(":is(path, rect, circle, polygon, text, use):not(defs *, [pointer-events])");
  return [...leaves].map((leaf) => [leaf, leaf.outerHTML]);
}

/** Let the drawings shine that were not there before. */
function shine(drawn, before) {
  const left = new Map();
  for (const [, text] of before) left.set(text, (left.get(text) ?? 0) + 1);
  const isNew = ([leaf, text]) => (!left.get(text) || !left.set(text, left.get(text) - 1)) && !isLarge(leaf);
  const fresh = drawn.filter(isNew);
  if (fresh.length <= MANY) for (const [leaf] of fresh) leaf.classList.add("fresh");
}

/** Whether a drawing is the ground of others, which would all shine with it. */
function isLarge(leaf) {
  const { width, height } = leaf.getBBox();
  return width * height > LARGE;
}

/** Where a thing stands, as a rectangle in the picture's own units. */
function placeOf(thing, picture) {
  const box = thing.getBoundingClientRect();
  const back = picture.getScreenCTM().inverse();
  const from = new DOMPoint(box.left, box.top).matrixTransform(back);
  const to = new DOMPoint(box.right, box.bottom).matrixTransform(back);
  return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
}
