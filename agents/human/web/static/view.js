// Zoom and pan: by wheel, drag, pinch, buttons and keys. The sheet is moved and scaled inside of the frame.

const MOST = 12; // times the size that fits
const STEP = 1.35;
const CLICK = 6; // pixels that a finger may slip on a click
const SMALL = 0.7; // of its own size: of a picture that fits only so small a part is shown first, at this size:
const READABLE = 1;
const EDGE = 4; // pixels of the picture beyond the frame that are not worth a sign

export class View {
  constructor(frame, sheet) {
    Object.assign(this, { frame, sheet });
    this.pointers = new Map();
    this.size = [1200, 820];
    this.draws = () => false; // whether one pointer draws on the picture now instead of moving the picture
    frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.#press(event));
    frame.addEventListener("pointermove", (event) => this.#drag(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(name, (event) => this.#release(event));
    frame.addEventListener("click", (event) => this.#dropAfterDrag(event), true);
    frame.addEventListener("dblclick", (event) => event.target.closest(".lit") || this.draws(event) || this.#zoomAt(STEP ** 2, event));
    frame.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && this.reveal(event.target));
    frame.addEventListener("scroll", () => frame.scrollTo(0, 0)); // the browser's own idea of what is to be seen
    new ResizeObserver(() => this.#fill()).observe(frame);
  }

  /** The picture has this size. The chosen part of it stays visible. `crowded`: its names need room. */
  fit(width, height, crowded) {
    this.size = [width, height];
    this.crowded = crowded;
    this.#fill();
  }

  /** As much as is of use: the whole picture, or if it were too small, a part of it. */
  home() {
    this.chosen = false; // whether the user has zoomed or moved the picture
    this.#fill();
  }

  /** As much as is of use, or if that is seen, the other of the two. */
  toggle() {
    const before = this.scale;
    this.home();
    if (before !== this.scale) return;
    this.chosen = true;
    this.scale = this.scale > this.least ? this.least : Math.max(READABLE, this.least);
    this.#place();
  }

  #fill() {
    const ratios = [this.frame.clientWidth / this.size[0], this.frame.clientHeight / this.size[1]];
    this.least = Math.min(...ratios);
    if (!this.chosen) {
      this.scale = this.#readable(ratios);
      [this.x, this.y] = this.#around(this.heart ?? (this.scale === Math.max(...ratios) ? [0, 0] : this.size.map((side) => side / 2)));
    }
    this.#place();
  }

  /** The scale at which the picture can be read: as a whole, or all of its width or height, or in part. */
  #readable(ratios) {
    const filling = Math.max(...ratios);
    if (this.least >= SMALL) return this.least;
    return filling >= SMALL && filling <= READABLE && !this.crowded ? filling : READABLE;
  }

  /** Where the picture has to lie for one of its points to be in the middle of the frame. */
  #around([x, y]) {
    return [this.frame.clientWidth / 2 - x * this.scale, this.frame.clientHeight / 2 - y * this.scale];
  }

  /** While only a part is shown and the user has chosen none, show the part with these places. */
  centre(places) {
    if (!places.length || this.chosen) return;
    const [left, top] = ["x", "y"].map((side) => Math.min(...places.map((place) => place[side])));
    const [right, bottom] = [["x", "width"], ["y", "height"]].map(([side, size]) => Math.max(...places.map((place) => place[side] + place[size])));
    const { x, y } = this.frame.querySelector("svg").viewBox.baseVal;
    this.heart = [(left + right) / 2 - x, (top + bottom) / 2 - y];
    this.#fill();
  }

  /** Resolves when nothing is pressed: until then nothing may move under the pointer. */
  released() {
    return this.pointers.size ? new Promise((resolve) => (this.letGo = resolve)) : Promise.resolve();
  }

  zoom(factor) {
    const box = this.frame.getBoundingClientRect();
    this.#zoomAt(factor, { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 });
  }

  in = () => this.zoom(STEP);
  out = () => this.zoom(1 / STEP);

  pan(x, y) {
    this.chosen = true;
    this.x += x;
    this.y += y;
    this.#place();
  }

  /** Bring a part of the picture into the frame. */
  reveal(thing) {
    if (thing === this.frame || !this.sheet.contains(thing)) return;
    const [part, frame] = [thing.getBoundingClientRect(), this.frame.getBoundingClientRect()];
    const off = (from, to, least, most) => (from < least ? least - from : to > most ? most - to : 0);
    this.pan(off(part.left, part.right, frame.left, frame.right), off(part.top, part.bottom, frame.top, frame.bottom));
  }

  #zoomAt(factor, { clientX, clientY }) {
    const frame = this.frame.getBoundingClientRect();
    const scale = Math.max(this.least, Math.min(this.least * MOST, this.scale * factor));
    const [x, y] = [clientX - frame.x, clientY - frame.y];
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.chosen = true;
    this.#place();
  }

  /** Keep the picture in the frame: in the middle where it is smaller, without a gap where it is larger. */
  #place() {
    const kept = (at, size, room) => (size <= room ? (room - size) / 2 : Math.max(room - size, Math.min(0, at)));
    this.x = kept(this.x, this.size[0] * this.scale, this.frame.clientWidth);
    this.y = kept(this.y, this.size[1] * this.scale, this.frame.clientHeight);
    const transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    if (transform === this.placed) return; // a frame that is measured again closes no menu
    const hidden = { left: -this.x, top: -this.y, right: this.x + this.size[0] * this.scale - this.frame.clientWidth, bottom: this.y + this.size[1] * this.scale - this.frame.clientHeight };
    this.frame.dataset.more = Object.keys(hidden).filter((side) => hidden[side] > EDGE).join(" ");
    this.sheet.style.transform = this.placed = transform;
    this.frame.dispatchEvent(new CustomEvent("viewchange"));
  }

  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.#zoomAt(Math.exp((-event.deltaY * lines) / 400), event);
  }

  #press(event) {
    if (event.button) return;
    if (event.isPrimary) this.pointers.clear(); // of those that were let go of unseen
    if (!this.pointers.size) this.dragged = false;
    this.pointers.set(event.pointerId, event);
  }

  #drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const [x, y] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (!this.dragged && Math.hypot(x, y) < CLICK) return;
    this.dragged = true;
    const other = [...this.pointers.values()].find((pointer) => pointer.pointerId !== event.pointerId);
    this.pointers.set(event.pointerId, event);
    if (other) this.#pinch(before, event, other);
    else if (!this.draws(event)) this.pan(x, y);
  }

  #pinch(before, now, other) {
    const apart = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const middle = { clientX: (now.clientX + other.clientX) / 2, clientY: (now.clientY + other.clientY) / 2 };
    this.pan((now.clientX - before.clientX) / 2, (now.clientY - before.clientY) / 2);
    this.#zoomAt(apart(now, other) / Math.max(1, apart(before, other)), middle);
  }

  #release(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) setTimeout(() => this.letGo?.()); // after the click
  }

  #dropAfterDrag(event) {
    if (this.dragged && event.detail) event.stopPropagation();
    this.dragged = false;
  }
}
