// A saved game, a replay or a position as a file: look at it, or play on from any of its moves, against other agents too.

import { find, make } from "./dom.js";
import { SeatChoice } from "./seat_choice.js";
import { mark } from "./seats.js";

export class SavedGame {
  /** `request(path, body)` asks the server; `attempt(area, act)` shows in an area what went wrong; `ready(links)`: a game
   * was made. */
  constructor(root, { request, attempt, ready }) {
    Object.assign(this, { root, request, ready });
    this.attempt = (act) => attempt(root, act);
    this.form = find("form", root);
    this.from = find(".from input", root);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#make({ seats: this.seats.map((seat) => seat.code), ...(this.holds.moves ? { ply: Number(this.from.value) } : {}) });
    });
    find("[data-testid=look]", root).addEventListener("click", () => this.#make({}));
  }

  /** Show what a file holds. */
  take(file) {
    return file && this.attempt(async () => this.#show(await file.text()));
  }

  /** The address of the page may ask for a game of this server, as /?replay=ID&ply=N. */
  takeAsked() {
    const asked = new URLSearchParams(location.search);
    const [id, ply] = [asked.get("replay"), asked.get("ply")];
    if (!id) return;
    this.attempt(async () => {
      const answer = await fetch(`/t/${encodeURIComponent(id)}/file`);
      if (!answer.ok) throw new Error((await answer.json()).error);
      await this.#show(await answer.text(), ply);
      this.root.scrollIntoView({ block: "nearest" });
    });
  }

  async #show(text, ply) {
    this.text = text;
    this.form.hidden = true;
    this.holds = await this.request("/api/files/look", { file: text });
    const { title, moves, over, players, agents, characters } = this.holds;
    const state = over ? "over" : "under way";
    find(".holds", this.root).textContent = moves ? `${title}: ${moves} moves, ${state}` : `${title}: a position to play from`;
    find("[data-testid=look]", this.root).hidden = !over;
    find(".from", this.root).hidden = !moves;
    this.from.max = over ? moves - 1 : moves;
    this.from.value = Math.min(ply ?? moves, this.from.max);
    this.seats = players.map((code, seat) => new SeatChoice(agents[seat], characters[seat], code, seat, "saved-"));
    find(".seat-list", this.root).replaceChildren(...this.seats.map((seat, number) => make("li", {}, mark(number), ...seat.parts)));
    this.form.hidden = false;
  }

  #make(wish) {
    return this.attempt(async () => this.ready(await this.request("/api/files", { file: this.text, ...wish })));
  }
}
