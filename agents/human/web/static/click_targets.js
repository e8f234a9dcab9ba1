// The things of the board and the sheets that stand for legal actions: rings, words for screen readers, the keyboard.

import { draw, make } from "./dom.js";

const LISTED = 4; // moves that a label names
const LAYERS = "#board, #own, #panel"; // parts of the page of which one may lie over another
const FINGER = 22; // pixels around a touch: what lies there counts as touched

export class ClickTargets {
  /** `picked(actions, thing)` is called for a choice, `pointed(actions)` when the pointer enters or (empty) leaves. */
  constructor(picked, pointed) {
    Object.assign(this, { picked, pointed });
    this.things = [];
    this.badges = [];
  }

  /** Light what some roots say is about these moves, `[{id, words}]`; with none, nothing. */
  light(roots, moves) {
    this.clear();
    const words = new Map(moves.map((move) => [move.id, move.words]));
    for (const thing of roots.flatMap((root) => [...root.querySelectorAll("[data-actions]")])) {
      const actions = thing.dataset.actions.split(" ").map(Number).filter((id) => words.has(id));
      if (actions.length) this.things.push(this.#wake(thing, actions, actions.map((id) => words.get(id))));
    }
    for (const thing of this.things) if (thing.querySelector(".lit")) thing.setAttribute("role", "group"); // a button has no parts
    this.things[0]?.setAttribute("tabindex", "0");
  }

  /** Let nothing be lit. */
  clear() {
    this.listening?.abort();
    this.listening = new AbortController();
    for (const thing of this.things) {
      for (const ring of thing.rings) ring.remove();
      for (const name of ["role", "tabindex", "aria-label", "data-testid"]) thing.removeAttribute(name);
      thing.classList.remove("lit", "pointed");
      delete thing.actions;
    }
    for (const figure of this.badges) figure.remove();
    this.things = [];
    this.badges = [];
  }

  #wake(thing, actions, words) {
    const more = words.length > LISTED ? `, and ${words.length - LISTED} more` : "";
    const label = words.slice(0, LISTED).join(", or ") + more;
    const attributes = { role: "button", tabindex: -1, "aria-label": label, "data-testid": "lit" };
    for (const [name, value] of Object.entries(attributes)) thing.setAttribute(name, value);
    thing.classList.add("lit");
    thing.actions = actions;
    thing.rings = isDrawn(thing) ? rings(thing) : [];
    const { signal } = this.listening;
    thing.addEventListener("keydown", (event) => this.#key(event, thing), { signal });
    for (const name of ["pointerenter", "focus"]) thing.addEventListener(name, () => this.pointed(actions), { signal });
    for (const name of ["pointerleave", "blur"]) thing.addEventListener(name, () => this.pointed([]), { signal });
    return thing;
  }

  #key(event, thing) {
    if (event.key === "Enter" || event.key === " ") this.picked(thing.actions, thing);
    else if (!event.key.startsWith("Arrow") || event.shiftKey || !this.#move(thing, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Go on to the nearest thing in the direction of an arrow key. */
  #move(from, key) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    const [x, y] = centre(from);
    let [next, least] = [null, Infinity];
    for (const thing of this.things) {
      const [along, across] = directed(centre(thing), x, y, dx, dy);
      if (along > 2 && along + 2 * across < least) [next, least] = [thing, along + 2 * across];
    }
    if (next) this.focus(next);
    return Boolean(next);
  }

  /** Give the keyboard to a thing, by default the first. */
  focus(thing = this.things[0]) {
    for (const other of this.things) other.setAttribute("tabindex", other === thing ? 0 : -1);
    thing?.focus({ preventScroll: true });
    return Boolean(thing);
  }

  /** What a press means: the actions of all things under the pointer, or near a finger, so that none hides another. */
  press(event) {
    const layer = event.target.closest(LAYERS);
    if (!layer) return;
    const target = event.target.closest(".lit");
    const under = things(document.elementsFromPoint(event.clientX, event.clientY)).filter((thing) => layer.contains(thing));
    let pressed = target && !under.includes(target) ? [target] : under; // a press by a screen reader has no place
    if (!pressed.length && event.pointerType === "touch") pressed = this.#near(event).filter((thing) => layer.contains(thing));
    pressed = pressed.filter((thing) => !pressed.some((other) => other !== thing && thing.contains(other)));
    const actions = [...new Set(pressed.flatMap((thing) => thing.actions))];
    if (actions.length) this.picked(actions, pressed[0]);
  }

  #near({ clientX, clientY }) {
    const isNear = ({ left, right, top, bottom }) => Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom)) <= FINGER;
    return this.things.filter((thing) => isNear(thing.getBoundingClientRect()));
  }

  /** Draw the rings again around things that have changed their size. */
  refit() {
    for (const thing of this.things.filter((thing) => thing.matches("g"))) {
      for (const ring of thing.rings) ring.remove();
      thing.rings = rings(thing);
    }
  }

  /** The thing that is about an action. */
  about(action) {
    return this.things.find((thing) => thing.actions.includes(action));
  }

  /** Make the things stand out that are about these actions. */
  point(actions) {
    for (const thing of this.things) {
      const on = actions.some((action) => thing.actions.includes(action));
      for (const part of [thing, ...thing.rings]) part.classList.toggle("pointed", on);
    }
  }

  /** Number the things that are about these actions, in their order. */
  number(actions) {
    for (const [place, action] of actions.entries()) {
      const thing = this.about(action);
      if (thing) this.badges.push(badge(thing, place + 1));
    }
  }
}

const isDrawn = (thing) => thing instanceof SVGElement;

/** The lit things that some elements belong to. */
const things = (elements) => [...new Set(elements.map((element) => element.closest(".lit")).filter(Boolean))];

/** Two lines around a thing, a light one under a dark one, so that they are seen on every colour. */
function rings(thing) {
  const made = ["halo", "ring"].map((kind) => outline(thing, kind));
  if (thing.matches("g")) thing.append(...made);
  else thing.after(...made);
  return made;
}

function outline(thing, kind) {
  if (!thing.matches("g")) {
    const copy = thing.cloneNode(false);
    for (const { name } of [...copy.attributes]) if (!["d", "cx", "cy", "r", "x", "y", "width", "height", "points", "transform"].includes(name)) copy.removeAttribute(name);
    copy.setAttribute("class", thing.matches("path, line, polyline") ? `${kind} along` : kind);
    return copy;
  }
  const { x, y, width, height } = thing.getBBox();
  return draw("rect", { class: kind, x: x - 2, y: y - 2, width: width + 4, height: height + 4, rx: 6 });
}

function badge(thing, number) {
  if (!isDrawn(thing)) {
    thing.append(make("b", { class: "badge" }, String(number)));
    return thing.lastChild;
  }
  const { x, y, width } = thing.getBBox();
  const figure = draw("text", { x: x + width, y: y + 5, "text-anchor": "middle", "font-size": 14, "font-weight": 700 });
  figure.textContent = number;
  const group = draw("g", { class: "badge" }, draw("circle", { cx: x + width, cy: y, r: 10 }), figure);
  if (thing.matches("g")) thing.append(group);
  else thing.after(group);
  return group;
}

function centre(thing) {
  const box = thing.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** How far a point lies along a direction, and across it. */
function directed([px, py], x, y, dx, dy) {
  const [along, across] = [(px - x) * dx + (py - y) * dy, Math.abs((px - x) * dy) + Math.abs((py - y) * dx)];
  return [along, across];
}
