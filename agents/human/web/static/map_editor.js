// The map editor. The server applies all edits since the map was opened and checks the result; this page keeps the
// list of edits, so undo drops the last one, and redo puts it back.

import { find, isTyping, make } from "./dom.js";
import { HexBoard } from "./map_board.js";
import { MapCards } from "./map_cards.js";
import { DotBoard } from "./map_dots.js";
import { MapKeys } from "./map_keys.js";
import { MapPointer } from "./map_pointer.js";
import { MapRows } from "./map_rows.js";
import { Tools } from "./map_tools.js";

const [, , given] = location.pathname.split("/");
const name = decodeURIComponent(given ?? "");
const path = `/${encodeURIComponent(name)}`;

let versions = {};
let edits = []; // each a list: what one press did
let undone = [];
let run = {}; // steps by the keyboard that follow each other: `from` a place `to` another, by an `edit`
let turn = Promise.resolve(); // requests are made one after the other

const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

const act = {
  press: (place, point) => ({ city: addCity, spot: addSpot })[tools.chosen.kind]?.(place, point) ?? choose(place),
  move: (from, there) => add(() => board.move(from, there)),
  nudge,
  join: (one, other) => add(() => board.join(one, other, tools.drawnName)),
  paint: (places) => add(() => board.paintPlaces(places, tools.chosen)),
  side: (pairs) => add(() => board.drawSides(pairs, tools.chosen, tools.drawnName)),
  set: (file, index, cells) => add(() => [[{ do: "cells", file, index, cells }], `${file}: changed.`]),
  add: (file) => add(() => [[{ do: "add", file }], `${file}: a row was added.`]),
  drop: (file, index) => add(() => [[{ do: "drop", file, index }], `${file}: a row was deleted. Undo restores it.`]),
  shown: showRow,
};
const rows = new MapRows(find("#rows"), act);
const cards = new MapCards((seed, words) => add(() => [[{ do: "make_cards", seed }], words]));
const tools = new Tools(find("#tools"), (hint) => {
  keys.cancel();
  say(hint);
});
let board; // the map: of hexagons, or of dots
let keys;

/** Make the board, keyboard and pointer for this kind of map. */
function begin(map) {
  board = new (map.grid ? HexBoard : DotBoard)(find("#board"));
  keys = new MapKeys(board, tools, act, say);
  new MapPointer(board, tools, act);
  const zooms = { "zoom-in": board.view.in, "zoom-out": board.view.out, "zoom-home": () => board.view.toggle() };
  for (const [id, press] of Object.entries(zooms)) find(`#${id}`).addEventListener("click", press);
}

function choose(place) {
  if (place.city) rows.chooseCity(place.city.split("/")[0]);
  else if (place.dot) rows.chooseNamed(board.dots.file, place.dot);
  keys.put(place);
  say(board.words(place));
}

/** Mark the place of the row that is shown, and return it, if it has one. */
function markRow() {
  const place = board.placeOf(rows.shown);
  board.mark("chosen", place);
  board.trace(rows.shown);
  return place;
}

/** Mark the place of the row that is shown, bring it into view, and put the cursor there. */
function showRow() {
  const place = markRow();
  board.reveal("chosen");
  if (place) keys.put(place);
}

async function addCity(place) {
  let city;
  await add(() => {
    city = rows.newCity();
    return board.addCity(place, city);
  });
  if (!board.city(city)) return; // it was refused
  rows.chooseCity(city);
  rows.write();
}

const addSpot = (place, point) => add(() => board.addSpot(point, place));

async function ask(path, body) {
  const answer = await fetch(`/api/maps${path}`, body && { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer;
}

/** Add the edits of one press. `made` returns them and a message, from the map as it is after all presses before. */
const add = (made) =>
  inTurn(() => {
    const [edit, words] = made();
    return change([...edits, edit], words);
  });

/** Move what is at the cursor by one step. Steps that follow each other are one change. */
function nudge(right, down) {
  return inTurn(async () => {
    const { cursor } = keys;
    if (!board.isMovable(cursor)) return say("Nothing can be moved here: choose a city first.");
    const [there, aim] = board.nudge(cursor, keys.aim, right, down);
    if (!there || there === cursor) return say("The map ends here.");
    const goesOn = run.edit && run.edit === edits.at(-1) && run.to === cursor.key;
    const from = goesOn ? run.from : cursor;
    const [edit, words] = board.move(from, there);
    if (!(await change([...edits.slice(0, goesOn ? -1 : undefined), edit], words))) return undefined;
    run = { from, to: there.key, edit };
    return keys.follow(board.places.get(there.key), aim);
  });
}

/** Make these the edits; returns whether the server took them. If it refuses them, the former ones stay, and the reason
 * is shown. */
async function change(wanted, words) {
  const former = edits;
  edits = wanted;
  try {
    show(await look());
    undone = [];
    say(words);
    showButtons();
    return true;
  } catch (error) {
    edits = former;
    show(board.map);
    complain(error);
    return false;
  }
}

/** Do something when everything before it is done. */
const inTurn = (job) => (turn = turn.then(job).catch(complain));

/** The map with all edits; `then`: the end of the path of the request, "/save" to save the map. */
async function look(then = "") {
  const map = await (await ask(`${path}${then}`, changes())).json();
  if (map.refused) throw new Error(map.refused);
  return map;
}

const changes = () => ({ versions, edits: edits.flat() });

function show(map) {
  find(".fault").hidden = true;
  find("main").hidden = false;
  ({ versions } = map);
  find("#title").textContent = map.title;
  find("#summary").textContent = map.summary || plural(map.faults.length, "fault");
  if (!board) begin(map);
  board.show(map);
  rows.show(map);
  find("#faults").replaceChildren(...map.faults.map(faultLine));
  markRow();
  cards.show(map);
  tools.show(map);
  keys.redrawn();
  showButtons();
}

function showButtons() {
  find("#undo").disabled = find("#save").disabled = !edits.length;
  find("#redo").disabled = !undone.length;
  find("#state").textContent = edits.length ? `${plural(edits.length, "change")} not saved` : "";
}

function faultLine(fault) {
  if (!("row" in fault) && !rows.has(fault.file, fault.index)) return make("li", {}, fault.text);
  return make("li", {}, make("button", { type: "button", onclick: () => lookAt(fault) }, fault.text));
}

function lookAt(fault) {
  if (rows.has(fault.file, fault.index)) rows.choose(fault.file, fault.index);
  board.mark("looked-at", board.placeOfFault(fault));
  board.reveal("looked-at");
}

function say(words) {
  find("#told").textContent = words;
}

function complain(error) {
  find(".fault").textContent = error.message;
  find(".fault").hidden = false;
}

async function save() {
  const map = await look("/save");
  [edits, undone] = [[], []];
  show(map);
  find("#state").textContent = map.saved.length ? `Saved in ${map.folder}: ${map.saved.join(", ")}` : "No table has changed: no file was written";
}

async function download() {
  const content = await (await ask(`${path}/zip`, changes())).blob();
  const link = make("a", { href: URL.createObjectURL(content), download: `${name}.zip` });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Take the last edit from one list to the other. */
async function step(from, onto, words) {
  if (!from.length) return;
  onto.push(from.pop());
  show(await look());
  say(words);
}

const buttons = {
  undo: () => inTurn(() => step(edits, undone, "Undone.")),
  redo: () => inTurn(() => step(undone, edits, "Redone.")),
  save: () => inTurn(save),
  download: () => inTurn(download),
};
for (const [id, press] of Object.entries(buttons)) find(`#${id}`).addEventListener("click", press);

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey)) return;
  const typing = isTyping(event.target);
  const wanted = { z: event.shiftKey ? "redo" : "undo", y: "redo", s: "save" }[event.key.toLowerCase()];
  if (!wanted || (typing && wanted !== "save")) return;
  event.preventDefault();
  if (typing) event.target.blur(); // what was typed becomes a change, which is saved in its turn
  inTurn(() => void (find(`#${wanted}`).disabled || buttons[wanted]()));
});
window.addEventListener("beforeunload", (event) => edits.length && event.preventDefault());

async function open() {
  const { maps } = await (await ask("")).json();
  find("#maps").append(...maps.map((map) => make("a", { href: `/maps/${encodeURIComponent(map)}` }, map)));
  if (name) show(await look());
  else if (!maps.length) throw new Error("there is no map in this folder: make one with railgym map new");
}

inTurn(open);
