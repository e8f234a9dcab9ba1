// A map of hexagons: its places, cities and faults, and what a pointer does there.

import { draw } from "./dom.js";

const MARGIN = 0.8;
const key = (place) => `${place.row},${place.col}`;

/** A board in an SVG element. `act` has `drop(from, to)` for a city that was dragged, `paint(places)` for places that the
 * pointer went over, and `painting()`: whether it paints. */
export class MapBoard {
  #svg;
  #places = new Map(); // by key: the place and its polygon
  #start = null; // the place where the pointer went down
  #painted = new Map();

  constructor(svg, act) {
    this.#svg = svg;
    svg.addEventListener("pointerdown", (event) => this.#press(event, act));
    svg.addEventListener("pointermove", (event) => this.#move(event, act));
    svg.addEventListener("pointerup", (event) => this.#release(event, act));
    svg.addEventListener("pointercancel", () => this.#end());
  }

  /** Draw a map with its faults. */
  show({ places, corners, faults, sides }) {
    const faulty = new Set(faults.filter((fault) => "row" in fault).map(key));
    this.#places.clear();
    const cities = new Map();
    const polygons = places.map((place) => {
      const points = corners.map(([x, y]) => `${place.x + x},${place.y + y}`).join(" ");
      const kind = place.city ? "city" : place.terrain || "absent";
      const polygon = draw("polygon", { points, class: `${kind}${faulty.has(key(place)) ? " faulty" : ""}` });
      polygon.dataset.place = key(place);
      polygon.append(draw("title", {}, this.#words(place)));
      this.#places.set(key(place), { place, polygon });
      if (place.city && (!cities.has(place.city) || place.part === "0")) cities.set(place.city, place);
      return polygon;
    });
    const names = [...cities.values()].flatMap(({ x, y, city }) => [
      draw("circle", { cx: x, cy: y, r: 0.2 }),
      draw("text", { x, y: y - 0.32 }, city),
    ]);
    const lines = sides.map(({ x, y, along: [right, down], words }) =>
      draw("line", { x1: x - right, y1: y - down, x2: x + right, y2: y + down }, draw("title", {}, words)),
    );
    const [left, top, right, bottom] = this.#frame(places);
    this.#svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    const last = [true, false].map((sound) => polygons.filter((one) => one.matches(".faulty") !== sound)); // frames on top
    this.#svg.replaceChildren(...last.flat(), ...lines, ...names);
  }

  /** Mark one place, that of a fault. */
  lookAt(fault) {
    this.#mark("looked-at", this.#places.get(key(fault)));
  }

  #frame(places) {
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    return [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN, Math.max(...xs) + MARGIN, Math.max(...ys) + MARGIN];
  }

  #words({ row, col, terrain, city }) {
    return `row ${row}, column ${col}: ${[city, terrain].filter(Boolean).join(", ") || "not on the map"}`;
  }

  #at(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    return this.#places.get(under?.dataset.place);
  }

  #press(event, act) {
    const there = this.#at(event);
    if (!there || event.button !== 0) return;
    this.#svg.setPointerCapture(event.pointerId);
    this.#start = there;
    if (act.painting()) this.#add(there, act);
  }

  #move(event, act) {
    if (!this.#start) return;
    const there = this.#at(event);
    if (act.painting()) this.#add(there, act);
    else if (this.#start.place.city) this.#mark("target", there);
  }

  #add(there, act) {
    if (!there || there.place.city) return;
    there.polygon.setAttribute("class", act.painting() === "none" ? "absent" : act.painting());
    this.#painted.set(key(there.place), there.place);
  }

  #release(event, act) {
    const [start, there, painted] = [this.#start, this.#at(event), [...this.#painted.values()]];
    this.#end();
    if (painted.length) act.paint(painted);
    else if (start?.place.city && there && there !== start && !act.painting()) act.drop(start.place, there.place);
  }

  #end() {
    this.#start = null;
    this.#painted.clear();
    this.#mark("target", null);
  }

  #mark(name, there) {
    for (const marked of this.#svg.querySelectorAll(`.${name}`)) marked.classList.remove(name);
    if (!there) return;
    there.polygon.classList.add(name);
  }
}
