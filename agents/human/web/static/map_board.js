// A map of hexagons: its places, cities, faults and what lies between places, and what is where.

import { draw } from "./dom.js";
import { Legible } from "./legible.js";
import { View } from "./view.js";

const UNIT = matchMedia("(pointer: coarse)").matches ? 44 : 28; // pixels between neighbours: a finger needs more
const MARGIN = 0.8; // of that distance, around the map
const SIDE = 0.22; // from the middle of a place to where its sides begin
const HALF_SIDE = 1 / Math.sqrt(12); // of a hexagon, in units of the distance between neighbours
const COMPASS = ["east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast"];

export const keyOf = ({ row, col }) => `${row},${col}`;
const ofPair = ([row, col]) => `${row},${col}`;

/** The map in a frame. Its view zooms and pans. */
export class MapBoard {
  #places = new Map(); // by key
  #polygons = new Map(); // by key
  #at = new Map(); // the keys by rounded coordinates
  #marks = new Map(); // by name: the polygon on top

  constructor(frame) {
    this.frame = frame;
    this.sheet = frame.querySelector(".sheet");
    this.view = new View(frame, this.sheet);
    this.legible = new Legible();
    frame.addEventListener("viewchange", () => this.legible.set(this.view.scale));
  }

  /** Draw a map with its faults. */
  show(map) {
    this.map = map;
    this.directions = map.corners.map(([x, y], i) => [x + map.corners[(i + 1) % 6][0], y + map.corners[(i + 1) % 6][1]]);
    const faulty = new Set(map.faults.filter((fault) => "row" in fault).map(keyOf));
    for (const found of [this.#places, this.#polygons, this.#at]) found.clear();
    const polygons = map.places.map((place) => this.#drawPlace(place, faulty.has(keyOf(place))));
    const onTop = [false, true].map((wanted) => polygons.filter((polygon) => polygon.matches(".faulty") === wanted));
    const links = map.links.rows.map((link) => this.#drawLink(link));
    const sides = map.sides.rows.map((side) => this.drawSide(...side.ends.map((end) => this.#places.get(ofPair(end))), side.kind));
    this.marks = draw("g");
    const picture = draw("svg", { viewBox: this.#frame().join(" "), "aria-hidden": "true" });
    const parts = [...onTop.flat(), ...links, ...sides, ...this.#drawCities(), this.marks].filter(Boolean);
    picture.append(...parts);
    this.#place(picture);
    for (const [name, place] of [...this.#marks]) this.mark(name, place);
  }

  #place(picture) {
    const [, , width, height] = this.#frame();
    Object.assign(this.sheet.style, { width: `${width}px`, height: `${height}px` });
    this.sheet.replaceChildren(picture);
    this.view.fit(width, height, false);
    this.legible.take(picture);
    this.legible.set(this.view.scale);
  }

  #drawPlace(place, faulty) {
    const kind = place.city ? "city" : place.terrain || "absent";
    const polygon = draw("polygon", { points: this.#outline(place), class: [kind, place.border, faulty && "faulty"].filter(Boolean).join(" ") });
    polygon.dataset.place = keyOf(place);
    this.#places.set(keyOf(place), place);
    this.#polygons.set(keyOf(place), polygon);
    this.#at.set(pointKey(place.x, place.y), keyOf(place));
    return polygon;
  }

  #outline({ x, y }) {
    return this.map.corners.map(([right, down]) => `${UNIT * (x + right)},${UNIT * (y + down)}`).join(" ");
  }

  #drawCities() {
    return this.cities().flatMap(({ x, y, city }) => {
      const [cx, cy] = [x * UNIT, y * UNIT];
      const name = draw("text", { class: "name", x: cx, y: cy - 8, "font-size": 12, "text-anchor": "middle", "data-at": `${cx} ${cy}` }, city);
      return [draw("circle", { cx, cy, r: 5 }), name];
    });
  }

  /** What lies between two places as a line on their common side. */
  drawSide(one, other, kind) {
    if (!one || !other) return null;
    const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
    const [right, down] = [HALF_SIDE * (one.y - other.y), HALF_SIDE * (other.x - one.x)];
    const ends = { x1: x - right, y1: y - down, x2: x + right, y2: y + down };
    return draw("line", { class: `side ${kind || "ridge"}`, ...scaled(ends) });
  }

  #drawLink({ ends }) {
    const [one, other] = ends.map((end) => this.#places.get(ofPair(end)));
    return one && other && draw("line", { class: "link", ...scaled({ x1: one.x, y1: one.y, x2: other.x, y2: other.y }) });
  }

  #frame() {
    const [xs, ys] = [this.map.places.map(({ x }) => x), this.map.places.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
    return [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top].map((length) => UNIT * length);
  }

  /** The places of the cities: of a large one its middle. */
  cities() {
    const found = new Map();
    for (const place of this.#places.values()) {
      if (place.city && (!found.has(place.city) || place.part === "0")) found.set(place.city, place);
    }
    return [...found.values()];
  }

  /** The place of a city, or of a row and a column. */
  find(there) {
    return typeof there === "string" ? this.cities().find(({ city }) => city === there) : this.#places.get(keyOf(there));
  }

  /** Where a pointer is, in units of the map. */
  #point({ clientX, clientY }) {
    const box = this.sheet.getBoundingClientRect();
    const [left, top] = this.#frame();
    return [((clientX - box.x) / this.view.scale + left) / UNIT, ((clientY - box.y) / this.view.scale + top) / UNIT];
  }

  /** The place under a pointer. */
  placeUnder(event) {
    return this.nearest(this.#point(event));
  }

  /** The place nearest to a point, if it is not too far. */
  nearest([x, y], most = 0.7) {
    const away = (place) => Math.hypot(place.x - x, place.y - y);
    const best = [...this.#places.values()].reduce((a, b) => (away(b) < away(a) - 1e-6 ? b : a));
    return away(best) <= most ? best : undefined;
  }

  /** The two places on whose common side a pointer is; nothing where it is near the middle of a place. */
  sideUnder(event) {
    const place = this.placeUnder(event);
    if (!place) return undefined;
    const [x, y] = this.#point(event);
    const [right, down] = [x - place.x, y - place.y];
    if (Math.hypot(right, down) < SIDE) return undefined;
    const [dx, dy] = this.directions.reduce((a, b) => (b[0] * right + b[1] * down > a[0] * right + a[1] * down ? b : a));
    const other = this.#places.get(this.#at.get(pointKey(place.x + dx, place.y + dy)));
    return other && [place, other];
  }

  /** Whether two places are side by side. */
  areNeighbours(one, other) {
    return Math.abs(Math.hypot(one.x - other.x, one.y - other.y) - 1) < 0.1;
  }

  /** What lies between two places. */
  between(one, other) {
    const ends = [keyOf(one), keyOf(other)];
    return this.map.sides.rows.filter((side) => side.ends.map(ofPair).every((end) => ends.includes(end)));
  }

  /** Paint a place before the server has answered. */
  paint(place, kind) {
    this.#polygons.get(keyOf(place)).setAttribute("class", kind);
  }

  /** Draw a side before the server has answered. */
  paintSide(one, other, kind) {
    this.marks.append(this.drawSide(one, other, kind));
  }

  /** Mark a place with a frame of a name, or with none, take that frame away. */
  mark(name, place) {
    this.marks.querySelector(`.${name}`)?.remove();
    if (!place) return this.#marks.delete(name);
    this.#marks.set(name, place);
    return this.marks.append(draw("polygon", { class: name, points: this.#outline(place) }));
  }

  /** The frame of a name, to be brought into view. */
  reveal(name) {
    const mark = this.marks.querySelector(`.${name}`);
    if (mark) this.view.reveal(mark);
  }

  /** What is at a place, in words. */
  words(place) {
    const { row, col, terrain, city, border } = place;
    const here = [city, terrain !== "city" && terrain, border].filter(Boolean).join(", ") || "not on the map";
    const sides = this.map.sides.rows.filter(({ ends }) => ends.some((end) => ofPair(end) === keyOf(place)));
    const around = sides.map((side) => this.#sideWords(place, side)).filter(Boolean);
    const joined = this.map.links.rows.filter(({ ends }) => ends.some((end) => ofPair(end) === keyOf(place))).map(({ words }) => words);
    return [`row ${row}, column ${col}: ${here}`, ...around, ...joined].join("; ");
  }

  #sideWords(place, { ends, kind, name }) {
    const other = this.#places.get(ends.map(ofPair).find((end) => end !== keyOf(place)));
    const what = [kind || this.map.sides.title, name].filter(Boolean).join(" ");
    return other && `${what} to the ${COMPASS[(Math.round(Math.atan2(other.y - place.y, other.x - place.x) / (Math.PI / 4)) + 8) % 8]}`;
  }
}

const pointKey = (x, y) => `${Math.round(x * 20)},${Math.round(y * 20)}`;
const scaled = (lengths) => Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, length * UNIT]));
