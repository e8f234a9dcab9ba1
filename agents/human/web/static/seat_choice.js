// Who is to sit in a seat of a new game: a person, an agent with its setting, or the code of any other.

import { make } from "./dom.js";

const OTHER = "other";

export class SeatChoice {
  /** `agents`: `[{code, sentence}]`; `characters`: `[{code, name, level, style, sentence, agent}]`; `code`: the default
   * player of the seat; `prefix`: tells two forms apart. */
  constructor(agents, characters, code, number, prefix = "") {
    Object.assign(this, { agents, characters });
    this.select = make(
      "select",
      { "aria-label": `Who sits in seat ${number}`, "data-testid": `${prefix}seat-${number}` },
      make("option", { value: "human" }, "a person"),
      this.#group("Characters", characters.map((character) => [character.code, `${character.name} (${character.level})`])),
      this.#group("Agents", this.#kinds().map((kind) => [kind, this.#graded(kind)])),
      make("option", { value: OTHER }, "another agent …"),
    );
    const known = `${prefix}settings-${number}`;
    this.setting = make("input", { class: "setting", list: known, "aria-label": "Its strength", placeholder: "full", "data-testid": `${prefix}setting-${number}` });
    this.settings = make("datalist", { id: known });
    this.other = make("input", { class: "code", placeholder: "code of an agent", "aria-label": "Code of an agent", "data-testid": `${prefix}code-${number}` });
    this.meaning = make("small");
    this.select.addEventListener("change", () => this.#show());
    this.#choose(code);
  }

  get parts() {
    return [this.select, this.setting, this.settings, this.other, this.meaning];
  }

  get code() {
    const { value } = this.select;
    if (value === OTHER) return this.other.value.trim();
    if (this.#character) return value;
    const setting = this.setting.hidden ? "" : this.setting.value.trim();
    return setting && !isWhole(value) ? `${value}:${setting}` : value;
  }

  #choose(code) {
    const listed = [...this.select.options].map(({ value }) => value);
    const kind = listed.includes(code) ? code : code.split(":")[0];
    const isListed = listed.includes(kind);
    this.select.value = isListed ? kind : OTHER;
    this.#show();
    if (!isListed) this.other.value = code;
    else if (code !== kind && !this.setting.hidden) this.setting.value = code.slice(kind.length + 1);
  }

  get #character() {
    return this.characters.find(({ code }) => code === this.select.value);
  }

  /** A kind of agent, with the level of the character that it plays. */
  #graded(kind) {
    const level = this.characters.find(({ agent }) => agent === kind)?.level;
    return level ? `${kind} (${level})` : kind;
  }

  #group(label, choices) {
    return choices.length ? make("optgroup", { label }, ...choices.map(([value, words]) => make("option", { value }, words))) : null;
  }

  #kinds() {
    return [...new Set(this.agents.map(({ code }) => (isWhole(code) ? code : code.split(":")[0])))];
  }

  /** Show what belongs to the kind: its settings, if it is known to have some, and its sentence. */
  #show() {
    const kind = this.select.value;
    const codes = this.agents.filter(({ code }) => code === kind || code.startsWith(`${kind}:`));
    const settings = codes.filter(({ code }) => code !== kind && !isWhole(kind)).map(({ code }) => code.slice(kind.length + 1));
    this.setting.hidden = !settings.length;
    this.setting.value = codes.some(({ code }) => code === kind) ? "" : (settings[0] ?? "");
    this.settings.replaceChildren(...settings.map((setting) => make("option", { value: setting })));
    this.other.hidden = kind !== OTHER;
    const character = this.#character;
    const other = kind === OTHER ? "any that this server knows, as name:setting" : "gets a link to the seat";
    this.meaning.textContent = character ? `${character.style}: ${character.sentence}` : (codes[0]?.sentence ?? other);
  }
}

/** The code of a user's own agent is not split at colons. */
const isWhole = (code) => code.startsWith("file:") || code.startsWith("py:");
