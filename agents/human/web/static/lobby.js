// The lobby: a new game with its options and seats, files of games, and the games that there are.

import { copyButton, find, make } from "./dom.js";
import { isLoopback, keepLinks, sharedOrigin } from "./links.js";
import { recall, remember } from "./memory.js";
import { SavedGame } from "./saved_game.js";
import { SeatChoice } from "./seat_choice.js";
import { mark } from "./seats.js";
import { Tables } from "./tables.js";

const form = find("#new");
let games = [];
let seats = [];
let needed = {}; // options that the number of seats asks for

const tables = new Tables(find("#latest"), request, attempt);
const saved = new SavedGame(find("#open"), { request, attempt, ready });

async function request(path, body, method = "POST") {
  const details = body && { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, details);
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

// --- a new game -------------------------------------------------------------------------------------------------------

const chosen = () => games.find((game) => game.id === form.elements.game.value);

function showGames() {
  const first = recall("game") ?? games[0].id;
  const choices = games.map((game) => {
    const radio = make("input", { type: "radio", name: "game", value: game.id, "data-testid": `game-${game.id}`, checked: game.id === first });
    return make("label", {}, radio, make("b", {}, game.title));
  });
  find("#games").replaceChildren(make("legend", {}, "Game"), ...choices);
  if (!chosen()) form.elements.game.value = games[0].id;
  find("#games").addEventListener("change", showGame);
  showGame();
}

function playersOf({ tables }) {
  const counts = Object.keys(tables);
  return counts.length === 1 ? `For ${counts[0]}.` : `For ${counts[0]} to ${counts.at(-1)}.`;
}

function showGame() {
  const game = chosen();
  find("#about").textContent = `${game.sentence} ${playersOf(game)}`;
  find("#learn").hidden = false;
  find("#learn a").href = `/rules/${game.id}`;
  const counts = Object.keys(game.tables);
  find("#count").replaceChildren(...counts.map((count) => make("option", { value: count, selected: count === String(game.count) }, count)));
  find("#options div").replaceChildren(...game.options.map(option));
  seats = [];
  needed = {};
  showSeats();
}

function showSeats() {
  const table = chosen().tables[find("#count").value];
  for (const name of Object.keys(needed)) setOption(name, null);
  needed = table.options;
  for (const [name, value] of Object.entries(needed)) setOption(name, value);
  for (let seat = seats.length; seat < table.seats.length; seat++) seats.push(new SeatChoice(table.agents[seat], table.characters[seat], table.seats[seat], seat));
  seats.length = table.seats.length;
  find("#seats ol").replaceChildren(...seats.map((seat, number) => make("li", {}, mark(number), ...seat.parts)));
}

/** A field for an option: a choice where it has few values. */
function option({ name, default: value, choices, meaning }) {
  const asText = (given) => (given === null ? "null" : String(given));
  const attributes = { name: `option ${name}`, "data-testid": `option-${name}`, "data-default": asText(value) };
  const field = choices
    ? make("select", attributes, ...choices.map((choice) => make("option", { value: asText(choice), selected: choice === value }, worded(choice))))
    : make("input", { ...attributes, value: value === null ? "" : value, placeholder: "by the rules" });
  const label = make("label", {}, make("span", {}, name.replaceAll("_", " ")), field, make("small", {}, meaning));
  field.addEventListener("change", () => label.classList.toggle("changed", isChanged(field)));
  return label;
}

/** Set an option that the number of seats asks for; null: as it is by default. */
function setOption(name, value) {
  const field = form.elements[`option ${name}`];
  field.value = value === null ? field.dataset.default : String(value);
  field.dispatchEvent(new Event("change"));
}

const worded = (value) => ({ true: "yes", false: "no", null: "by the rules" })[value] ?? String(value);
const isChanged = (field) => (field.value.trim() || "null") !== field.dataset.default;

function wish() {
  const fields = [...find("#options").querySelectorAll("[data-default]")].filter(isChanged);
  const changed = fields.map((field) => `${field.name.slice("option ".length)}=${field.value.trim() || "null"}`);
  const wished = { game: chosen().id, options: changed, seats: seats.map((seat) => seat.code) };
  const [seed, minutes] = [find("#seed").value.trim(), find("#minutes").value];
  if (minutes) wished.minutes = Number(minutes);
  if (find("#increment").value) wished.increment = Number(find("#increment").value);
  if (seed) wished.seed = Number(seed);
  return wished;
}

async function deal(event) {
  event.preventDefault();
  remember("game", chosen().id);
  await begin(find("[data-testid=start]"), () => request("/api/tables", wish()));
}

/** A guided first game of the chosen game. */
const learn = () => begin(find("[data-testid=guided]"), () => request("/api/guided", { game: chosen().id }));

/** Make a game once, however often its button is pressed meanwhile. */
async function begin(button, made) {
  const { textContent } = button;
  button.disabled = true;
  button.textContent = "Dealing … the first game of a kind takes a while";
  await attempt(form, async () => ready(await made()));
  button.disabled = false;
  button.textContent = textContent;
}

// --- links ------------------------------------------------------------------------------------------------------------

/** A game was made: to the seat at once if there is but one link to give, else show them all. */
async function ready(links) {
  keepLinks(links.id, links.seats);
  const open = links.seats.flatMap((path, seat) => (path ? [[path, seat]] : []));
  if (open.length <= 1) {
    location.href = open[0]?.[0] ?? links.watch;
    return;
  }
  const origin = await sharedOrigin();
  const rows = open.map(([path, seat], place) => row(origin, path, seat, place === 0));
  find("#made ul").replaceChildren(...rows, row(origin, links.watch, null, false));
  find("#made .alone").hidden = !isLoopback(new URL(origin).hostname);
  find("#made").hidden = false;
  find("#made").scrollIntoView({ block: "nearest" });
  find("#made a").focus({ preventScroll: true });
  tables.load();
}

function row(origin, path, seat, own) {
  const link = origin + path;
  const name = seat === null ? ["For those who watch"] : [mark(seat), `Seat ${seat}`];
  const field = make("input", { readonly: true, value: link, "aria-label": "Link", "data-testid": seat === null ? "watch-link" : `seat-link-${seat}` });
  const open = make("a", { href: path, class: "button", "data-testid": seat === null ? "watch" : `open-seat-${seat}` }, own ? "Open my seat" : "Open");
  return make("li", {}, ...name, field, copyButton(link), open);
}

// --- files and games that there are -----------------------------------------------------------------------------------

function acceptDrops(area) {
  const over = (is) => (event) => {
    event.preventDefault();
    area.classList.toggle("over", is);
  };
  area.addEventListener("dragover", over(true));
  area.addEventListener("dragleave", over(false));
  area.addEventListener("drop", (event) => {
    over(false)(event);
    saved.take(event.dataTransfer.files[0]);
  });
}

async function attempt(area, act) {
  const fault = find(".fault", area);
  fault.hidden = true;
  try {
    await act();
  } catch (error) {
    fault.textContent = error.message;
    fault.hidden = false;
  }
}

form.addEventListener("submit", deal);
find("#name").value ||= recall("name") ?? "";
find("#name").addEventListener("change", () => remember("name", find("#name").value.trim()));
find("[data-testid=guided]").addEventListener("click", learn);
find("#count").addEventListener("change", showSeats);
find("#file").addEventListener("change", (event) => saved.take(event.target.files[0]));
acceptDrops(find("#open"));
saved.takeAsked();
tables.load();
games = await request("/api/games");
showGames();
find("[data-testid=start]").disabled = false;
