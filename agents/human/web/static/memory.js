// What this browser remembers, where it is allowed to.

/** What was remembered under a name, or null. */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function remember(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // a browser that keeps nothing plays as well
  }
}
