// The games of the server: the latest, or those in which this browser has a seat, which can be deleted.

import { find, make } from "./dom.js";
import { dropLinks, keptLinks } from "./links.js";
import { recall, remember } from "./memory.js";
import { mark } from "./seats.js";

export class Tables {
  /** `request(path, body, method)` asks the server; `attempt(area, act)` shows in an area what went wrong. */
  constructor(root, request, attempt) {
    Object.assign(this, { root, request, attempt, tables: [] });
    this.kind = find("[data-testid=filter-kind]", root);
    this.words = find("[data-testid=filter-words]", root);
    this.kind.value = recall("games shown") ?? "all";
    this.kind.addEventListener("change", () => this.#choose());
    this.words.addEventListener("input", () => this.#show());
  }

  load() {
    return this.attempt(this.root, async () => {
      const own = Object.keys(keptLinks());
      const isAll = this.kind.value === "all";
      this.tables = isAll || own.length ? await this.request(`/api/tables${isAll ? "" : `?ids=${own.join(",")}`}`) : [];
      this.#show();
    });
  }

  #choose() {
    remember("games shown", this.kind.value);
    return this.load();
  }

  #show() {
    const items = this.tables.filter((table) => this.#isWanted(table)).map((table) => this.#item(table));
    find("ul", this.root).replaceChildren(...(items.length ? items : [make("li", {}, "None.")]));
  }

  #isWanted(table) {
    const words = this.words.value.trim().toLowerCase();
    const told = `${table.id} ${table.title} ${table.names?.map(playerName).join(" ")}`.toLowerCase();
    if (table.fault) return this.kind.value === "all" && told.includes(words);
    return told.includes(words) && ({ going: !table.over, over: table.over }[this.kind.value] ?? true);
  }

  #item(table) {
    if (table.fault) return make("li", {}, make("b", {}, table.id), make("p", {}, table.fault));
    const paths = (keptLinks()[table.id] ?? []).flatMap((path, seat) => (path ? [{ path, seat }] : []));
    const mine = paths.map(({ path, seat }) => make("a", { href: path }, mark(seat), ` seat ${seat}`));
    const state = table.over ? "over" : table.plies ? `${table.plies} ${table.plies === 1 ? "move" : "moves"} so far` : "just begun";
    const watch = make("a", { href: `/t/${table.id}`, "data-testid": `table-${table.id}` }, table.over ? "Replay" : "Watch");
    const drop = paths.length ? this.#deletion(table, paths[0].path) : null;
    return make("li", {}, make("b", {}, table.title), make("p", {}, `${table.names.map(playerName).join(", ")}: ${state}`), make("div", { class: "links" }, ...mine, watch, drop));
  }

  /** A button that deletes a game when it is pressed a second time, also if the list was loaded in between. */
  #deletion({ id }, path) {
    const words = () => (this.sure === id ? "Really delete?" : "Delete");
    const button = make("button", { type: "button", class: "small", "data-testid": `delete-${id}`, onclick: () => press() }, words());
    const remove = async () => {
      await this.request(`/api/tables/${path.slice("/t/".length)}`, {}, "DELETE");
      dropLinks(id);
      await this.load();
    };
    const press = () => {
      if (this.sure === id) this.attempt(this.root, remove);
      this.sure = id;
      button.textContent = words();
    };
    return button;
  }
}

const playerName = (code) => (code === "human" ? "a person" : code);
