// Explains the terms of a game where its words stand: as the tooltip and the description of the elements that hold them.

import { make } from "./dom.js";

const LEFT_OUT = "a, h1, button, input, select, option, textarea, summary, svg, dialog, kbd, #log, .label, .tip, [data-testid=caption], #spoken, [title]:not([data-terms])";

export class Terms {
  /** `terms`: `[{names, sentence, tags}]`, to be explained everywhere in `root`, also in what comes there later. */
  constructor(root, terms) {
    this.byName = new Map(terms.flatMap((term) => term.names.map((name) => [name.toLowerCase(), term])));
    const names = [...this.byName.keys()].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${names.join("|")})(?:e?s)?(?![\\p{L}\\p{N}])`, "giu");
    this.root = root;
    this.tip = make("p", { class: "tip", role: "tooltip", hidden: true, "data-testid": "tip" });
    root.append(this.tip);
    this.#explain(root);
    new MutationObserver((changes) => changes.forEach((change) => this.#changed(change))).observe(root, { childList: true, subtree: true, characterData: true });
    root.addEventListener("click", (event) => this.#point(event), true); // before a move is made of what is lit
    root.addEventListener("keydown", (event) => event.key === "Escape" && (this.tip.hidden = true));
  }

  /** The terms in a text, each once. */
  in(text) {
    return [...new Set([...text.matchAll(this.pattern)].map((found) => this.byName.get(found[1].toLowerCase())))];
  }

  #changed({ type, target, addedNodes }) {
    if (type === "characterData" || [...addedNodes].some((node) => node.nodeType === Node.TEXT_NODE)) this.#describe(target.parentElement && type === "characterData" ? target.parentElement : target);
    for (const node of addedNodes) if (node.nodeType === Node.ELEMENT_NODE) this.#explain(node);
  }

  #explain(part) {
    this.#describe(part);
    for (const inner of part.querySelectorAll("*")) this.#describe(inner);
  }

  /** Explain the terms in the words that an element holds itself. */
  #describe(element) {
    if (element.closest(LEFT_OUT)) return;
    const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join(" ");
    const sentences = this.in(words).map((term) => `${term.names[0]}: ${term.sentence}`);
    if (!sentences.length && !element.hasAttribute("data-terms")) return;
    for (const name of ["title", "aria-description"]) element.setAttribute(name, sentences.join("\n"));
    element.toggleAttribute("data-terms", sentences.length > 0);
    if (!sentences.length) for (const name of ["title", "aria-description"]) element.removeAttribute(name);
  }

  /** A finger has no tooltips: a tap on an explained element shows them, unless it chooses a move. */
  #point({ target, clientX, clientY }) {
    const element = target.closest("[data-terms]");
    this.tip.hidden = !element || Boolean(target.closest(`${LEFT_OUT}, .lit`));
    if (this.tip.hidden) return;
    this.tip.textContent = element.title;
    const { offsetWidth: wide, offsetHeight: high } = this.tip;
    this.tip.style.left = `${Math.max(6, Math.min(clientX, innerWidth - wide - 6))}px`;
    this.tip.style.top = `${clientY + 14 + high < innerHeight ? clientY + 14 : Math.max(6, clientY - high - 14)}px`;
  }
}
