// Answers for screen readers, by key: the last move, my cards, my moves by kind, and what a city or a link costs.

const NAMED = 3; // moves of a kind that are named
const PRICED = 4; // moves whose cost is told at once

export class Speech {
  /** `root` is a live region. `ask`: of the table; `now()`: `{last, sheet, turn}`: the last move in words, the sheet of
   * the viewer, and the decision, if it is theirs; `meant()`: the actions that the keyboard is on. */
  constructor(root, { ask, now, meant, type }) {
    Object.assign(this, { root, ask, now, meant, type });
  }

  /** Have a text read, also if it is the same as before. */
  say(text) {
    this.root.textContent = "";
    setTimeout(() => (this.root.textContent = text), 50);
  }

  last() {
    this.say(this.now().last);
  }

  cards() {
    const { sheet } = this.now();
    this.say(sheet ? sheetWords(sheet) : "You watch, and have no cards");
  }

  options() {
    const { turn } = this.now();
    this.say(turn ? `${turn.title}. ${[...kinds(turn.moves)].map(kindWords).join(". ")}` : "It is not for you to decide");
  }

  /** What the things cost that the keyboard is on; if it is on none, ask for a name. */
  async cost() {
    const { turn } = this.now();
    const actions = this.meant();
    if (!turn) this.say("It is not for you to decide");
    else if (actions.length) await this.#price(turn, turn.moves.filter((move) => actions.includes(move.id)));
    else {
      this.say("Type the name of a city or a link, and press Enter");
      this.type();
    }
  }

  /** What the moves cost that have a name in their words; if there is none, why not. */
  async costOf(name) {
    const { turn } = this.now();
    const has = ({ words }) => words.toLowerCase().includes(name.toLowerCase());
    const found = turn?.moves.filter(has) ?? [];
    if (found.length) return this.#price(turn, found);
    const reasons = turn ? (await this.ask("why")).reasons.filter(has) : [];
    return this.say(reasons.length ? reasons.map(({ words, why }) => `${words} cannot be done: ${why}`).join(". ") : `No move is about ${name} now`);
  }

  /** The words of moves name prices; what a preview tells comes after them. */
  async #price({ ply }, moves) {
    const told = await Promise.all(moves.slice(0, PRICED).map(async ({ id, words }) => sentence([words, ...(await this.ask("preview", { ply, action: id })).log])));
    const rest = moves.length - told.length;
    this.say(told.join(" ") + (rest > 0 ? ` And ${rest} more moves.` : ""));
  }
}

const sentence = (parts) => `${parts.join(": ")}.`;

/** Moves by their kind. */
function kinds(moves) {
  const found = new Map();
  for (const move of moves) found.set(move.block, [...(found.get(move.block) ?? []), move.words]);
  return found;
}

function kindWords([kind, words]) {
  const rest = words.length - NAMED;
  return `${kind}, ${words.length}: ${words.slice(0, NAMED).join(", ")}${rest > 0 ? `, and ${rest} more` : ""}`;
}

/** A sheet as sentences. */
function sheetWords({ value, status, rows }) {
  const facts = [value, status].filter(Boolean).join(", ");
  const told = rows.map(({ label, items }) => `${label}: ${items.map(({ words, note }) => (note ? `${words} (${note})` : words)).join(", ") || "none"}`);
  return [facts, ...told].filter(Boolean).join(". ");
}
