// The profile page: the finished games of a player by game and opponent, and the level of adaptive opponents over time.

import { draw, find, make } from "./dom.js";
import { recall, remember } from "./memory.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [560, 150, 34, 24, 10]; // of the chart
const LAST = 5; // games that are listed

const words = { 0: "lost", 1: "won" };
const resultOf = (share) => words[share] ?? "shared the win";
const rate = ({ played, won }) => `${Math.round((100 * won) / played)} %`;
const day = (date) => date.slice(0, 10);
const games = (count) => `${count} game${count === 1 ? "" : "s"}`;

async function show() {
  const name = find("#name").value.trim();
  remember("name", name);
  find(".fault").hidden = true;
  try {
    const answer = await fetch(`/api/profile?name=${encodeURIComponent(name)}`);
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.error);
    showGames(name, told.games);
    showAdaptive(told.adaptive);
  } catch (error) {
    find(".fault").textContent = error.message;
    find(".fault").hidden = false;
  }
}

// --- games ------------------------------------------------------------------------------------------------------------

function showGames(name, found) {
  const none = name ? `No finished game of ${name} is kept on this server.` : "Enter your name to see your games.";
  find("#games").replaceChildren(make("h2", {}, "Games"), ...(found.length ? found.map(gameCard) : [make("p", {}, none)]));
}

function gameCard(game) {
  const rows = game.opponents.map((other) => tableRow([other.name], [String(other.played), rate(other)]));
  const head = make("tr", {}, ...["against", "games", "won"].map((text) => make("th", { scope: "col" }, text)));
  const opponents = rows.length ? make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)) : null;
  const last = game.last.slice(0, LAST).map((played) => make("li", {}, make("a", { href: `/t/${played.id}` }, `${day(played.date)}, ${resultOf(played.won)}`), `: ${played.names.join(", ")}`));
  return make("article", { "data-testid": "game" }, make("h3", {}, game.title), make("p", {}, `${games(game.played)}, ${rate(game)} won.`), opponents, make("ul", {}, ...last));
}

function tableRow(texts, numbers) {
  return make("tr", {}, ...texts.map((text) => make("td", {}, text)), ...numbers.map((text) => make("td", { class: "number" }, text)));
}

// --- adaptive opponents -----------------------------------------------------------------------------------------------

/** `adaptive`: null for people at other machines, whom adaptive agents do not know. */
function showAdaptive(adaptive) {
  const section = find("#adaptive");
  section.hidden = !adaptive;
  if (!adaptive) return;
  const state = adaptive.on ? "Adaptive opponents learn from the games of the person at this machine." : "The record is switched off: adaptive opponents play at their middle level, and nothing is recorded.";
  const none = adaptive.records.length ? null : make("p", {}, "No game against an adaptive opponent counts yet.");
  const note = adaptive.note ? make("p", {}, adaptive.note) : null;
  section.replaceChildren(...[make("h2", {}, "Level of adaptive opponents"), make("p", {}, state), note, none, ...adaptive.records.map(levelCard)].filter(Boolean));
}

function levelCard(record) {
  const title = [record.title, ...record.options].join(", ");
  const { last } = record;
  const told = last.slice(-LAST).reverse().map((game) => make("li", {}, `${day(game.date)}: ${resultOf(game.result)} at level ${game.level.toFixed(2)}`));
  const won = rate({ played: record.games, won: record.wins });
  return make("article", { "data-testid": "level" }, make("h3", {}, title), make("p", {}, `${games(record.games)}, ${won} won.`), chart(last), make("ul", {}, ...told));
}

/** The levels that the last games began with as a line, with a mark for each result. */
function chart(last) {
  const low = Math.min(0, ...last.map((game) => Math.floor(game.level)));
  const x = (place) => LEFT + ((WIDTH - LEFT - 12) * (place + 0.5)) / last.length;
  const y = (level) => TOP + ((HEIGHT - TOP - BOTTOM) * (1 - level)) / (1 - low);
  const axis = [low, (low + 1) / 2, 1].flatMap((level) => [draw("line", { x1: LEFT, x2: WIDTH, y1: y(level), y2: y(level) }), lettering(level, 2, y(level) + 4)]);
  const line = draw("polyline", { points: last.map((game, place) => `${x(place)},${y(game.level)}`).join(" ") });
  const marks = last.map((game, place) => resultMark(game, x(place), y(game.level)));
  const label = `Skill level of the last ${games(last.length)}: ${last.map((game) => `${game.level.toFixed(2)} ${resultOf(game.result)}`).join(", ")}`;
  const legend = lettering("level of each game, the newest on the right; filled: won, hollow: not won", LEFT, HEIGHT - 6);
  return draw("svg", { class: "level", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label }, ...axis, line, ...marks, legend);
}

function resultMark({ result }, cx, cy) {
  const won = result > 0.5;
  return draw("circle", { cx, cy, r: 4, class: won ? "won" : "lost", ...(won ? {} : { "fill-opacity": 0, stroke: "currentColor" }) });
}

function lettering(text, x, y) {
  const element = draw("text", { x, y });
  element.textContent = text;
  return element;
}

find("#who").addEventListener("submit", (event) => {
  event.preventDefault();
  show();
});
find("#name").value ||= recall("name") ?? "";
show();
