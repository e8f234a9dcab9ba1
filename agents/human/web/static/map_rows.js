// The rows of a map's tables in a form: the city that is chosen with its goods or cubes, lines, cards.

import { capital, find, make } from "./dom.js";

const labelOf = (form, row) => form.label.map((column) => row[column]).filter(Boolean).join(", ") || "(no name)";
const words = (column) => capital(column.replaceAll("_", " "));

export class MapRows {
  #forms = new Map(); // by file
  #file = "";
  #index = 0;

  /** `act`: `set(file, index, cells)`, `add(file)`, `drop(file, index)`; `shown()`: another row is shown. */
  constructor(root, act) {
    Object.assign(this, { root, act });
    this.tables = find("#table");
    this.rows = find("#row");
    this.tables.addEventListener("change", () => this.choose(this.tables.value, 0));
    this.rows.addEventListener("change", () => this.choose(this.#file, Number(this.rows.value)));
    find("#fields").addEventListener("focusout", () => setTimeout(() => this.stale && this.#draw()));
    find("#add-row").addEventListener("click", () => this.#add());
    find("#drop-row").addEventListener("click", () => act.drop(this.#file, this.#index));
  }

  /** Take over the tables of a map. What was chosen stays. */
  show({ forms, names }) {
    this.names = names; // by file
    this.#forms = new Map(forms.map((form) => [form.file, form]));
    this.cities = forms[0];
    if (!this.#forms.has(this.#file)) this.#file = this.cities?.file;
    this.tables.replaceChildren(...forms.map(({ file, title }) => make("option", { value: file }, title)));
    this.#draw();
  }

  /** Whether a row can be edited in a form. */
  has(file, index) {
    return index >= 0 && index < (this.#forms.get(file)?.rows.length ?? 0);
  }

  /** The cells of the row that is shown. */
  get shown() {
    return this.#forms.get(this.#file)?.rows[this.#index];
  }

  /** Show a row. */
  choose(file, index) {
    [this.#file, this.#index] = [file, index];
    this.#draw();
    this.act.shown();
  }

  /** Show the row of a name; returns whether there is one. */
  chooseNamed(file, name) {
    const index = this.names[file].indexOf(name);
    if (this.has(file, index)) this.choose(file, index);
    return this.has(file, index);
  }

  /** Show the row of a city. */
  chooseCity(name) {
    this.chooseNamed(this.cities.file, name);
  }

  /** A new name for a city. */
  newCity() {
    const taken = new Set(this.cities.rows.map(({ city }) => city));
    for (let number = 1; ; number++) if (!taken.has(`New city ${number}`)) return `New city ${number}`;
  }

  /** Write in the first field. */
  write() {
    const field = find("[data-field]", this.root);
    field?.focus();
    field?.select?.();
  }

  async #add() {
    const form = this.#forms.get(this.#file);
    const before = form.rows.length;
    await this.act.add(form.file);
    if (!this.has(form.file, before)) return;
    this.choose(form.file, before);
    this.write();
  }

  #draw() {
    const form = this.#forms.get(this.#file);
    if (!form) return;
    this.#index = Math.max(0, Math.min(this.#index, form.rows.length - 1));
    const row = form.rows[this.#index];
    this.tables.value = form.file;
    this.rows.replaceChildren(...form.rows.map((each, index) => make("option", { value: index }, labelOf(form, each))));
    this.rows.value = this.#index;
    find("#add-row").hidden = !form.can_add || form === this.cities; // a city needs a place: a tool adds it
    find("#drop-row").disabled = !row;
    this.stale = this.#isTyped(); // what is being written is not replaced under the keys
    if (this.stale) return;
    const { dataset, selectionStart, selectionEnd } = document.activeElement; // the field that has the focus keeps it
    const shown = row ? form.fields.filter(({ kinds }) => !kinds.length || kinds.includes(row.kind)) : [];
    find("#fields").replaceChildren(...shown.map((field) => this.#field(field, row)), this.#named(form, row));
    if (dataset.field) restore(find(`[data-field="${CSS.escape(dataset.field)}"]`, this.root), selectionStart, selectionEnd);
  }

  /** Whether a field has the focus and is not yet as it was sent. */
  #isTyped() {
    const field = document.activeElement;
    return field.matches("#fields input") && field.value !== field.defaultValue;
  }

  #field(field, row) {
    const value = row[field.column] ?? "";
    const set = (text) => this.act.set(this.#file, this.#index, { [field.column]: text });
    const attributes = { "data-field": field.column, "data-testid": `field-${field.column}` };
    if (field.several) return this.#several(field, value, set);
    const input = this.#input(field, value, attributes);
    input.addEventListener("change", () => {
      input.defaultValue = input.value;
      set(input.value.trim());
    });
    return make("label", {}, `${words(field.column)} `, input);
  }

  #input(field, value, attributes) {
    if (field.names) return select([...(field.optional ? [""] : []), ...this.names[field.names]], value, attributes);
    if (field.words.length) return select(field.words, value, attributes);
    if (field.fixed) attributes.readonly = true;
    if (field.high) return make("input", { type: "number", min: field.low, max: field.high, value, ...attributes });
    return make("input", { maxlength: 40, value, autocomplete: "off", spellcheck: "false", ...attributes });
  }

  /** Any number of names: one list for each, and one to add another. */
  #several(field, value, set) {
    const chosen = value.split(";").map((name) => name.trim()).filter(Boolean);
    const lists = [...chosen, ""].map((name, i) => {
      const others = chosen.filter((other) => other !== name);
      const names = this.names[field.names].filter((each) => !others.includes(each));
      const label = name ? `${words(field.column)}, number ${i + 1}` : `Add to ${field.column}`;
      const list = select(["", ...names], name, { "aria-label": label, "data-field": `${field.column}-${i}`, "data-testid": `field-${field.column}` });
      list.addEventListener("change", () => set([...chosen.slice(0, i), list.value, ...chosen.slice(i + 1)].filter(Boolean).join(";")));
      return list;
    });
    return make("fieldset", {}, make("legend", {}, words(field.column)), ...lists);
  }

  /** Rows of other tables that have the name of this one, as buttons that show them. */
  #named(form, row) {
    const name = row?.[form.fields[0].column];
    const found = [];
    for (const other of this.#forms.values()) {
      const columns = other.fields.filter(({ names }) => names === form.file).map(({ column }) => column);
      other.rows.forEach((each, index) => {
        const names = columns.flatMap((column) => each[column].split(";"));
        if (name && names.includes(name)) found.push(make("li", {}, make("button", { type: "button", class: "small", onclick: () => this.choose(other.file, index) }, `${other.title}: ${labelOf(other, each)}`)));
      });
    }
    return found.length ? make("details", { "data-testid": "named" }, make("summary", {}, `Named in ${found.length} row${found.length === 1 ? "" : "s"}`), make("ul", {}, ...found)) : "";
  }
}

/** Give the focus back to a field, with what was selected in it; numbers do not tell, so that they are selected whole. */
function restore(field, start, end) {
  field?.focus();
  if (field?.type === "text") field.setSelectionRange(start, end);
  else if (field?.type === "number") field.select();
}

function select(names, value, attributes) {
  const there = names.includes(value) ? names : [value, ...names]; // a name that is a fault
  const list = make("select", attributes, ...there.map((name) => make("option", { value: name }, name || "—")));
  list.value = value;
  return list;
}
