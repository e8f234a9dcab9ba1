// Who sits at the table: marks, names, clocks, and bots that play for those who are away.

import { draw, find, make } from "./dom.js";

// As in the pictures: a colour, the ink on it, and a shape as the second cue.
const SEATS = [
  ["#2a4be0", "#ffffff", "M10 1A9 9 0 1 1 10 19A9 9 0 1 1 10 1Z"],
  ["#c8330f", "#ffffff", "M2 2H18V18H2Z"],
  ["#10b98b", "#24313a", "M10 0L20 10L10 20L0 10Z"],
  ["#9a2f92", "#ffffff", "M10 0L19.5 18H.5Z"],
  ["#1d2126", "#ffffff", "M10 20L19.5 2H.5Z"],
  ["#efc81c", "#24313a", "M6 1H14V6H19V14H14V19H6V14H1V6H6Z"],
];
const BASELINES = [14, 14, 14, 16, 11.5, 14];

export const colourOf = (seat) => SEATS[seat % SEATS.length][0];

/** The mark of a seat: its shape in its colour, with its number. */
export function mark(seat) {
  const [colour, ink, path] = SEATS[seat % SEATS.length];
  const y = BASELINES[seat % SEATS.length];
  const figure = draw("text", { x: 10, y, "text-anchor": "middle", "font-size": 12, "font-weight": 700, fill: ink });
  figure.textContent = seat;
  return draw("svg", { class: "mark", viewBox: "-1 -1 22 22", "aria-hidden": "true" }, draw("path", { d: path, fill: colour }), figure);
}

/** Seconds as they stand on a clock. */
export function clockWords(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const [minutes, rest] = [Math.floor(whole / 60), String(whole % 60).padStart(2, "0")];
  return minutes >= 60 ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export class Seats {
  /** `sitDown(seat, agent)`: have a bot play for a seat; without an agent, its person again. */
  constructor(root, sitDown) {
    this.root = root;
    this.own = find("#own");
    this.slots = []; // of the players' sheets
    this.rowsOf = [];
    this.sitDown = sitDown;
    this.active = -1;
    this.clocks = [];
    setInterval(() => this.#tick(), 250);
  }

  show(table) {
    this.table = table;
    this.since = performance.now();
    const rows = JSON.stringify([this.over, table.viewer, table.seats], (key, value) => (key === "left" ? null : value));
    if (rows !== this.rows) this.#build(table); // only then, or an open choice in a row would close
    this.rows = rows;
    this.#tick();
  }

  #build(table) {
    this.clocks = [];
    const open = document.querySelector(".seats details[open]")?.dataset.seat; // a choice of a bot may be open
    this.rowsOf = table.seats.map((seat, number) => this.#row(seat, number, open === String(number)));
    this.own.replaceChildren(...this.rowsOf.filter((_, number) => number === table.viewer));
    this.root.replaceChildren(...this.rowsOf.filter((_, number) => number !== table.viewer));
    this.own.hidden = table.viewer < 0;
  }

  /** Where the sheet of a player is shown. */
  slot(number) {
    return (this.slots[number] ??= make("div", { class: "sheet-of", "data-testid": `sheet-${number}` }));
  }

  /** Mark the seat that has to decide; -1: none. */
  activate(seat) {
    this.active = seat;
    for (const [number, row] of this.rowsOf.entries()) row.toggleAttribute("data-active", number === seat);
  }

  #row(seat, number, open) {
    const you = number === this.table.viewer;
    const clock = make("span", { class: "clock", "data-testid": `clock-${number}` });
    this.clocks.push(clock);
    return make(
      "li",
      { "data-testid": `seat-${number}`, "data-active": number === this.active, style: `--seat: ${colourOf(number)}` },
      mark(number),
      make("span", { class: "name" }, seat.name, you ? make("b", {}, " (you)") : null),
      make("span", { class: "who", title: told(seat), "data-testid": `who-${number}` }, who(seat)),
      clock,
      this.slot(number),
      this.#substitution(seat, number, you, open),
    );
  }

  /** What can be done about who plays in a seat, for those who play themselves. */
  #substitution(seat, number, you, open) {
    if (this.table.viewer < 0 || !(seat.person || seat.failed) || this.over) return null;
    if (seat.stand_in) {
      if (!you || seat.left === 0 || seat.resigned) return null;
      const back = { type: "button", class: "small", "data-testid": "take-back", onclick: () => this.sitDown(number, "") };
      return make("button", back, "Play myself again");
    }
    if (seat.here && !you) return null;
    const agents = make("select", { "aria-label": "Which bot", "data-testid": `stand-in-agent-${number}` }, ...options(seat.agents));
    const seatIt = { type: "button", class: "small", "data-testid": `stand-in-${number}`, onclick: () => this.sitDown(number, agents.value) };
    const words = you ? "Let a bot play for me" : `Let a bot play for ${seat.name}`;
    return make("details", { "data-seat": number, open }, make("summary", {}, words), agents, make("button", seatIt, "Let it play"));
  }

  #tick() {
    for (const [number, clock] of this.clocks.entries()) {
      const { left, increment } = this.table.seats[number];
      clock.title = increment ? `each turn adds ${increment} seconds` : "";
      const passed = this.table.running === number ? (performance.now() - this.since) / 1000 : 0;
      clock.textContent = left == null ? "" : clockWords(left - passed);
      clock.classList.toggle("low", left != null && left - passed < 30);
    }
  }
}

/** What is known about who plays in a seat: a sentence. */
const told = (seat) => seat.about || (seat.level == null ? who(seat) : "Its skill level follows your results, and within a game your position");

function who(seat) {
  const bot = seat.level == null ? (seat.about ? seat.about.split(":")[0] : "bot") : `plays at skill level ${seat.level.toFixed(2)}`;
  if (!seat.person) return seat.failed ? `${seat.code} cannot play on` : seat.stand_in ? `${seat.stand_in} for ${seat.code}` : bot;
  if (seat.resigned) return `resigned; ${seat.stand_in} plays`;
  if (seat.stand_in) return `${seat.stand_in} plays: ${seat.left === 0 ? "no time left" : seat.here ? "for now" : "away"}`;
  return seat.here ? "here" : "away";
}

/** Choices of a `select`. */
export const options = (codes) => codes.map((code) => make("option", { value: code }, code));
