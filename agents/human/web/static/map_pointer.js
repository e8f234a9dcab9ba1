// What a mouse or a finger does on the map. One pointer works with the tool, or moves the map where the tool has nothing
// to do; two fingers always zoom and move it (view.js).

export class MapPointer {
  #stroke = null; // what the pointer has done since it went down

  /** `act`: what is done when the pointer is let go (`press`, `move`, `join`, `paint`, `side`). */
  constructor(board, tools, act) {
    Object.assign(this, { board, tools, act });
    const { frame, view } = board;
    view.draws = () => Boolean(this.#stroke?.works);
    frame.addEventListener("pointerdown", (event) => this.#down(event));
    frame.addEventListener("pointermove", (event) => this.#over(event));
    frame.addEventListener("pointerup", (event) => this.#up(event));
    frame.addEventListener("pointercancel", () => this.#cancel());
  }

  #down(event) {
    if (event.button) return;
    if (!event.isPrimary) {
      this.#cancel(); // a second finger: the two zoom
      return;
    }
    const { kind } = this.tools.chosen;
    const place = this.board.placeUnder(event);
    if (!place && kind !== "spot") return;
    this.board.frame.setPointerCapture(event.pointerId);
    this.#stroke = { place, kind, done: new Map(), works: kind === "choose" ? this.board.isMovable(place) : kind !== "city" && kind !== "spot" };
    this.#work(event);
  }

  #over(event) {
    if (this.#stroke && event.isPrimary) this.#work(event);
  }

  /** Go on with a stroke: places or sides are painted at once, the end of a move is marked. */
  #work(event) {
    const { kind, place, works, done } = this.#stroke;
    const there = this.#target(kind, event);
    if (kind === "paint" && there) this.#paint(there);
    else if (kind === "side") this.#side(this.board.sideUnder(event), done);
    else if (works && there !== place && this.board.view.dragged) this.board.mark("target", there);
  }

  #target(kind, event) {
    return kind === "choose" ? this.board.target(event) : this.board.placeUnder(event);
  }

  #paint(place) {
    if (this.tools.chosen.column === "terrain" && place.city) return;
    this.#stroke.done.set(place.key, place);
    this.board.paint(place, this.tools.chosen);
  }

  #side(pair, done) {
    const key = pair?.map((place) => place.key).sort().join(" ");
    if (!pair || done.has(key)) return;
    done.set(key, pair);
    this.board.paintSide(...pair, this.tools.chosen);
  }

  #up(event) {
    const stroke = this.#stroke;
    if (!stroke || !event.isPrimary) return;
    const there = this.#target(stroke.kind, event);
    this.#end();
    const done = [...stroke.done.values()];
    if (stroke.kind === "paint" || stroke.kind === "side") {
      if (done.length) this.act[stroke.kind](done);
    } else if (!this.board.view.dragged) {
      if (stroke.kind !== "join") this.act.press(stroke.place, this.board.point(event));
    } else if (stroke.works && there && there !== stroke.place) {
      this.act[stroke.kind === "join" ? "join" : "move"](stroke.place, there);
    }
  }

  #end() {
    this.#stroke = null;
    this.board.mark("target", null);
  }

  /** Forget a stroke, and show the map as it was. */
  #cancel() {
    const painted = this.#stroke?.done.size;
    this.#end();
    if (painted) this.board.show(this.board.map);
  }
}
