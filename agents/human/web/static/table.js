// A table: what the server tells goes to the parts of the page, what people do there goes to the server.

import { Board } from "./board.js";
import { Chat } from "./chat.js";
import { Choice } from "./choice.js";
import { capital, copied, find, isTyping, make, same } from "./dom.js";
import { Film } from "./film.js";
import { Guide } from "./guide.js";
import { Help } from "./help.js";
import { Hint } from "./hint.js";
import { JointChoice } from "./joint.js";
import { keepLinks, sharedOrigin } from "./links.js";
import { isRepeated, Log, told } from "./log.js";
import { recall, remember } from "./memory.js";
import { Moves } from "./moves.js";
import { NameForm } from "./name_form.js";
import { People } from "./people.js";
import { Review } from "./review.js";
import { signScrolling } from "./scroll_sign.js";
import { Seats } from "./seats.js";
import { Sheets, showLegend } from "./sheets.js";
import { Connection } from "./socket.js";
import { Speech } from "./speech.js";
import { TurnSign } from "./turn_sign.js";

const KEPT = 60; // positions

const game = { table: null, moves: [], turn: null, over: null };
const pictures = new Map(); // by ply, the promise of each
const connection = new Connection(address(), hear, connectionChanged);
const ask = (what, details) => connection.ask(what, details);

const seats = new Seats(find("#seats"), (seat, agent) => attempt(ask("seat", { seat, agent })));
const sheets = new Sheets(find("#common"), (player) => seats.slot(player));
const board = new Board(find("#board"), { beside: find("#side"), sheets, picked: pick, pointed: (ids) => moves.point(ids) });
const film = new Film({ picture: pictureOf, shown, moved: updateBar, ready: () => board.view.released(), next: nextShown });
const log = new Log(find("#log"), (ply) => film.go(ply));
const moves = new Moves(find("#decide"), {
  picked: pick,
  said: (words) => send("say", { words }),
  pointed: pointAt,
  ask: async () => (await ask("why")).reasons,
  help: openHelp,
  cost: (name) => attempt(speech.costOf(name)),
  link: (reason) => help.linkTo(reason),
});
const joint = new JointChoice(find("#joint"), (actions) => send("decide", { actions }));
const choice = new Choice(find("#choice"), { ask, board, moves, tell: say, back, failed: refuse });
const hint = new Hint(find("#hint"), {
  ask: (agent) => ask("hint", { agent }),
  picked: pick,
  shown: (ids) => board.targets.number(ids),
  pointed: pointAt,
});
const speech = new Speech(find("#spoken"), { ask, now, meant, type: () => moves.type("cost ") });
const nameForm = new NameForm(find("#name"), (name) => ask("name", { name }));
const turnSign = new TurnSign(find("#turn-sign"));
const people = new People(find("#people"), find("#asked"), (what, details) => attempt(ask(what, details)));
const chat = new Chat(find("#chat"), (text) => ask("chat", { text }));
const guide = new Guide(find("#guide"));
let help; // once the game is known
const review = new Review(find("#over"), { ask: (agent, seat) => ask("review", { agent, seat }), go: (ply) => film.go(ply) });

function address() {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws${location.pathname.slice(2)}`;
}

// --- what the server tells --------------------------------------------------------------------------------------------

function hear(message) {
  const handlers = { table: heardTable, moves: heardMoves, undone: heardUndone, turn: heardTurn, over: heardOver, note: heardNote, chat: heardChat, proposal: (told) => people.propose(told), rematch: (told) => people.offerRematch(told) };
  handlers[message.type]?.(message);
}

function heardTable(table) {
  help ??= new Help(table);
  if (!game.table) keepLinks(table.id, table.seats.map((_, seat) => (seat === table.viewer ? location.pathname : null)));
  if (game.table && names(game.table) !== names(table)) pictures.clear();
  game.table = table;
  nameForm.show(table);
  chat.show(table);
  people.show(table);
  turnSign.show(table);
  find("#title").textContent = table.title;
  seats.show(table);
  hint.offer(table.seats[table.viewer]?.agents ?? []);
  for (const id of ["#undo", "#undo-turn", "#at-once"]) find(id).closest("label, button").hidden = table.viewer < 0;
}

const names = (table) => JSON.stringify(table.seats.map((seat) => seat.name));

function heardMoves({ from, moves: told }) {
  const known = game.moves.length;
  board.unlight();
  const isEntry = from === 0 && !game.turn && !game.over;
  if (from < known) forget(from);
  game.moves.splice(from, Infinity, ...told);
  log.add(told, game.table.seats);
  const own = game.moves.slice(known).some((move) => move.seat === game.table.viewer);
  film.extend(game.moves.length, isEntry || own);
}

function heardUndone({ to }) {
  game.moves.length = to;
  board.unlight();
  forget(to);
  film.extend(to, true);
}

/** After `to` moves others may have been made than those that are known: also while there was no connection. */
function forget(to) {
  log.cut(to);
  for (const ply of pictures.keys()) if (ply > to) pictures.delete(ply);
}

function heardTurn(turn) {
  if (!same(turn, game.turn)) game.turn = turn; // told again, as when a player takes a name, what is looked at stays
  turnSign.turn(turn.moves.length > 0);
  guide.show(turn.guide);
  seats.activate(turn.seat);
  refuse("");
  if (film.at === turn.ply) film.refresh();
  offer();
  updateBar();
}

function heardOver(over) {
  pictures.clear(); // now everything is open
  Object.assign(game, { over, turn: null });
  turnSign.turn(false);
  people.show({ ...game.table, over: true });
  guide.show(over.guide);
  film.finish();
  seats.over = true;
  seats.activate(-1);
  seats.show(game.table);
  moves.offer(review.show(over, game.table), []);
  document.body.toggleAttribute("data-over", true);
  nameDrawer();
  find("#decide").hidden = true;
  film.refresh();
}

function heardNote({ text }) {
  say(text);
}

function heardChat(told) {
  chat.add(told);
  const last = told.lines.at(-1);
  if (!told.all && last.seat !== game.table.viewer) say(`${game.table.seats[last.seat].name}: ${last.text}`);
}

function connectionChanged(state, seconds, reason) {
  const texts = { open: "", lost: `The connection is lost; trying again in ${Math.ceil(seconds)} s …`, refused: reason };
  find("#banner").textContent = texts[state];
  if (state === "refused") document.body.replaceChildren(find("#banner"), make("a", { href: "/", class: "button away", "data-testid": "to-lobby" }, "All games"));
  find("#banner").hidden = state === "open";
}

// --- what is shown ----------------------------------------------------------------------------------------------------

/** The position after `ply` moves; null if it cannot be had now. */
function pictureOf(ply) {
  if (!pictures.has(ply)) {
    const promise = ask("see", { ply }).then((answer) => answer, () => pictures.delete(ply) && null);
    pictures.set(ply, promise);
    if (pictures.size > KEPT) pictures.delete(pictures.keys().next().value);
  }
  return pictures.get(ply);
}

/** The position that is shown after one; repeated moves are shown as one. */
function nextShown(ply) {
  let next = ply + 1;
  while (next < game.moves.length && isRepeated(game.moves[next], game.moves[next - 1])) next += 1;
  return next;
}

let last = -1; // the position that was shown before
let sheetsShown = []; // of the position that is shown

function shown(ply, position) {
  showLegend(find("#legend"), position.legend);
  sheetsShown = position.sheets;
  board.show(position, isMine(ply) ? game.turn.moves : [], ply === last + 1);
  if (isMine(ply)) choice.show();
  if (ply !== last) tell(ply);
  last = ply;
  if (film.playing && !film.atEnd) pictureOf(nextShown(ply)); // on its way meanwhile
  log.show(ply);
  review.point(ply);
  offer();
}

/** Whether the viewer decides in the position after `ply` moves, and it is the present one. */
const isMine = (ply) => game.turn?.ply === ply && film.atEnd && game.turn.moves.length > 0;

/** Away from a preview, to the position that is shown. */
function back() {
  tell(film.at);
  return film.refresh();
}

/** Say what the last move was that led here. */
function tell(ply) {
  say(moveWords(ply));
}

function moveWords(ply) {
  const move = game.moves[ply - 1];
  return move ? told(move, game.table.seats[move.seat].name) : "The game begins";
}

/** What there is to read aloud. */
function now() {
  const sheet = sheetsShown.find(({ player }) => player === game.table.viewer && player >= 0);
  return { last: moveWords(film.at), sheet, turn: isMine(film.at) ? game.turn : null };
}

/** The actions of the thing that has the keyboard, or else the chosen one. */
function meant() {
  const { activeElement } = document;
  const listed = activeElement.closest("[data-action]")?.dataset.action;
  return activeElement.actions ?? (listed ? [Number(listed)] : choice.action === null ? [] : [choice.action]);
}

function say(text) {
  find("#caption").textContent = find("#caption").title = text;
}

/** Offer the moves where they can be made, else say what is going on. */
function offer() {
  if (!game.turn) return;
  const { turn, table } = game;
  const mine = isMine(film.at);
  if (mine && choice.turn === turn) return;
  choice.reset(mine ? turn : null);
  const yours = turn.moves.length > 0;
  const name = table.seats[turn.seat].name;
  const chosen = turn.early ? "You have chosen; Undo changes it. " : "";
  const title = mine ? capital(turn.title) : yours && film.atEnd ? "" : yours ? "It is for you to decide" : `${chosen}${name}: ${turn.title}`;
  moves.offer(title, mine ? turn.moves : []);
  joint.offer(mine ? turn.joint : null);
  hint.reset(mine);
  nameDrawer();
  document.body.toggleAttribute("data-yours", mine);
}

function pointAt(action) {
  board.targets.point(action === null ? [] : [action]);
}

/** Choose a move of the panel; what it does shows on the board. */
function pick(action) {
  openDrawer(false);
  choice.choose(action);
}

/** Play what was chosen or typed in the panel, without a preview. */
function send(what, details) {
  openDrawer(false);
  return attempt(ask(what, { ply: game.turn.ply, ...details }));
}

function refuse(reason) {
  find("#refusal").replaceChildren(reason && capital(reason));
  if (reason && game.turn && !game.turn.guide) find("#refusal").append(" ", help.linkTo(reason));
  find("#refusal").hidden = !reason;
}

async function attempt(promise) {
  try {
    refuse("");
    await promise;
  } catch (error) {
    refuse(error.message);
  }
}

/** Show how to play; with words, what is said about them. */
function openHelp(words = "") {
  return attempt(help.open(words));
}

function updateBar() {
  const slider = find("#slider");
  slider.max = film.end;
  slider.value = film.at;
  slider.setAttribute("aria-valuetext", `after ${film.at} of ${film.end} moves`);
  const ply = Math.max(0, film.at);
  find("#position").textContent = `${ply} / ${film.end}`;
  find("#play-on").href = `/?replay=${game.table.id}&ply=${ply}`; // as the number says, even while the picture is on its way
  const toggle = find("#toggle");
  toggle.classList.toggle("playing", film.playing);
  toggle.setAttribute("aria-label", film.playing ? "Pause" : "Go on");
  find("#back").disabled = film.at <= 0;
  find("#step").disabled = film.atEnd;
  find("#undo").disabled = !game.turn;
  find("#undo-turn").disabled = !(game.turn?.moves.length > 0 || game.turn?.early > 0);
  find("#to-now").hidden = film.atEnd;
}

// --- what people do ---------------------------------------------------------------------------------------------------

/** What was chosen early is chosen again as a whole. */
const undo = (whole) => attempt(ask("undo", { whole: whole || (game.turn.early > 0 && !game.turn.moves.length) }));

/** On a small screen: show or hide the panel. */
function openDrawer(open) {
  document.body.toggleAttribute("data-drawer", open);
  find("#drawer").setAttribute("aria-expanded", open);
  nameDrawer();
}

function nameDrawer() {
  const count = game.turn && isMine(film.at) ? game.turn.moves.length : 0;
  find("#drawer").textContent = document.body.hasAttribute("data-drawer") ? "Close" : count ? `Moves (${count})` : game.over ? "Result" : "Panel";
}

/** On a small screen the tools of the bar are in the panel. */
const small = matchMedia("(max-height: 520px), (max-width: 760px), (max-width: 1000px) and (orientation: portrait)");
const placeTools = () => (small.matches ? find("#panel") : find("#bar")).append(find("#tools"));
small.addEventListener("change", placeTools);
placeTools();
signScrolling(find("#question"), find("#own"), find("#decide .moves"));
// What is folded out comes into view: it may have been below the last line that is seen.
find("#side").addEventListener("toggle", ({ target }) => target.open && target.scrollIntoView({ block: "nearest" }), true);

const CLICKS = {
  "#zoom-in": board.view.in,
  "#zoom-out": board.view.out,
  "#zoom-home": () => board.view.toggle(),
  "#back": () => film.step(-1),
  "#toggle": () => film.toggle(),
  "#step": () => film.step(1),
  "#to-now": () => film.go(film.end),
  "#undo": () => undo(false),
  "#undo-turn": () => undo(true),
  "#help": () => openHelp(),
  "#drawer": () => openDrawer(!document.body.hasAttribute("data-drawer")),
};
for (const [id, act] of Object.entries(CLICKS)) find(id).addEventListener("click", act);
find("#slider").addEventListener("input", (event) => film.go(Number(event.target.value)));
find("#file").href = `${location.pathname}/file`;
find("#share").addEventListener("click", async (event) => {
  const done = await copied(`${await sharedOrigin()}/t/${game.table.id}`);
  event.target.textContent = done ? "Copied" : "No clipboard";
});

const speed = find("#speed");
speed.value = recall("speed") ?? speed.value;
film.hurry(Number(speed.value));
speed.addEventListener("change", () => {
  remember("speed", speed.value);
  film.hurry(Number(speed.value));
});

// Who speaks to the browser, or touches keys by chance, can switch those off that stand for themselves.
const single = find("#single-keys");
single.checked = recall("single-keys") !== "off";
single.addEventListener("change", () => remember("single-keys", single.checked ? "on" : "off"));

const KEYS = {
  Enter: () => choice.play(),
  Escape: () => choice.drop() || openDrawer(false),
  " ": () => film.toggle(),
  ArrowLeft: () => film.step(-1),
  ArrowRight: () => film.step(1),
  Home: () => film.go(0),
  End: () => film.go(film.end),
  "/": () => find("#words").focus(),
  "?": () => openHelp(),
  b: () => board.targets.focus() || board.frame.focus(),
  u: () => undo(false),
  h: () => hint.show(),
  l: () => speech.last(),
  c: () => speech.cards(),
  o: () => speech.options(),
  p: () => attempt(speech.cost()),
  "+": board.view.in,
  "=": board.view.in,
  "-": board.view.out,
  0: () => board.view.toggle(),
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.matches("input[type=range]") && event.key.startsWith("Arrow")) return;
  if (isTyping(event.target) || (event.key.length === 1 && event.key !== " " && !single.checked)) return;
  const pressed = event.target.closest("button, a, summary") && ["Enter", " "].includes(event.key);
  if (pressed) return; // the thing that has the keyboard takes it
  const act = /^[1-9]$/.test(event.key) ? () => moves.pickNth(Number(event.key)) : KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
