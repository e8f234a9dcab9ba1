// A bot in JavaScript: node first_bot.js. It plays the action whose words name the highest number.
const lines = require("node:readline").createInterface({ input: process.stdin });

const highest = (words) => Math.max(0, ...(words.match(/\d+/g) ?? []).map(Number));

function answerTo(request) {
  if (request.type === "hello") return { type: "ready", name: "highest number" };
  if (request.type !== "decide") return null;
  const best = request.legal.reduce((a, b) => (highest(b.words) > highest(a.words) ? b : a));
  return { action: best.action };
}

lines.on("line", (line) => {
  const answer = answerTo(JSON.parse(line));
  if (answer) console.log(JSON.stringify(answer));
});
