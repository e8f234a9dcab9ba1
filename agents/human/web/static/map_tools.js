// The tools of the map editor: what a place, a side or two places become, and the buttons that choose one.

import { find, make } from "./dom.js";

const CHOOSE = "choose";
const HINTS = {
  choose: "Press a city or a dot to edit it, drag it to move it. Drag elsewhere to move the map.",
  city: "Press the place of the new city.",
  spot: "Press where the new dot is.",
  paint: "Press places, or drag over them.",
  side: "Press the side between two places, or drag along sides. Press again to remove.",
  join: "Drag from one end to the other. Drag again to remove the link.",
};

/** All tools of a map of hexagons: each with an id, a kind (choose, city, paint, side, join) and words. `names`: the names
 * that its drawings can have. */
function toolsOfGrid({ terrains, marks, sides, links }) {
  const kinds = Object.keys(sides.kinds);
  return [
    { id: CHOOSE, kind: CHOOSE, words: "choose, move city" },
    { id: "city", kind: "city", words: "new city" },
    ...terrains.map((value) => ({ id: value, kind: "paint", column: "terrain", value, words: value })),
    { id: "none", kind: "paint", column: "terrain", value: "", words: "no place" },
    ...Object.entries(marks).flatMap(([column, values]) => values.map((value) => ({ id: `${column}-${value || "none"}`, kind: "paint", column, value, words: value ? `${column}: ${value}` : `no ${column}` }))),
    ...kinds.map((kind) => ({ id: kind, kind: "side", side: kind, words: kind, names: (map) => map.grid.sides.kinds[kind] })),
    ...(kinds.length ? [] : [{ id: "ridge", kind: "side", side: "", words: sides.title }]),
    { id: "dry", kind: "side", side: "", erases: true, words: "nothing between" },
    { id: "join", kind: "join", words: links.title },
  ];
}

/** All tools of a board of dots. */
function toolsOfDots({ owners }) {
  return [
    { id: CHOOSE, kind: CHOOSE, words: "choose, move dot" },
    { id: "city", kind: "city", words: "new city" },
    { id: "spot", kind: "spot", words: "new dot" },
    { id: "join", kind: "join", words: "section", names: (map) => map.names[owners] },
  ];
}

/** The tool that is chosen, with the name of what it draws. */
export class Tools {
  /** `changed`: called with a hint when a tool is chosen. */
  constructor(root, changed) {
    Object.assign(this, { root, changed });
    this.name = find("#side-name");
    this.names = {}; // by kind: the name that was drawn last
    this.name.addEventListener("change", () => (this.names[this.chosen.id] = this.name.value.trim()));
  }

  show(map) {
    this.map = map;
    if (!this.chosen) this.#make(map.grid ? toolsOfGrid(map.grid) : toolsOfDots(map.dots));
    const known = this.chosen.names?.(map) ?? [];
    find("#side-names").replaceChildren(...known.map((value) => make("option", { value })));
  }

  #make(tools) {
    const radios = tools.map((tool) => {
      const radio = make("input", { type: "radio", name: "tool", value: tool.id, checked: tool.id === CHOOSE, onchange: () => this.#choose(tool) });
      return make("label", { "data-testid": `tool-${tool.id}` }, radio, ` ${tool.words}`);
    });
    this.root.append(...radios);
    this.#choose(tools[0]);
  }

  #choose(tool) {
    this.chosen = tool;
    find("#side-named").hidden = !tool.names;
    if (tool.names) this.name.value = this.names[tool.id] ??= tool.names(this.map)[0] ?? "";
    this.show(this.map);
    this.changed(HINTS[tool.kind]);
  }

  /** The name of the river or railroad that is drawn. */
  get drawnName() {
    return find("#side-named").hidden ? "" : this.name.value.trim();
  }
}
