// The connection to a table: questions with answers, news, and connecting again when the line breaks.

const FIRST_WAIT = 500; // milliseconds
const LONGEST_WAIT = 15_000;

export class Connection {
  /** `heard(message)`: news. `changed(state, seconds)`: "open", "lost" (tries again in so long) or "refused". */
  constructor(address, heard, changed) {
    Object.assign(this, { address, heard, changed });
    this.waiting = new Map();
    this.asked = 0;
    this.wait = FIRST_WAIT;
    addEventListener("online", () => this.#again());
    this.#open();
  }

  /** Ask for something; the answer, or an error with the reason why not. */
  ask(what, details = {}) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(new Error("there is no connection right now"));
        return;
      }
      const n = ++this.asked;
      this.waiting.set(n, { resolve, reject });
      this.socket.send(JSON.stringify({ do: what, n, ...details }));
    });
  }

  #open() {
    this.socket = new WebSocket(this.address);
    this.socket.onmessage = (event) => this.#take(JSON.parse(event.data));
    this.socket.onclose = () => this.#closed();
  }

  #take(message) {
    if (this.wait !== FIRST_WAIT || !this.isOpen) {
      this.wait = FIRST_WAIT;
      this.isOpen = true;
      if (message.type !== "refused") this.changed("open");
    }
    const question = this.waiting.get(message.n);
    this.waiting.delete(message.n);
    if (message.type !== "refused") (question?.resolve ?? this.heard)(message);
    else if (question) question.reject(new Error(message.reason));
    else this.#refused(message.reason);
  }

  /** The table does not exist, or the link opens no seat: to try again would not help. */
  #refused(reason) {
    this.socket.onclose = null;
    this.changed("refused", 0, reason);
  }

  #closed() {
    for (const question of this.waiting.values()) question.reject(new Error("the connection broke"));
    this.waiting.clear();
    this.isOpen = false;
    this.changed("lost", this.wait / 1000);
    this.timer = setTimeout(() => this.#again(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  #again() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.#open();
  }
}
