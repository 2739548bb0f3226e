import { createHash } from "node:crypto";

/** Random numbers that depend only on seed and name, not on other random numbers drawn meanwhile. */
export function drawing(seed, name) {
  let state = createHash("sha256").update(`${seed} ${name}`).digest().readUInt32LE(0);
  // Mulberry32, a pseudo-random number generator.
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    random,
    below: (end) => Math.floor(random() * end),
    chance: (part) => random() < part,
    oneOf: (list) => list[Math.floor(random() * list.length)],
    /** Draws a name with a probability proportional to its weight. */
    weighed(weights) {
      let left = random() * Object.values(weights).reduce((sum, weight) => sum + weight, 0);
      return Object.keys(weights).find((name) => (left -= weights[name]) < 0);
    },
  };
}
