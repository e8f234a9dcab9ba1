// Signs that it is one's turn: in the title of the page, by a sound, and by a notification of the browser.

import { find } from "./dom.js";
import { recall, remember } from "./memory.js";

const NOTES = [660, 880]; // hertz
const NOTE = 0.16; // seconds

export class TurnSign {
  /** `root` has the switch of the sound and the button that asks for notifications. */
  constructor(root) {
    this.root = root;
    this.isMine = false;
    this.game = "railgym";
    this.sound = find("[data-testid=turn-sound]", root);
    this.button = find("[data-testid=turn-notify]", root);
    this.sound.checked = recall("turn sound") === "on";
    this.sound.addEventListener("change", () => this.#switchSound());
    this.button.addEventListener("click", () => this.#askToNotify());
    this.#showButton();
  }

  /** The game of the table; those who watch have no turn. */
  show(table) {
    this.game = table.title;
    this.root.hidden = table.viewer < 0;
    this.#writeTitle();
  }

  /** Whether it is the viewer's turn now. */
  turn(isMine) {
    const begins = isMine && !this.isMine;
    this.isMine = isMine;
    this.#writeTitle();
    if (begins && this.sound.checked) this.#ring();
    if (begins && document.hidden) this.#notify();
  }

  #writeTitle() {
    document.title = `${this.isMine ? "Your turn – " : ""}${this.game} – railgym`;
  }

  #switchSound() {
    remember("turn sound", this.sound.checked ? "on" : "off");
    if (this.sound.checked) this.#ring();
  }

  #ring() {
    this.audio ??= new AudioContext(); // silent until the page was pressed once: browsers ask for that
    for (const [number, hertz] of NOTES.entries()) this.#sing(hertz, this.audio.currentTime + number * NOTE);
  }

  #sing(hertz, from) {
    const [tone, volume] = [this.audio.createOscillator(), this.audio.createGain()];
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.15, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + NOTE);
    tone.connect(volume).connect(this.audio.destination);
    tone.start(from);
    tone.stop(from + NOTE);
  }

  async #askToNotify() {
    await Notification.requestPermission();
    this.#showButton();
  }

  /** Offer notifications where the browser has them: on this machine, or over https. */
  #showButton() {
    this.button.hidden = !globalThis.Notification || !isSecureContext;
    if (this.button.hidden) return;
    const words = { granted: "Notifications are on", denied: "The browser blocks notifications", default: "Notify me" };
    this.button.textContent = words[Notification.permission];
    this.button.disabled = Notification.permission !== "default";
  }

  #notify() {
    if (this.button.hidden || Notification.permission !== "granted") return;
    try {
      new Notification("Your turn", { body: this.game, tag: location.pathname, icon: "/static/icon.svg" });
    } catch {
      // browsers of phones have notifications for installed pages only
    }
  }
}
