// The rules page: a search that leaves the passages with all words, else those with the most of them.

import { find } from "./dom.js";

const CLOSE = 8; // passages that are shown when none has all words
const passages = [...document.querySelectorAll("main .entry, main p, main tbody tr, main li")].filter((part) => !part.querySelector("li"));
const texts = new Map(passages.map((part) => [part, part.textContent.toLowerCase()]));
const field = find("#find");

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}.,-]*(?<![.,-])/gu) ?? [];

/** The passages that contain all words. */
const withAll = (words) => passages.filter((part) => words.every((word) => texts.get(part).includes(word)));

/** The rules and terms that have the most words in common, rare words counting more. */
function closest(words) {
  const known = [...new Set(words)].filter((word) => word.length > 2);
  const entries = passages.filter((part) => part.matches(".entry"));
  const rarity = new Map(known.map((word) => [word, 1 / (1 + entries.filter((part) => texts.get(part).includes(word)).length)]));
  const score = (part) => known.reduce((sum, word) => sum + (texts.get(part).includes(word) ? rarity.get(word) : 0), 0);
  const scored = entries.map((part) => [score(part), part]).filter(([points]) => points > 0);
  return scored.sort((a, b) => b[0] - a[0]).slice(0, CLOSE).map(([, part]) => part);
}

function search() {
  const words = wordsOf(field.value);
  const all = withAll(words);
  const shown = new Set(all.length ? all : closest(words));
  for (const part of passages) part.hidden = words.length > 0 && !shown.has(part);
  for (const part of document.querySelectorAll("main section, main table, main dl, main ul, main ol")) {
    part.hidden = words.length > 0 && ![...shown].some((found) => part.contains(found));
  }
  document.body.toggleAttribute("data-searching", words.length > 0);
  const counted = shown.size === 1 ? "1 passage" : `${shown.size} passages`;
  find("#found").textContent = !words.length ? "" : all.length ? counted : shown.size ? `No passage has all these words. The ${counted} nearest to them:` : "No passage has these words.";
}

/** Show the rule that the address names, even if the search had hidden it. */
function follow() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  field.value = "";
  search();
  target.scrollIntoView();
}

field.addEventListener("input", search);
addEventListener("hashchange", follow);
field.value = new URLSearchParams(location.search).get("find") ?? field.value; // typed before this ran
search();
follow();
