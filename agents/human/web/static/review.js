// After the game: the score sheet, the expectations of all seats as curves, and moves that an agent would not have played.

import { capital, draw, find, make } from "./dom.js";
import { percent } from "./hint.js";
import { colourOf, mark, options } from "./seats.js";
import { rows } from "./sheets.js";

const [WIDTH, HEIGHT, EDGE] = [300, 150, 8];
const DASHES = ["", "8 3", "2 3", "10 3 2 3", "14 4", "5 2"]; // the second cue of a curve

export class Review {
  /** `ask(agent, seat)` promises the game through its eyes, with the choices of a seat, or (null) of all; `go(ply)`:
   * show a position. */
  constructor(root, { ask, go }) {
    Object.assign(this, { root, ask, go });
    this.agent = find("select", root);
    this.told = find(".told", root);
    find("[data-testid=review]", root).addEventListener("click", () => this.#look(null));
    this.mine = find("[data-testid=mistakes]", root);
    this.mine.addEventListener("click", () => this.#look(this.table.viewer));
  }

  /** The game is over; returns who won, in words. */
  show(over, table) {
    Object.assign(this, { over, table });
    const won = winner(over, table);
    find("h2", this.root).textContent = won;
    this.mine.hidden = table.viewer < 0;
    find(".result", this.root).textContent = capital(`${over.result} (seed ${over.seed})`);
    find("tbody", this.root).replaceChildren(...over.standings.flatMap((row) => standing(row, table.seats[row.seat])));
    if (!this.agent.options.length) this.agent.append(...options(table.agents));
    this.root.hidden = false;
    this.root.scrollIntoView({ block: "start" });
    return won;
  }

  /** A line in the chart at the position that is shown. */
  point(ply) {
    const x = this.scale?.(ply);
    if (x !== undefined) this.now.setAttribute("d", `M${x} 0V${HEIGHT}`);
  }

  async #look(seat) {
    this.told.replaceChildren(make("p", {}, `${this.agent.value} looks at every move; this may take a while …`));
    try {
      const review = await this.ask(this.agent.value, seat);
      this.told.replaceChildren(...this.#differences(review), ...this.#curves(review));
    } catch (error) {
      this.told.replaceChildren(make("p", {}, error.message));
    }
  }

  #curves({ curves, agent }) {
    if (!curves.some((curve) => curve.length)) return [make("p", {}, `${agent} estimates no values.`)];
    this.scale = (ply) => EDGE + (ply / Math.max(1, this.over.ply)) * (WIDTH - 2 * EDGE);
    this.now = draw("path", { class: "now" });
    const label = `What ${agent} thought each seat could expect, from losing (below) to winning (above), move by move`;
    const chart = draw("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, "data-testid": "curve" });
    chart.append(draw("path", { class: "even", d: `M0 ${HEIGHT / 2}H${WIDTH}` }), ...curves.map((curve, seat) => this.#curve(curve, seat)), this.now);
    chart.addEventListener("click", (event) => this.go(this.#plyAt(event, chart)));
    return [make("p", {}, label), chart, make("p", { class: "key" }, ...curves.map((_, seat) => this.#key(seat)))];
  }

  #curve(curve, seat) {
    const points = curve.map(([ply, value]) => `${this.scale(ply).toFixed(1)},${height(value).toFixed(1)}`).join(" ");
    return draw("polyline", { points, stroke: colourOf(seat), "stroke-dasharray": DASHES[seat] });
  }

  #key(seat) {
    const line = draw("line", { x2: 26, y1: 5, y2: 5, stroke: colourOf(seat), "stroke-dasharray": DASHES[seat], "stroke-width": 3 });
    return make("span", {}, draw("svg", { viewBox: "0 0 26 10", class: "dash", "aria-hidden": "true" }, line), mark(seat), this.table.seats[seat].name);
  }

  #plyAt(event, chart) {
    const box = chart.getBoundingClientRect();
    const x = ((event.clientX - box.x) / box.width) * WIDTH;
    return Math.round(((x - EDGE) / (WIDTH - 2 * EDGE)) * this.over.ply);
  }

  #differences({ differs, agent }) {
    if (!differs.length) return [make("p", {}, `${agent} would have played the same.`)];
    const list = (rows, title) => (rows.length ? [make("h3", {}, title), make("ol", { class: "differs" }, ...rows.map((row) => make("li", {}, this.#difference(row, agent))))] : []);
    const [turning, others] = [true, false].map((kind) => differs.filter((row) => row.turning === kind));
    return [...list(turning, "Turning points"), ...list(others, `Where ${agent} would have played otherwise`)];
  }

  #difference(row, agent) {
    const sure = (share) => (share == null ? "" : ` (${percent(share)})`);
    return make(
      "button",
      { type: "button", "data-testid": "differs", onclick: () => this.go(row.ply) },
      mark(row.seat),
      make("span", {}, `Move ${row.ply + 1}: ${row.played}${sure(row.share_played)}`, row.turning ? make("small", {}, ` expected ${row.lost.toFixed(2)} less afterwards`) : null),
      make("span", {}, `${agent}: ${row.better}${sure(row.share)}`),
    );
  }
}

const height = (value) => EDGE + ((1 - Math.max(-1, Math.min(1, value))) / 2) * (HEIGHT - 2 * EDGE);

/** Who won, in words for the viewer. */
function winner({ winners, standings }, { seats, viewer }) {
  if (!winners.length) return standings.length > 1 ? "The game is drawn" : viewer < 0 ? "The game is lost" : "You lost";
  const name = (seat) => (seats[seat].resigned ? `${seats[seat].stand_in} (for ${seats[seat].name})` : seat === viewer ? "you" : seats[seat].name);
  const names = winners.map(name);
  const words = `${names.join(" and ")} won`;
  return words.startsWith("you ") ? `Y${words.slice(1)}` : words;
}

/** A seat of the score sheet; what its player has at the end opens below. */
function standing(row, seat) {
  const name = make("th", { scope: "row" }, mark(row.seat), seat.name, make("small", {}, seat.resigned ? " resigned" : ""));
  const line = make("tr", {}, make("td", {}, `${row.place}.`), name, make("td", {}, row.standing));
  if (!row.sheet) return [line];
  const details = make("details", { "data-testid": `breakdown-${row.seat}` }, make("summary", {}, `What ${seat.name} has`), rows(row.sheet));
  return [line, make("tr", { class: "breakdown" }, make("td"), make("td", { colspan: 2 }, details))];
}
