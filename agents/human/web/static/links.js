// The links of the seats that were dealt or opened in this browser, so that the lobby can open them again.

import { recall, remember } from "./memory.js";

const NAME = "links";
const MOST = 50; // games

/** By the name of the game, the link of each seat, or null. */
export const keptLinks = () => JSON.parse(recall(NAME) ?? "{}");

/** Forget the links of a game. */
export function dropLinks(id) {
  const { [id]: _, ...others } = keptLinks();
  remember(NAME, JSON.stringify(others));
}

/** Keep the links of a game's seats, besides those that are known. */
export function keepLinks(id, seats) {
  const { [id]: known = [], ...others } = keptLinks();
  const all = seats.map((path, seat) => path ?? known[seat] ?? null);
  const latest = [...Object.entries(others), [id, all]].slice(-MOST);
  remember(NAME, JSON.stringify(Object.fromEntries(latest)));
}
