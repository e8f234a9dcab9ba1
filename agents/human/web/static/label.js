// What a thing of the board or a sheet is, in words beside the pointer: pictures are small, and a finger has no tooltips.

import { make } from "./dom.js";

const STAYS = 2500; // milliseconds after a touch
const APART = 14; // pixels from the pointer

export class Label {
  constructor() {
    this.box = make("p", { class: "label", hidden: true, "data-testid": "label" });
    document.body.append(this.box);
    for (const name of ["pointermove", "pointerdown"]) document.addEventListener(name, (event) => this.#point(event));
    for (const name of ["pointerleave", "viewchange"]) document.addEventListener(name, (event) => event.pointerType === "touch" || this.#hide());
  }

  /** Take over what the things of a picture say they are, so that the browser does not show it a second time. */
  take(picture) {
    for (const title of picture.querySelectorAll("g > title")) {
      const thing = title.parentElement;
      const [name, ...explained] = title.textContent.split("\n"); // the rest explains the terms in it
      thing.dataset.label = title.textContent;
      thing.setAttribute("role", thing.querySelector("[data-actions]") ? "group" : "img"); // an image has no parts
      thing.setAttribute("aria-label", name);
      if (explained.length) thing.setAttribute("aria-description", explained.join(" "));
      title.remove();
    }
    this.#hide();
  }

  #point(event) {
    const under = event.buttons && event.pointerType !== "touch" ? [] : document.elementsFromPoint(event.clientX, event.clientY);
    const things = under.map((part) => part.closest("[data-label]")).filter(Boolean);
    if (things.length) this.#show(things[0].dataset.label, event);
    else this.#hide();
  }

  #show(words, { clientX, clientY, pointerType }) {
    clearTimeout(this.timer);
    this.box.textContent = words;
    this.box.hidden = false;
    const within = (at, own, room) => (at + APART + own <= room ? at + APART : Math.max(0, at - APART - own));
    this.box.style.left = `${within(clientX, this.box.offsetWidth, innerWidth)}px`;
    this.box.style.top = `${within(clientY, this.box.offsetHeight, innerHeight)}px`;
    if (pointerType === "touch") this.timer = setTimeout(() => this.#hide(), STAYS);
  }

  #hide() {
    clearTimeout(this.timer);
    this.box.hidden = true;
  }
}
