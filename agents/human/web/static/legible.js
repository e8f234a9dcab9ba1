// Text of the board at every zoom: names grow to a readable size and find a place, marks grow as a whole, and what would
// cover another name is left out until there is room.

const LEAST = matchMedia("(pointer: coarse)"); // on a touch screen text is a little larger
const MOST = 1.7; // times its own size that a figure may grow out of its shape
const DOT = 3; // pixels around the middle of a place that names leave free
const GAP = 4; // pixels between a place and its name
const SIDES = [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [-1, -1], [1, 1], [-1, 1]];

/** The least size of text, in pixels. */
const least = () => (LEAST.matches ? 12 : 11);

export class Legible {
  /** Take over a picture whose text is kept readable. It has to be in the page. */
  take(picture) {
    this.picture = picture;
    this.frame = boxOf(picture.viewBox.baseVal);
    this.marks = [...picture.querySelectorAll(".mark")].filter((mark) => mark.querySelector("text")).map(asMark);
    this.names = [...picture.querySelectorAll("text.name")].map((text) => asName(text, picture));
    const single = [...picture.querySelectorAll("text:not(.name)")].filter((text) => !text.closest(".mark, defs"));
    this.figures = single.map((text) => ({ text, size: sizeOf(text), own: scaleOf(text) / scaleOf(picture) }));
    this.names.sort((a, b) => b.rank - a.rank);
  }

  /** Set all text for so many pixels in a unit of the picture. `lit`: things whose names matter most. */
  set(scale, lit = []) {
    if (!this.picture?.isConnected) return;
    const units = least() / scale; // the least size, in units of the picture
    for (const { text, size, own } of this.figures) {
      const needed = units / own / size;
      text.setAttribute("font-size", size * Math.max(1, Math.min(needed, MOST)));
      text.classList.toggle("unread", needed > MOST);
    }
    this.#growMarks(units);
    this.#placeNames(units, scale, lit);
  }

  /** Marks grow around their middle; one that would cover another is moved aside, as little as that takes. */
  #growMarks(units) {
    const placed = [];
    for (const mark of this.marks) {
      const factor = Math.max(1, units / mark.size);
      const own = factor === 1 ? mark.box : grown(mark.box, factor);
      const covered = placed.filter((other) => covers(own, other));
      const boxes = [own, ...(factor === 1 ? [] : covered.flatMap((other) => aside(own, other)))].map((box) => inside(box, this.frame));
      const cost = (box) => covered.length && 1000 * placed.reduce((sum, other) => sum + overlap(box, other), 0) + Math.hypot(box.x - own.x, box.y - own.y);
      show(mark, factor, boxes.reduce((best, box) => (cost(box) < cost(best) ? box : best)));
      placed.push(mark.now);
    }
  }

  /** Names keep their places where they fit, else they go to another side of what they name, or are left out. */
  #placeNames(units, scale, lit) {
    const taken = this.marks.map((mark) => mark.now);
    const dots = this.names.filter((name) => name.at).map(({ at: [x, y] }) => ({ x: x - DOT / scale, y: y - DOT / scale, width: (2 * DOT) / scale, height: (2 * DOT) / scale }));
    dots.push(...lit);
    const important = (name) => lit.some((place) => name.at && within(name.at, place));
    const inOrder = [...this.names].sort((a, b) => important(b) - important(a));
    for (const name of inOrder) {
      const factor = Math.max(1, units / name.size);
      const free = places(name, factor, GAP / scale).filter(({ box }) => isInside(box, this.frame) && !taken.some((other) => covers(box, other)));
      const others = dots.filter((dot) => !name.at || !within(name.at, dot));
      const found = free.find(({ box }) => !others.some((dot) => covers(box, dot))) ?? free[0];
      name.text.classList.toggle("unread", !found);
      if (!found) continue;
      name.text.setAttribute("font-size", name.size * factor);
      name.text.setAttribute("x", found.x);
      name.text.setAttribute("y", found.y);
      taken.push(found.box);
    }
  }
}

/** Pixels in a unit of an element. */
const scaleOf = (element) => {
  const { a, b } = element.getScreenCTM();
  return Math.hypot(a, b);
};
const sizeOf = (text) => Number(text.getAttribute("font-size")) || 10;
const boxOf = ({ x, y, width, height }) => ({ x, y, width, height });
const covers = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const within = ([x, y], box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

function asMark(group) {
  const box = boxOf(group.getBBox());
  return { group, box, now: box, size: Math.min(...[...group.querySelectorAll("text")].map(sizeOf)) };
}

/** A box that is so many times as large, around the same middle. */
const grown = ({ x, y, width, height }, factor) => ({ x: x - ((factor - 1) / 2) * width, y: y - ((factor - 1) / 2) * height, width: width * factor, height: height * factor });

/** A box moved to each side of another one. */
const aside = (box, other) => [{ x: other.x - box.width }, { x: other.x + other.width }, { y: other.y - box.height }, { y: other.y + other.height }].map((at) => ({ ...box, ...at }));

/** A box moved into a frame. */
function inside(box, frame) {
  const kept = (at, least, most) => Math.max(least, Math.min(at, most));
  return { ...box, x: kept(box.x, frame.x, frame.x + frame.width - box.width), y: kept(box.y, frame.y, frame.y + frame.height - box.height) };
}

/** Draw a mark in a box so many times as large as its own. */
function show(mark, factor, box) {
  if (factor === 1) mark.group.removeAttribute("transform");
  else mark.group.setAttribute("transform", `translate(${box.x} ${box.y}) scale(${factor}) translate(${-mark.box.x} ${-mark.box.y})`);
  mark.now = box;
}

/** The area that two boxes share. */
const overlap = (a, b) => Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

const isInside = (box, frame) => box.x >= frame.x && box.y >= frame.y && box.x + box.width <= frame.x + frame.width && box.y + box.height <= frame.y + frame.height;

/** The box of an element as it lies in the picture, turned or not. */
function boxIn(picture, element) {
  const [box, frame, scale] = [element.getBoundingClientRect(), picture.getBoundingClientRect(), scaleOf(picture)];
  const { x, y } = picture.viewBox.baseVal;
  return { x: x + (box.x - frame.x) / scale, y: y + (box.y - frame.y) / scale, width: box.width / scale, height: box.height / scale };
}

function asName(text, picture) {
  const number = (attribute) => Number(text.getAttribute(attribute));
  const at = text.dataset.at?.split(" ").map(Number);
  const turned = text.hasAttribute("transform");
  const rank = turned ? -1 : text.hasAttribute("font-weight") ? 1 : 0;
  return { text, at, turned, rank, size: sizeOf(text), x: number("x"), y: number("y"), box: turned ? boxIn(picture, text) : boxOf(text.getBBox()), anchor: text.getAttribute("text-anchor") ?? "start" };
}

/** Where a name may stand, the best first: as the picture has it, then on each side of its place. */
function places(name, factor, gap) {
  const { x, y, box } = name;
  const [width, height] = [box.width * factor, box.height * factor];
  const rise = ((y - box.y) / box.height) * height; // from the top of the words to their baseline
  const start = { start: 0, middle: width / 2, end: width }[name.anchor];
  const placed = (left, top) => ({ x: left + start, y: top + rise, box: { x: left, y: top, width, height } });
  if (name.turned) return [{ x, y, box: { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height } }];
  if (!name.at) return [placed(x - start, y - rise)];
  const [cx, cy] = name.at;
  const away = (low, size, grown, at) => (low > at ? low : low + size < at ? low + size - grown : low + (size - grown) / 2);
  const own = placed(away(box.x, box.width, width, cx), away(box.y, box.height, height, cy));
  if (factor === 1) return [own];
  const [dx, dy] = [Math.max(gap, box.x - cx, cx - box.x - box.width), Math.max(gap, box.y - cy, cy - box.y - box.height)];
  const aside = ([a, b]) => placed(cx - width / 2 + a * (width / 2 + dx), cy - height / 2 + b * (height / 2 + dy));
  return [own, ...SIDES.map(aside)];
}
