/**
 * All ordered pairs of `count` things, in an order in which also the second thing of a pair and the first of the next one are
 * each ordered pair once: a closed walk over both kinds of pairs in turn.
 */
export function roundOfPairs(count: number): [first: number, second: number][] {
  const zeros = () => Array.from({ length: count }, () => 0);
  // Vertices are "ends with a first thing" and "ends with a second thing"; every edge between them is walked once (Hierholzer).
  const next = { first: zeros(), second: zeros() };
  const stack: ["first" | "second", number][] = [["first", 0]];
  const walk: ["first" | "second", number][] = [];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const [side, thing] = top;
    const to = next[side][thing] ?? count;
    if (to === count) walk.push(...stack.splice(-1));
    else {
      next[side][thing] = to + 1;
      stack.push([side === "first" ? "second" : "first", to]);
    }
  }
  walk.reverse();
  return Array.from({ length: count * count }, (_, turn) => [walk[2 * turn]?.[1] ?? 0, walk[2 * turn + 1]?.[1] ?? 0]);
}
