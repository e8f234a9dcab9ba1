// A part that scrolls says whether there is more of it above or below: its edge fades there.

const EDGE = 4; // pixels beyond the edge that are not worth a sign

/** Keep the signs of these elements up to date. */
export function signScrolling(...elements) {
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => sign(target)));
  const contents = new MutationObserver((changes) => changes.forEach(({ target }) => elements.filter((element) => element.contains(target)).forEach(sign)));
  for (const element of elements) {
    element.addEventListener("scroll", () => sign(element), { passive: true });
    element.addEventListener("toggle", () => sign(element), true);
    sizes.observe(element);
    contents.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });
  }
}

function sign(element) {
  const { scrollTop, scrollHeight, clientHeight } = element;
  const beyond = [scrollTop > EDGE && "above", scrollHeight - clientHeight - scrollTop > EDGE && "below"].filter(Boolean).join(" ");
  if (beyond !== (element.dataset.beyond ?? "")) element.dataset.beyond = beyond;
}
