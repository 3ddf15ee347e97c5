// A player of any game, for Node: it takes any of the offers, if it can one that costs nothing.
//
//   golemry lab run capek --bots "exec:node examples/players/offers.js,normal"
//
// docs/protocol.md describes the lines under "Programs as players".
const readline = require("node:readline");

const say = (message) => console.log(JSON.stringify(message));

/** The offer to take. A better player begins here: `view` has all that the seat may know. */
function choose(offers, view, seed) {
  const free = offers.filter((offer) => !offer.cost?.amount);
  const fitting = free.length > 0 ? free : offers;
  return fitting[seed % fitting.length];
}

let view;
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  if (asked.golemry) return say({ golemry: 1, name: "Any offer" });
  // The view comes with the first question about a decision.
  view = asked.view ?? view;
  const seed = Math.floor(asked.seed / 3 ** asked.choices.length);
  const offer = choose(asked.offers, view, seed);
  // If these choices do not make an action yet, the next question offers how to go on.
  say({ id: asked.id, choices: [...asked.choices, offer.choice] });
});
