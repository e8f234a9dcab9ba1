// The picture of a map in a frame that zooms and pans, and marks on it.

import { draw } from "./dom.js";
import { Legible } from "./legible.js";
import { View } from "./view.js";

const COARSE = matchMedia("(pointer: coarse)").matches;
export const UNIT = COARSE ? 44 : 28; // pixels between neighbours: a finger needs more
const MARGIN = 0.8; // of that distance, around the map

/** A picture of places, each with x and y in units between neighbours. A subclass has `outline(place)`, the points of the
 * frame of a mark, and `cities()`, the places of the cities. */
export class MapPicture {
  #marks = new Map(); // by name: the place that is marked

  constructor(frame) {
    this.frame = frame;
    this.sheet = frame.querySelector(".sheet");
    this.view = new View(frame, this.sheet);
    this.legible = new Legible();
    this.places = new Map(); // by key
    frame.addEventListener("viewchange", () => this.legible.set(this.view.scale));
  }

  /** Show the parts of a picture. */
  place(parts) {
    const [left, top, right, bottom] = this.#edges();
    this.box = [left, top, right - left, bottom - top].map((length) => UNIT * length);
    this.marks = draw("g");
    const picture = draw("svg", { viewBox: this.box.join(" "), "aria-hidden": "true" });
    picture.append(...this.ground(), ...parts.filter(Boolean), this.marks);
    const [, , width, height] = this.box;
    Object.assign(this.sheet.style, { width: `${width}px`, height: `${height}px` });
    this.sheet.replaceChildren(picture);
    this.view.fit(width, height, false);
    this.legible.take(picture);
    this.legible.set(this.view.scale);
    for (const [name, place] of [...this.#marks]) this.mark(name, place);
  }

  /** What lies under the places. */
  ground() {
    return [];
  }

  /** Where the picture ends. It becomes no smaller, so that a change at its edge moves nothing. */
  #edges() {
    const [xs, ys] = ["x", "y"].map((axis) => [...this.places.values()].map((place) => place[axis]));
    const now = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN, Math.max(...xs) + MARGIN, Math.max(...ys) + MARGIN];
    this.edges = now.map((edge, i) => (i < 2 ? Math.min : Math.max)(edge, this.edges?.[i] ?? edge));
    return this.edges;
  }

  /** The dot and the name of a city. */
  drawCity({ x, y, city }) {
    const [cx, cy] = [x * UNIT, y * UNIT];
    const name = draw("text", { class: "name", x: cx, y: cy - 8, "font-size": 12, "text-anchor": "middle", "data-at": `${cx} ${cy}` }, city);
    return [draw("circle", { cx, cy, r: 5 }), name];
  }

  /** Emphasise what a row is about, if it has no place. */
  trace() {}

  drawLine([x1, y1], [x2, y2], attributes) {
    return draw("line", { x1: x1 * UNIT, y1: y1 * UNIT, x2: x2 * UNIT, y2: y2 * UNIT, ...attributes });
  }

  /** The place of a city. */
  city(name) {
    return this.cities().find(({ city }) => city.split("/").includes(name));
  }

  /** Where a pointer is, in units of the map. */
  point({ clientX, clientY }) {
    const box = this.sheet.getBoundingClientRect();
    const [left, top] = this.box;
    return [((clientX - box.x) / this.view.scale + left) / UNIT, ((clientY - box.y) / this.view.scale + top) / UNIT];
  }

  /** The place under a pointer. */
  placeUnder(event) {
    return this.nearest(this.point(event));
  }

  /** The place nearest to a point, if it is not too far. */
  nearest([x, y], most = 0.7) {
    const away = (place) => Math.hypot(place.x - x, place.y - y);
    const best = [...this.places.values()].reduce((a, b) => (away(b) < away(a) - 1e-6 ? b : a));
    return away(best) <= most ? best : undefined;
  }

  /** Mark one place with a frame of a name, or with none, take that frame away. */
  mark(name, place) {
    this.marks.querySelector(`.${name}`)?.remove();
    if (!place) return this.#marks.delete(name);
    this.#marks.set(name, place);
    return this.marks.append(draw("polygon", { class: name, points: this.outline(place) }));
  }

  /** Bring the frame of a name into view. */
  reveal(name) {
    const mark = this.marks.querySelector(`.${name}`);
    if (mark) this.view.reveal(mark);
  }
}
