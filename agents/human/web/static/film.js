// Which position is shown: bots' moves one by one, at a speed, with pause and steps, and a slider over all of them.

export class Film {
  /** `picture(ply)` promises a picture; `shown(ply, picture)` has it; `moved()`: position, end or playing changed;
   * `ready()` promises that it may be shown; `next(ply)`: which position is shown after one. */
  constructor({ picture, shown, moved, ready, next }) {
    Object.assign(this, { picture, shown, moved, ready, next });
    this.at = 0;
    this.end = 0;
    this.playing = true; // at the end of a game under way: new moves are followed
    this.over = false;
    this.pause = 1200; // milliseconds that a position stays; 0: the last one at once
  }

  get atEnd() {
    return this.at === this.end;
  }

  /** There are `end` positions now; `jump`: show the last one at once. */
  extend(end, jump) {
    this.end = end;
    this.at = Math.min(this.at, end);
    if (jump) this.go(end);
    else this.#run();
    this.moved();
  }

  /** Show the position after `ply` moves; playing goes on only from the end of a game under way. */
  go(ply) {
    this.at = Math.max(0, Math.min(ply, this.end));
    this.playing = this.atEnd && !this.over;
    this.#wake();
    return this.#show();
  }

  step(by) {
    return this.go(this.at + by);
  }

  toggle() {
    if (this.playing) this.playing = false;
    else this.#play();
    this.#wake();
    this.moved();
  }

  /** The game is over: no more moves will come. */
  finish() {
    this.over = true;
    this.playing = this.playing && !this.atEnd;
    this.moved();
  }

  hurry(pause) {
    this.pause = pause;
    this.#wake();
  }

  /** Show the position again, because its picture has changed. */
  refresh() {
    return this.#show();
  }

  #play() {
    if (this.atEnd && this.over) this.at = -1;
    this.playing = true;
    this.#run();
  }

  async #run() {
    if (this.running) return;
    this.running = true;
    while (this.playing && !this.atEnd) {
      this.at = this.pause ? this.next(this.at) : this.end;
      await this.#show();
      await this.#rest();
    }
    this.running = false;
    if (this.over && this.atEnd) this.playing = false;
    this.moved();
  }

  /** Let a position be looked at; what changes the speed or the position ends it. */
  #rest() {
    return new Promise((resolve) => {
      this.wakeUp = resolve;
      setTimeout(resolve, this.atEnd ? 0 : this.pause);
    });
  }

  #wake() {
    this.wakeUp?.();
  }

  /** Fetch and show the position, and if another was wished for meanwhile, that one: a slider asks for many. */
  #show() {
    this.moved();
    this.stale = true;
    this.fetching ??= this.#fetch().finally(() => (this.fetching = null));
    return this.fetching;
  }

  async #fetch() {
    while (this.stale) {
      this.stale = false;
      const ply = this.at;
      const picture = await this.picture(ply);
      await this.ready();
      if (ply === this.at && picture) this.shown(ply, picture);
    }
  }
}
