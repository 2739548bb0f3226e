import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Creates a function to call and await before each of many small steps, with the step's weight. When the weights since the last
 * pause reach `most`, it yields to the event loop, so that requests are served.
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
