// The map editor. The server applies all edits since the map was opened and checks the result; this page keeps the
// list of edits, so undo drops the last one.

import { find, make } from "./dom.js";
import { MapBoard } from "./map_board.js";

const [, , given] = location.pathname.split("/");
const name = decodeURIComponent(given ?? "");
const MOVE = "move";

let version = "";
let edits = []; // each a list: what one press did
let tool = MOVE;
let file = "";
let asked = 0;

const board = new MapBoard(find("#board"), {
  painting: () => (tool === MOVE ? "" : tool),
  drop: (from, to) => add([{ do: MOVE, row: from.row, col: from.col, to_row: to.row, to_col: to.col }]),
  paint: (places) => add(places.map(({ row, col }) => ({ do: "paint", row, col, terrain: tool === "none" ? "" : tool }))),
});

async function ask(path, body) {
  const answer = await fetch(`/api/maps${path}`, body && { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer;
}

const changes = () => ({ version, edits: edits.flat() });
const path = `/${encodeURIComponent(name)}`;

/** Add what one press did; it is taken back if the server refuses it, and the reason is shown. */
async function add(edit) {
  edits.push(edit);
  await look().catch(async (error) => {
    edits = edits.filter((one) => one !== edit);
    await look().catch(() => {}); // the server may be gone: the first reason says so
    complain(error);
  });
}

/** Show the map with all edits; of several answers only the one to the last request. */
async function look() {
  const number = ++asked;
  const map = await (await ask(path, changes())).json();
  if (map.refused) throw new Error(map.refused);
  if (number === asked) show(map);
}

function show(map) {
  find(".fault").hidden = true;
  find("main").hidden = false;
  ({ version, file } = map);
  find("#title").textContent = map.title;
  find("#summary").textContent = map.summary || `${map.faults.length} fault${map.faults.length === 1 ? "" : "s"}`;
  find("#faults").replaceChildren(...map.faults.map(faultLine));
  find("#undo").disabled = find("#save").disabled = !edits.length;
  find("#state").textContent = edits.length ? `${edits.length} change${edits.length === 1 ? "" : "s"} not saved` : "";
  if (!find("#tools input")) showTools(map.terrains);
  board.show(map);
}

function faultLine(fault) {
  if (!("row" in fault)) return make("li", {}, fault.text);
  return make("li", {}, make("button", { type: "button", onclick: () => board.lookAt(fault) }, fault.text));
}

function showTools(terrains) {
  const words = { [MOVE]: "drag cities", none: "remove places" };
  const choose = (event) => (tool = event.target.value);
  for (const value of [MOVE, ...terrains, "none"]) {
    const radio = make("input", { type: "radio", name: "tool", value, checked: value === tool, onchange: choose });
    find("#tools").append(make("label", { "data-testid": `tool-${value}` }, radio, ` ${words[value] ?? `paint ${value}`}`));
  }
}

function complain(error) {
  find(".fault").textContent = error.message;
  find(".fault").hidden = false;
}

async function save() {
  const map = await (await ask(`${path}/save`, changes())).json();
  edits = [];
  show(map);
  find("#state").textContent = `saved to ${file}`;
}

async function download() {
  const link = make("a", { href: URL.createObjectURL(await (await ask(`${path}/table`, changes())).blob()), download: file });
  link.click();
  URL.revokeObjectURL(link.href);
}

function undo() {
  edits.pop();
  return look();
}

for (const [id, act] of Object.entries({ undo, save, download })) {
  find(`#${id}`).addEventListener("click", () => act().catch(complain));
}
window.addEventListener("beforeunload", (event) => edits.length && event.preventDefault());

async function open() {
  const { maps } = await (await ask("")).json();
  find("#maps").append(...maps.map((map) => make("a", { href: `/maps/${encodeURIComponent(map)}` }, map)));
  if (name) await look();
  else if (!maps.length) throw new Error("there is no map in this folder: make one with railgym map new");
}

open().catch(complain);
