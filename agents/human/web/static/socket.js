// The connection to a table: questions with answers, news, and connecting again when the line breaks.

const FIRST_WAIT = 500; // milliseconds
const LONGEST_WAIT = 15_000;
const SILENCE = 10_000; // milliseconds without a word after a quick question: then the line is dead, though it looks open
const QUICK = ["chat", "decide", "play", "preview", "say", "see", "undo"]; // bots think about others

export class Connection {
  /** `heard(message)`: news. `changed(state, seconds)`: "open", "lost" (tries again in so long) or "refused". */
  constructor(address, heard, changed) {
    Object.assign(this, { address, heard, changed });
    this.waiting = new Map();
    this.asked = this.heardCount = 0;
    this.wait = FIRST_WAIT;
    addEventListener("online", () => this.#again());
    addEventListener("offline", () => this.#drop());
    this.#open();
  }

  /** Ask for something; the answer, or an error with the reason why not. What is asked already is not asked again, as by
   * a double click. */
  ask(what, details = {}) {
    const words = JSON.stringify({ do: what, ...details });
    const same = [...this.waiting.values()].find((question) => question.words === words);
    if (same) return same.answer;
    if (this.socket.readyState !== WebSocket.OPEN || this.isLost) return Promise.reject(new Error("there is no connection right now"));
    const n = ++this.asked;
    const question = { words };
    question.answer = new Promise((resolve, reject) => Object.assign(question, { resolve, reject }));
    this.waiting.set(n, question);
    this.socket.send(JSON.stringify({ do: what, n, ...details }));
    if (QUICK.includes(what)) this.#expectAnswer(n);
    return question.answer;
  }

  #open() {
    this.isLost = false;
    this.socket = new WebSocket(this.address);
    this.socket.onmessage = (event) => this.#take(JSON.parse(event.data));
    this.socket.onclose = () => this.#closed();
  }

  /** Give up the line if nothing comes for too long while this question waits. */
  #expectAnswer(n) {
    const heard = this.heardCount;
    setTimeout(() => {
      if (!this.waiting.has(n)) return;
      if (heard === this.heardCount) this.#drop();
      else this.#expectAnswer(n);
    }, SILENCE);
  }

  /** Close a line without waiting for the other side. */
  #drop() {
    if (this.isLost || this.isRefused) return;
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.#closed();
  }

  #take(message) {
    this.heardCount += 1;
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
    this.isRefused = true;
    this.changed("refused", 0, reason);
  }

  #closed() {
    for (const question of this.waiting.values()) question.reject(new Error("the connection broke"));
    this.waiting.clear();
    this.isOpen = false;
    this.isLost = true;
    this.changed("lost", this.wait / 1000);
    this.timer = setTimeout(() => this.#again(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  #again() {
    if (!this.isLost) return;
    clearTimeout(this.timer);
    this.#open();
  }
}
