import { describe, expect, it } from "vitest";
import { NO_OPTION, steppedOption, stepOf } from "./active-option";

const walk = (step: 1 | -1, count: number, options?: { withNone: boolean }) => {
  const stops: number[] = [];
  for (let active = NO_OPTION; stops.length < 5; stops.push(active))
    active = steppedOption(active, step, count, options);
  return stops;
};

describe("the active option of a list", () => {
  it("the active option wraps around at both ends", () => {
    expect(walk(1, 3)).toEqual([0, 1, 2, 0, 1]);
    expect(walk(-1, 3)).toEqual([2, 1, 0, 2, 1]);
  });

  it("the active option has one more position with `withNone`, in which no option is active", () => {
    expect(walk(1, 3, { withNone: true })).toEqual([0, 1, 2, NO_OPTION, 0]);
    expect(walk(-1, 3, { withNone: true })).toEqual([2, 1, 0, NO_OPTION, 2]);
  });

  it("no option is active in an empty list", () => {
    expect(walk(1, 0)).toEqual(walk(-1, 0, { withNone: true }));
    expect(steppedOption(2, 1, 0)).toBe(NO_OPTION);
  });

  it("the active option moves only with the up and down arrow keys", () => {
    expect(["ArrowDown", "ArrowUp", "ArrowLeft", "Tab", "toString"].map(stepOf)).toEqual([
      1,
      -1,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
