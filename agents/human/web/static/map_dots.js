// A board of dots with a latitude and a longitude, and lines between them: draws them and makes the edits.

import { draw } from "./dom.js";
import { MapPicture, UNIT } from "./map_picture.js";

const HEIGHT = 22; // of the board, in units
const FRAME = [[-0.4, -0.4], [0.4, -0.4], [0.4, 0.4], [-0.4, 0.4]];
const NEW_NUMBER = "10"; // on a new card
const STEP = 0.1; // degrees that a key moves a dot
const BESIDE = 0.6; // from the place of the cursor to a new dot

export class DotBoard extends MapPicture {
  /** Draw a board. */
  show(map) {
    this.map = map;
    this.dots = map.dots;
    this.scale ??= this.#measure(map.dots.places);
    this.places.clear();
    for (const place of map.dots.places) this.places.set(place.dot, this.#placed(place));
    const faulty = new Set(map.faults.filter(({ file }) => file === this.dots.file).map(({ index }) => map.names[this.dots.file][index]));
    const marks = [...this.places.values()].map((place) => this.#drawDot(place, faulty.has(place.dot)));
    const lines = map.dots.rows.map((row, i) => this.#drawSection(row, i));
    this.place([...lines, ...marks, ...this.cities().flatMap((place) => this.drawCity(place))]);
  }

  /** Where the board lies, and how large a degree is, in units. This stays while dots move. */
  #measure(places) {
    const [north, south] = [Math.max, Math.min].map((pick) => pick(...places.map(({ latitude }) => latitude)));
    const degree = HEIGHT / Math.max(0.1, north - south);
    return { north, degree, width: degree * Math.cos((((north + south) / 2) * Math.PI) / 180) };
  }

  #placed(place) {
    return { ...place, key: place.dot, x: place.longitude * this.scale.width, y: (this.scale.north - place.latitude) * this.scale.degree };
  }

  #degrees([x, y]) {
    const rounded = (number) => String(Math.round(number * 100) / 100);
    return { latitude: rounded(this.scale.north - y / this.scale.degree), longitude: rounded(x / this.scale.width) };
  }

  /** Water, land, lakes and rivers as on the board of the game, cut off where the picture ends. */
  ground() {
    const { ground, water } = this.dots;
    if (!ground.length) return [];
    const [x, y, width, height] = this.box;
    const sheet = draw("svg", { class: "ground", viewBox: this.box.join(" "), x, y, width, height });
    const layers = ground.map((layer) => draw("path", { d: layer.lines.map((line) => this.#path(line, layer.fill)).join(""), fill: layer.fill, stroke: layer.edge, "stroke-width": layer.width }));
    sheet.append(draw("rect", { x, y, width, height, fill: water }), ...layers);
    return [sheet];
  }

  /** A line through places, which is closed if it has a fill. */
  #path(line, fill) {
    const points = line.map(([longitude, latitude]) => this.#placed({ longitude, latitude }));
    return `M${points.map(({ x, y }) => `${(x * UNIT).toFixed(1)} ${(y * UNIT).toFixed(1)}`).join("L")}${fill === "none" ? "" : "z"}`;
  }

  #drawDot({ x, y, dot }, faulty) {
    const circle = draw("circle", { cx: x * UNIT, cy: y * UNIT, r: 3, class: faulty ? "dot faulty" : "dot" });
    circle.dataset.place = dot;
    return circle;
  }

  /** A section; those of several railroads side by side. */
  #drawSection({ ends, owner, colour }, index) {
    const both = ends.map((end) => this.places.get(end));
    if (!both.every(Boolean)) return null;
    const [one, other] = both.sort((a, b) => a.x - b.x || a.y - b.y); // so that a railroad stays on its side
    const before = this.dots.rows.slice(0, index).filter((row) => ends.every((end) => row.ends.includes(end))).length;
    const length = Math.hypot(one.x - other.x, one.y - other.y) || 1;
    const [right, down] = [((one.y - other.y) / length) * before * 0.12, ((other.x - one.x) / length) * before * 0.12];
    const line = this.drawLine([one.x + right, one.y + down], [other.x + right, other.y + down], { class: "section", stroke: colour || "#a3200d" });
    line.dataset.owner = owner;
    return line;
  }

  outline({ x, y }) {
    return FRAME.map(([right, down]) => `${UNIT * (x + right)},${UNIT * (y + down)}`).join(" ");
  }

  cities() {
    return [...this.places.values()].filter(({ city }) => city);
  }

  placeOf(row) {
    if (!row) return undefined;
    return this.places.get(row.dot ?? row.dot_a) ?? this.city(row.city ?? "");
  }

  placeOfFault() {
    return undefined; // the row that it names shows the place
  }

  isMovable() {
    return true;
  }

  /** Where a pointer drops a dot: anywhere. */
  target(event) {
    const [x, y] = this.point(event);
    return { x, y };
  }

  /** Where a dot goes by one step. */
  nudge(place, aim, right, down) {
    const { width, degree } = this.scale;
    const there = { ...place, x: place.x + right * STEP * width, y: place.y + down * STEP * degree };
    return [there, [there.x, there.y]];
  }

  /** The next dot in a direction. */
  step(cursor, aim, right, down) {
    const ahead = ({ x, y }) => (x - cursor.x) * right + (y - cursor.y) * down;
    const aside = ({ x, y }) => Math.abs((x - cursor.x) * down) + Math.abs((y - cursor.y) * right);
    const found = [...this.places.values()].filter((place) => ahead(place) > 0.01 && aside(place) <= ahead(place));
    const next = found.sort((a, b) => ahead(a) + 2 * aside(a) - ahead(b) - 2 * aside(b))[0];
    return [next, next && [next.x, next.y]];
  }

  words({ dot, city, latitude, longitude }) {
    const lines = this.dots.rows.filter(({ ends }) => ends.includes(dot)).map(({ ends, owner }) => `${owner} to ${ends.find((end) => end !== dot)}`);
    return [`dot ${dot}${city ? `, ${city}` : ""}: latitude ${latitude}, longitude ${longitude}`, ...lines].join("; ");
  }

  // Each of these returns edits, and a message about them.

  move(from, there) {
    const index = this.map.names[this.dots.file].indexOf(from.dot);
    const cells = this.#degrees([there.x, there.y]);
    const words = `Dot ${from.dot} moved to latitude ${cells.latitude}, longitude ${cells.longitude}.`;
    return [[{ do: "cells", file: this.dots.file, index, cells }], words];
  }

  /** Add a section of a railroad between two dots; if there is one, remove it. */
  join(one, other, railroad) {
    const joins = (row) => row.owner === railroad && [one.dot, other.dot].every((dot) => row.ends.includes(dot));
    const index = this.dots.rows.findIndex(joins);
    if (index >= 0) return [[{ do: "drop", file: this.dots.lines, index }], `Section of ${railroad}: removed.`];
    const cells = { dot_a: one.dot, dot_b: other.dot, [this.dots.owner]: railroad };
    return [[{ do: "add", file: this.dots.lines, cells }], `Section of ${railroad}: drawn.`];
  }

  /** A city at a dot, in the region of the nearest city, with a card. */
  addCity(place, city) {
    const [cities, cards] = this.map.forms;
    const away = ({ x, y }) => Math.hypot(x - place.x, y - place.y);
    const nearest = this.cities().sort((a, b) => away(a) - away(b))[0];
    const { region } = cities.rows.find((row) => row.dot === nearest.dot);
    const taken = cities.rows.map(({ abbreviation }) => abbreviation);
    const abbreviation = this.#free((number) => `N${number}`, taken);
    const numbers = cards.fields.slice(2).filter(({ column }) => column !== region).map(({ column }) => [column, NEW_NUMBER]);
    const card = { city, ...Object.fromEntries(numbers) };
    return [[{ do: "add", file: cities.file, cells: { city, abbreviation, region, dot: place.dot } }, { do: "add", file: cards.file, cells: card }], `${city} added.`];
  }

  /** A dot where a pointer was pressed, or beside the place of the cursor. */
  addSpot(point, cursor) {
    const dot = this.#free((number) => `N${number}`, this.map.names[this.dots.file]);
    const where = point ?? [cursor.x + BESIDE, cursor.y];
    return [[{ do: "add", file: this.dots.file, cells: { dot, ...this.#degrees(where) } }], `Dot ${dot} added.`];
  }

  #free(name, taken) {
    for (let number = 1; ; number++) if (!taken.includes(name(number))) return name(number);
  }
}
