// What the table and every player have: the server's sheets as lists that wrap, can be read aloud, and clicked.

import { find, make } from "./dom.js";

export class Sheets {
  /** `root` takes the sheets that are no player's; `slotOf(player)` gives the place of a player's. */
  constructor(root, slotOf) {
    Object.assign(this, { root, slotOf });
  }

  /** Show sheets as the server sends them. */
  show(sheets) {
    const text = JSON.stringify(sheets);
    if (text === this.text) return;
    this.text = text;
    this.root.replaceChildren();
    for (const sheet of sheets) {
      if (sheet.player < 0) this.root.append(make("li", { class: "sheet-of", "data-testid": "sheet-table" }, head(sheet, sheet.title), rows(sheet)));
      else this.slotOf(sheet.player).replaceChildren(head(sheet, ""), rows(sheet));
    }
  }

  /** The item of the sheets shown that says what `thing` said before; null if there is none. */
  static like(thing, root) {
    const [words, label] = [thing.dataset.words, thing.closest("[data-row]")?.dataset.row];
    return [...root.querySelectorAll(".item")].find((item) => item.dataset.words === words && item.closest("[data-row]").dataset.row === label) ?? null;
  }
}

/** Who it is about, what ranks them, and what is the matter. */
function head(sheet, title) {
  const facts = [make("span", { class: "value" }, sheet.value), make("span", { class: "status" }, sheet.status)];
  return make("p", { class: "sheet-head" }, title ? make("b", {}, title) : null, ...facts.filter((fact) => fact.textContent));
}

/** What a sheet lists. */
export function rows(sheet) {
  return make("dl", { class: "rows" }, ...sheet.rows.map((row) => line(row, sheet.player)));
}

function line({ label, items }, player) {
  const told = items.length ? items.map(item) : [make("span", { class: "none" }, "none")];
  return make("div", { "data-row": `${player} ${label}` }, make("dt", {}, label), make("dd", {}, ...told));
}

/** A thing of a row: its swatch, its words, and its note, which is also a label where it is pointed at. */
function item({ words, note, color, actions }) {
  const about = actions.length ? { "data-actions": actions.join(" ") } : {};
  const thing = make("span", { class: "item", "data-words": words, "data-label": note || null, ...about }, words);
  if (color) thing.prepend(swatch(color));
  return thing;
}

function swatch(color) {
  const patch = make("i", { class: "swatch", "aria-hidden": "true" });
  patch.style.background = color;
  return patch;
}

/** What the marks of the board mean. */
export function showLegend(root, legend) {
  const text = JSON.stringify(legend);
  if (root.dataset.shown === text) return;
  root.dataset.shown = text;
  root.hidden = !legend.length;
  const entry = ({ words, mark }) => make("li", {}, make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(mark)}` }), words);
  find("ul", root).replaceChildren(...legend.map(entry));
}
