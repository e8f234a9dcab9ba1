// The tools of the map editor: what a place, a side or two places become, and the buttons that choose one.

import { find, make } from "./dom.js";

const CHOOSE = "choose";
const HINTS = {
  choose: "Press a city to edit it, drag it to move it. Drag the ground to move the map.",
  city: "Press the place of the new city.",
  paint: "Press places, or drag over them.",
  side: "Press the side between two places, or drag along sides. Press again to remove.",
  join: "Drag from one end to the other. Drag again to remove.",
};

/** All tools of a map: each with a name, a kind (choose, city, paint, side, join) and words. */
function toolsOf({ terrains, marks, sides, links }) {
  const ofKind = (kind) => ({ id: kind || "ridge", kind: "side", side: kind, words: kind || sides.title });
  return [
    { id: CHOOSE, kind: CHOOSE, words: "choose, move city" },
    { id: "city", kind: "city", words: "new city" },
    ...terrains.map((value) => ({ id: value, kind: "paint", column: "terrain", value, words: value })),
    { id: "none", kind: "paint", column: "terrain", value: "", words: "no place" },
    ...Object.entries(marks).flatMap(([column, values]) => values.map((value) => ({ id: `${column}-${value || "none"}`, kind: "paint", column, value, words: value ? `${column}: ${value}` : `no ${column}` }))),
    ...(Object.keys(sides.kinds).length ? Object.keys(sides.kinds) : [""]).map(ofKind),
    { id: "dry", kind: "side", side: "", erases: true, words: "nothing between" },
    { id: "join", kind: "join", words: links.title },
  ];
}

/** The tool that is chosen, with the name of what it draws. */
export class Tools {
  /** `changed`: called with a hint when a tool is chosen. */
  constructor(root, changed) {
    Object.assign(this, { root, changed });
    this.name = find("#side-name");
    this.names = {}; // by kind: the name that was drawn last
    this.name.addEventListener("change", () => (this.names[this.chosen.side] = this.name.value.trim()));
  }

  show(map) {
    this.map = map;
    if (!this.chosen) this.#make(toolsOf(map));
    const known = map.sides.kinds[this.chosen.side] ?? [];
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
    const named = tool.kind === "side" && tool.side in this.map.sides.kinds;
    find("#side-named").hidden = !named;
    if (named) this.name.value = this.names[tool.side] ??= this.map.sides.kinds[tool.side][0] ?? "";
    this.show(this.map);
    this.changed(HINTS[tool.kind]);
  }

  /** The name of the river, lake or inlet that is drawn. */
  get sideName() {
    return find("#side-named").hidden ? "" : this.name.value.trim();
  }
}
