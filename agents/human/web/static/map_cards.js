// New cards, made from the other tables of a map, by a seed if they have one.

import { find } from "./dom.js";

export class MapCards {
  /** `make(seed, words)`: make the cards; an empty seed is that of the map. */
  constructor(make) {
    this.seed = find("#seed");
    find("#make-cards").addEventListener("click", () => make(this.seed.value.trim(), this.#words()));
  }

  /** Show the seed and the words of the cards of the map. A typed seed stays until the seed of the map changes. */
  show({ cards }) {
    if (cards.seed !== this.cards?.seed) this.seed.value = cards.seed ?? "";
    this.cards = cards;
    find("#seed-named").hidden = cards.seed === null;
    find("#make-cards").textContent = `Make new ${cards.words}`;
  }

  #words() {
    const seed = this.seed.value.trim();
    return `New ${this.cards.words} made${seed && ` with seed ${seed}`}. Undo restores the former ones.`;
  }
}
