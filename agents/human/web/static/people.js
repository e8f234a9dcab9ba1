// What the people at a table settle with each other: when the clocks start, moves that are taken back, resignation, a rematch.

import { find, make } from "./dom.js";

const PROPOSALS = {
  rematch: (name) => `${name} asks for a rematch, with the seats moved on by one.`,
  takeback: (name) => `${name} asks to take back their last choice and all moves since.`,
};

export class People {
  /** `root` has the buttons; `asked` takes what is asked of the viewer; `ask(what, details)` sends a request. */
  constructor(root, asked, ask) {
    Object.assign(this, { root, asked, ask, proposal: { what: null } });
    this.rematch = find("[data-testid=rematch]");
    this.toRematch = find("[data-testid=to-rematch]");
    this.rematch.addEventListener("click", () => ask("propose", { what: "rematch" }));
    find("[data-testid=resign]", root).addEventListener("click", () => ask("resign"));
  }

  show(table) {
    this.table = table;
    const seat = table.seats[table.viewer];
    this.root.hidden = !seat?.person || seat.resigned || table.over;
    this.rematch.hidden = !seat?.person || Boolean(this.toRematch.href);
    this.#write();
  }

  /** A rematch was made: go there `now`, or later. */
  offerRematch({ path, now }) {
    if (now) location.href = path;
    this.toRematch.href = path;
    this.toRematch.hidden = false;
    this.rematch.hidden = true;
  }

  propose(proposal) {
    this.proposal = proposal;
    this.#write();
  }

  #write() {
    if (!this.table) return;
    this.rematch.disabled = this.proposal.what === "rematch";
    const parts = [this.#readiness(), this.#proposed()].filter(Boolean);
    const text = JSON.stringify([this.proposal, this.table.viewer, this.table.over, this.table.seats.map((seat) => [seat.name, seat.ready, seat.left === null])]);
    if (text === this.text) return;
    this.text = text;
    this.asked.replaceChildren(...parts);
    this.asked.hidden = !parts.length;
  }

  /** While the clocks wait: for whom, and a button for the viewer. */
  #readiness() {
    const { seats, viewer, over } = this.table;
    const waiting = seats.filter((seat) => seat.person && !seat.stand_in && !seat.ready && seat.left !== null);
    if (!waiting.length || over) return null;
    const words = `The clocks start when all are ready. Not ready: ${waiting.map((seat) => seat.name).join(", ")}.`;
    const press = { type: "button", class: "main", "data-testid": "ready", onclick: () => this.ask("ready") };
    return make("div", { "data-testid": "readiness" }, make("p", {}, words), waiting.includes(seats[viewer]) ? make("button", press, "I am ready") : null);
  }

  #proposed() {
    const { what, seat, missing } = this.proposal;
    if (!what) return null;
    const { seats, viewer } = this.table;
    const answer = (yes, words) => make("button", { type: "button", "data-testid": yes ? "agree" : "disagree", onclick: () => this.ask("answer", { yes }) }, words);
    const buttons = seat === viewer ? [answer(false, "Withdraw")] : missing.includes(viewer) ? [answer(true, "Agree"), answer(false, "No")] : [];
    const waits = missing.map((number) => seats[number].name).join(", ");
    return make("div", { "data-testid": "proposal" }, make("p", {}, `${PROPOSALS[what](seats[seat].name)} To agree: ${waits}.`), ...buttons);
  }
}
