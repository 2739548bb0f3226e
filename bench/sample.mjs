import { createHash } from "node:crypto";

/**
 * Returns a sample of `count` different texts in pseudo-random order, the same in each run.
 *
 * @throws {Error} when there are fewer different texts.
 */
export function sampleOf(texts, count, name) {
  const different = [...new Set(texts)];
  if (different.length < count) throw new Error(`${name}: ${count} are wanted, and there are ${different.length}`);
  const places = new Map(different.map((text) => [text, createHash("sha256").update(text).digest("hex")]));
  return different.toSorted((a, b) => (places.get(a) < places.get(b) ? -1 : 1)).slice(0, count);
}
