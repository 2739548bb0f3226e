import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * For long work on many small things: to be awaited before each, with what it weighs. After `most` of that together the event loop
 * takes a turn, in which others are served.
 */
export function givingWay(most: number): (weight?: number) => Promise<void> | undefined {
  let done = 0;
  return (weight = 1) => {
    done += weight;
    if (done < most) return undefined;
    done = 0;
    return nextTurn();
  };
}
