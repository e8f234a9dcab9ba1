// A move on its way: chosen, looked at in a preview, then played or dropped.

import { find } from "./dom.js";
import { recall, remember } from "./memory.js";

export class Choice {
  /** `ask`: of the table; `tell(words)`; `back()`: show the position again; `failed(reason)`: it could not be done. */
  constructor(root, { ask, board, moves, tell, back, failed }) {
    Object.assign(this, { root, ask, board, moves, tell, back, failed });
    this.told = find(".told", root);
    this.playButton = find("[data-testid=play]", root);
    this.playButton.addEventListener("click", () => this.play());
    find("[data-testid=drop]", root).addEventListener("click", () => this.drop());
    this.atOnce = document.querySelector("#at-once");
    this.atOnce.checked = recall("play at once") === "yes";
    this.atOnce.addEventListener("change", () => remember("play at once", this.atOnce.checked ? "yes" : "no"));
    this.reset(null);
  }

  /** It is for the viewer to decide in `turn`; null: it is not. */
  reset(turn) {
    this.turn = turn;
    this.action = null;
    this.looked = null; // the preview of the action, once it is there
    this.root.hidden = true;
    document.body.removeAttribute("data-preview");
    this.moves.press(null);
  }

  /** Choose an action: the first time it is shown what it does, the second time it is played. The only one is played. */
  async choose(action) {
    if (!this.turn) return;
    if (this.atOnce.checked || action === this.action || this.turn.moves.length === 1) {
      this.action = action;
      await this.play();
    } else await this.#preview(action);
  }

  async #preview(action) {
    this.looked = null;
    if (this.action !== null) await this.back();
    const { turn } = this;
    if (!turn) return; // it has passed meanwhile
    this.action = action;
    this.moves.press(action);
    try {
      const preview = await this.ask("preview", { ply: turn.ply, action });
      if (turn !== this.turn || action !== this.action) return;
      this.looked = preview;
      this.show();
    } catch (error) {
      this.drop();
      this.failed(error.message);
    }
  }

  /** Show the preview that is looked at, if any, over the position. */
  show() {
    const preview = this.looked;
    if (!preview) return;
    const { words } = this.turn.moves.find((move) => move.id === this.action);
    const told = preview.board ? preview.log.join(". ") || words : `${words}: ${preview.log.join(". ")}`;
    this.told.textContent = told;
    this.tell(`Preview, not played yet: ${told}`);
    keepInPlace(() => (this.root.hidden = false));
    document.body.setAttribute("data-preview", "");
    this.board.preview(preview, this.action, words);
  }

  async play() {
    if (!this.turn || this.action === null) return;
    const { turn, action } = this;
    this.reset(null); // not to be played twice
    this.moves.wait(true);
    this.board.unlight();
    try {
      await this.ask("play", { ply: turn.ply, action });
    } catch (error) {
      if (!this.turn) this.reset(turn); // else it is another one by now
      this.moves.wait(false);
      this.back();
      this.failed(error.message);
    }
  }

  /** Back to the position, without a move. */
  drop() {
    if (this.action === null) return false;
    this.reset(this.turn);
    this.back();
    return true;
  }
}

/** Change the page, and scroll the panel so that the chosen move stays under the pointer. */
function keepInPlace(change) {
  const chosen = () => find("#decide [aria-pressed=true]")?.getBoundingClientRect().top ?? 0;
  const before = chosen();
  change();
  find("#panel").scrollTop += chosen() - before;
}
