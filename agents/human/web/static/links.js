// The links of the seats that were dealt or opened in this browser, so that the lobby can open them again.

import { recall, remember } from "./memory.js";

const NAME = "links";
const MOST = 50; // games

/** Whether a host is the machine of the browser itself. */
export const isLoopback = (host) => host === "localhost" || host === "[::1]" || host.startsWith("127.");

/** Where links lead that are sent to others: the address in use, unless that is one by which this machine reaches itself
 * and the server has one in the network. */
export async function sharedOrigin() {
  if (!isLoopback(location.hostname)) return location.origin;
  const { origin } = await (await fetch("/api/origin")).json();
  return origin || location.origin;
}

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
