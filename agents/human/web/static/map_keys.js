// The map by keyboard: arrow keys move the cursor, or with Shift the city or dot at the cursor. Enter uses the tool. A
// tool that needs two places takes the first with one Enter and the second with another one.

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FIRST = { choose: "Move the cursor to its new place", side: "Move the cursor to the place on the other side", join: "Move the cursor to the second place" };

export class MapKeys {
  /** `act`: as for a pointer (`map_pointer.js`); `say` tells what happened. */
  constructor(board, tools, act, say) {
    Object.assign(this, { board, tools, act, say });
    this.cursor = null; // the place where it is
    this.first = null; // the first of two places
    board.frame.addEventListener("keydown", (event) => this.#key(event));
    board.frame.addEventListener("focus", () => this.cursor || this.#start());
  }

  /** Put the cursor on a place, without a message. */
  put(place) {
    [this.cursor, this.aim] = [place, [place.x, place.y]];
    this.board.mark("cursor", place);
  }

  /** Put the cursor on the place to which something moved, aiming at a point, and bring it into view. */
  follow(place, aim) {
    this.put(place);
    this.aim = aim;
    this.board.reveal("cursor");
  }

  /** The map is drawn again: the cursor stays, or goes with its city. */
  redrawn() {
    const { key, city } = this.cursor ?? {};
    const same = this.board.places.get(key);
    const there = city && same?.city !== city ? (this.board.city(city) ?? same) : same;
    if (there) this.put(there);
    else this.cursor = null;
  }

  /** Forget the first of two places. */
  cancel() {
    const had = this.first;
    this.first = null;
    this.board.mark("picked", null);
    return had;
  }

  #start() {
    this.put(this.board.cities()[0] ?? this.board.places.values().next().value);
    this.say(this.board.words(this.cursor));
  }

  #key(event) {
    const keys = { Enter: () => this.#work(), " ": () => this.#work(), Escape: () => this.cancel() && this.say("Cancelled."), "+": this.board.view.in, "=": this.board.view.in, "-": this.board.view.out, 0: () => this.board.view.toggle() };
    const step = (...way) => (event.shiftKey ? this.#nudge(event, ...way) : this.#step(...way));
    const key = event.key in STEPS ? () => step(...STEPS[event.key]) : keys[event.key];
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!this.cursor) this.#start();
    else key();
  }

  #step(right, down) {
    const [next, aim] = this.board.step(this.cursor, this.aim, right, down);
    if (!next || next === this.cursor) return this.say("The map ends here.");
    this.follow(next, aim);
    return this.say(this.board.words(next));
  }

  /** Move what is at the cursor. A key that is held waits for the answer, so that the steps end when it is let go. */
  async #nudge({ repeat }, right, down) {
    if (repeat && this.moving) return;
    this.moving = true;
    this.cancel();
    await this.act.nudge(right, down);
    this.moving = false;
  }

  #work() {
    const { kind } = this.tools.chosen;
    const there = this.cursor;
    if (kind === "paint") this.act.paint([there]);
    else if (this.first) this.#second(kind, there);
    else if (kind === "city" || kind === "spot" || (kind === "choose" && !this.#canPick(there))) this.act.press(there);
    else this.#pick(kind, there);
  }

  /** Whether Enter can move what is at a place. Dots are not on a grid: Shift and an arrow key move them. */
  #canPick(place) {
    return this.board.isMovable(place) && "row" in place;
  }

  #pick(kind, place) {
    if (kind === "choose") this.act.press(place);
    this.first = place;
    this.board.mark("picked", place);
    this.say(`${place.city || this.board.words(place).split(":")[0]}: picked up. ${FIRST[kind]}, then press Enter. Escape cancels.`);
  }

  #second(kind, there) {
    const first = this.cancel();
    if (there.key === first.key) this.say("Cancelled.");
    else if (kind === "side") this.#side(first, there);
    else this.act[kind === "join" ? "join" : "move"](first, there);
  }

  #side(first, there) {
    if (this.board.areNeighbours(first, there)) this.act.side([[first, there]]);
    else this.say("These two places are not side by side. Choose two neighbours.");
  }
}
