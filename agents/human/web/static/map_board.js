// A map of hexagons: draws its places, cities, faults and the features between places, and makes its edits.

import { draw } from "./dom.js";
import { MapPicture, UNIT } from "./map_picture.js";

const SIDE = 0.22; // from the middle of a place to where its sides begin
const HALF_SIDE = 1 / Math.sqrt(12); // of a hexagon, in units of the distance between neighbours
const COMPASS = ["east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast"];

const keyOf = ({ row, col }) => `${row},${col}`;
const ofPair = ([row, col]) => `${row},${col}`;
const at = ({ row, col }) => ({ row, col });
const to = ({ row, col }) => ({ to_row: row, to_col: col });

export class HexBoard extends MapPicture {
  #polygons = new Map(); // by key
  #at = new Map(); // the keys by rounded coordinates

  /** Draw a map with its faults. */
  show(map) {
    this.map = map;
    this.grid = map.grid;
    const { corners, places, links, sides } = map.grid;
    this.directions = corners.map(([x, y], i) => [x + corners[(i + 1) % 6][0], y + corners[(i + 1) % 6][1]]);
    const faulty = new Set(map.faults.filter((fault) => "row" in fault).map(keyOf));
    for (const found of [this.places, this.#polygons, this.#at]) found.clear();
    const polygons = places.map((place) => this.#drawPlace({ ...place, key: keyOf(place) }, faulty.has(keyOf(place))));
    const onTop = [false, true].map((wanted) => polygons.filter((polygon) => polygon.matches(".faulty") === wanted));
    const joined = links.rows.map((link) => this.#drawLink(link));
    const between = sides.rows.map((side) => this.#drawSide(...side.ends.map((end) => this.places.get(ofPair(end))), side.kind, side.name));
    this.place([...onTop.flat(), ...joined, ...between, ...this.cities().flatMap((place) => this.drawCity(place))]);
  }

  #drawPlace(place, faulty) {
    const kind = place.city ? "city" : place.terrain || "absent";
    const polygon = draw("polygon", { points: this.outline(place), class: [kind, place.border, faulty && "faulty"].filter(Boolean).join(" ") });
    polygon.dataset.place = place.key;
    this.places.set(place.key, place);
    this.#polygons.set(place.key, polygon);
    this.#at.set(pointKey(place.x, place.y), place.key);
    return polygon;
  }

  outline({ x, y }) {
    return this.grid.corners.map(([right, down]) => `${UNIT * (x + right)},${UNIT * (y + down)}`).join(" ");
  }

  /** Draw the feature between two places as a line on their common side. */
  #drawSide(one, other, kind, name) {
    if (!one || !other) return null;
    const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
    const [right, down] = [HALF_SIDE * (one.y - other.y), HALF_SIDE * (other.x - one.x)];
    const line = this.drawLine([x - right, y - down], [x + right, y + down], { class: `side ${kind || "ridge"}` });
    Object.assign(line.dataset, { kind, name });
    return line;
  }

  #drawLink({ ends }) {
    const [one, other] = ends.map((end) => this.places.get(ofPair(end)));
    return one && other && this.drawLine([one.x, one.y], [other.x, other.y], { class: "link" });
  }

  /** The places of the cities: of a large one its middle. */
  cities() {
    const found = new Map();
    for (const place of this.places.values()) {
      if (place.city && (!found.has(place.city) || place.part === "0")) found.set(place.city, place);
    }
    return [...found.values()];
  }

  /** The place of a row of a table: of a city, or beside the first side of a river or lake. */
  placeOf(row = {}) {
    if ("city" in row) return this.city(row.city);
    const side = this.grid.sides.rows.find(({ kind, name }) => name && row[kind] === name);
    return side && this.places.get(ofPair(side.ends[0]));
  }

  /** Emphasise all sides of the river or lake of a row. */
  trace(row = {}) {
    for (const line of this.sheet.querySelectorAll(".side")) {
      const { kind, name } = line.dataset;
      line.classList.toggle("traced", Boolean(name) && row[kind] === name);
    }
  }

  /** The place of a fault. */
  placeOfFault(fault) {
    return this.places.get(keyOf(fault));
  }

  isMovable(place) {
    return Boolean(place.city);
  }

  /** Where a pointer drops a city. */
  target(event) {
    return this.placeUnder(event);
  }

  /** The two places on whose common side a pointer is; nothing where it is near the middle of a place. */
  sideUnder(event) {
    const place = this.placeUnder(event);
    if (!place) return undefined;
    const [x, y] = this.point(event);
    const [right, down] = [x - place.x, y - place.y];
    if (Math.hypot(right, down) < SIDE) return undefined;
    const [dx, dy] = this.directions.reduce((a, b) => (b[0] * right + b[1] * down > a[0] * right + a[1] * down ? b : a));
    const other = this.places.get(this.#at.get(pointKey(place.x + dx, place.y + dy)));
    return other && [place, other];
  }

  /** Whether two places are side by side. */
  areNeighbours(one, other) {
    return Math.abs(Math.hypot(one.x - other.x, one.y - other.y) - 1) < 0.1;
  }

  /** Where a city goes by one step of the grid. */
  nudge(place, aim, right, down) {
    return this.step(place, aim, right, down);
  }

  /** The next place in a direction, and the point that the cursor follows: columns and rows zigzag beside it. */
  step(cursor, [x, y], right, down) {
    const [width, height] = [0, 1].map((axis) => Math.max(...this.directions.map((direction) => direction[axis])));
    const aim = [x + right * width, y + down * height];
    return [this.nearest(aim), aim];
  }

  /** Paint a place before the server has answered. */
  paint(place, { column, value }) {
    this.#polygons.get(place.key).setAttribute("class", column === "terrain" ? value || "absent" : `${place.terrain} ${value}`);
  }

  /** Draw a side before the server has answered. */
  paintSide(one, other, { erases, side }) {
    this.marks.append(this.#drawSide(one, other, erases ? "gone" : side, ""));
  }

  /** What is at a place, in words. */
  words(place) {
    const { row, col, terrain, city, border, key } = place;
    const here = [city, terrain !== "city" && terrain, border].filter(Boolean).join(", ") || "not on the map";
    const touches = ({ ends }) => ends.some((end) => ofPair(end) === key);
    const around = this.grid.sides.rows.filter(touches).map((side) => this.#sideWords(place, side));
    const joined = this.grid.links.rows.filter(touches).map(({ words }) => words);
    return [`row ${row}, column ${col}: ${here}`, ...around.filter(Boolean), ...joined].join("; ");
  }

  #sideWords(place, { ends, kind, name }) {
    const other = this.places.get(ends.map(ofPair).find((end) => end !== place.key));
    const what = [kind || this.grid.sides.title, name].filter(Boolean).join(" ");
    return other && `${what} to the ${COMPASS[(Math.round(Math.atan2(other.y - place.y, other.x - place.x) / (Math.PI / 4)) + 8) % 8]}`;
  }

  // Each of these returns edits, and a message about them.

  move(from, there) {
    return [[{ do: "move", ...at(from), ...to(there) }], `${from.city} moved to row ${there.row}, column ${there.col}.`];
  }

  join(one, other) {
    const ends = [one.key, other.key];
    const there = this.grid.links.rows.some((link) => link.ends.map(ofPair).every((end) => ends.includes(end)));
    return [[{ do: "join", ...at(one), ...to(other) }], `${this.grid.links.title}: ${there ? "removed" : "drawn"}.`];
  }

  paintPlaces(places, { column, value, words }) {
    return [places.map((place) => ({ do: "paint", ...at(place), column, value })), `Painted: ${words}.`];
  }

  addCity(place, name) {
    return [[{ do: "add_city", ...at(place), name }], `${name} added.`];
  }

  /** Draw on some sides; if the first side has this drawing already, remove it. */
  drawSides(pairs, { side: kind, erases }, name) {
    const ends = pairs[0].map(({ key }) => key);
    const between = this.grid.sides.rows.filter((row) => row.ends.map(ofPair).every((end) => ends.includes(end)));
    const on = !erases && !between.some((row) => row.kind === kind && row.name === name);
    const edits = pairs.map(([one, other]) => ({ do: "side", ...at(one), ...to(other), kind, name, on }));
    return [edits, `${[kind || this.grid.sides.title, name].filter(Boolean).join(" ")}: ${on ? "drawn" : "removed"}.`];
  }
}

const pointKey = (x, y) => `${Math.round(x * 20)},${Math.round(y * 20)}`;
