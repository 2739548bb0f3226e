import { describe, expect, test } from "vitest";
import { answerFor, timeUsed, type VariantAnswer, type VariantBounds } from "./hold-bounds";

const second = 1000;
const quiet: Omit<VariantBounds, "wanted" | "level"> = {
  held: 0,
  heldByOthers: 0,
  halfFrom: 5,
  isPaused: false,
  used: 0,
};
const halfHeld = { level: 11, held: 12, heldByOthers: 12 };

describe("how many pieces of one variant a draft gets", () => {
  test.each<[string, Pick<VariantBounds, "wanted" | "level"> & Partial<VariantBounds>, VariantAnswer]>([
    ["half of the stock is held", { wanted: 12, level: 23 }, { kind: "held" }],
    [
      "more than half of the stock is held for 90 seconds",
      { wanted: 20, level: 23 },
      { kind: "held-briefly", for: 90 * second },
    ],
    ["all of the stock is held for 90 seconds", { wanted: 24, level: 24 }, { kind: "held-briefly", for: 90 * second }],
    [
      "one piece is held for 90 seconds while others hold half",
      { wanted: 1, ...halfHeld },
      { kind: "held-briefly", for: 90 * second },
    ],
    [
      "pieces beyond the half are held for the rest of the 90 seconds",
      { wanted: 6, ...halfHeld, used: 60 * second },
      { kind: "held-briefly", for: 30_000 },
    ],
    [
      "nothing is held if too little time is left",
      { wanted: 6, ...halfHeld, used: 80 * second },
      { kind: "first-to-pay" },
    ],
    ["nothing is held if the time is used up", { wanted: 20, level: 23, used: 90 * second }, { kind: "first-to-pay" }],
    ["pieces held by others are not available", { wanted: 20, ...halfHeld }, { kind: "held-by-others", left: 11 }],
    [
      "pieces held by drafts of the same network count as sold out",
      { wanted: 20, ...halfHeld, heldByOthers: 0 },
      { kind: "sold-out", left: 11 },
    ],
    ["pieces beyond the stock are sold out", { wanted: 20, level: 11 }, { kind: "sold-out", left: 11 }],
    [
      "a network that left pieces unpaid gets half of the stock",
      { wanted: 12, level: 23, isPaused: true },
      { kind: "held" },
    ],
    [
      "a network that left pieces unpaid gets no more than half",
      { wanted: 20, level: 23, isPaused: true },
      { kind: "let-go", left: 12 },
    ],
    ["the last piece is held", { wanted: 1, level: 1 }, { kind: "held" }],
    [
      "the last piece is refused to a network that left pieces unpaid",
      { wanted: 1, level: 1, isPaused: true },
      { kind: "let-go", left: 0 },
    ],
  ])("%s", (_, variant, answer) => {
    expect(answerFor({ ...quiet, ...variant })).toEqual(answer);
  });
});

describe("`timeUsed`", () => {
  const at = (seconds: number) => new Date(seconds * second);

  test("counts overlapping holds once, and only within the last ten minutes", () => {
    const spans = [
      { since: at(0), until: at(90) },
      { since: at(30), until: at(60) },
      { since: at(80), until: at(100) },
    ];
    expect(timeUsed(spans, at(100))).toBe(100 * second);
    expect(timeUsed(spans, at(650))).toBe(50 * second);
    expect(timeUsed(spans, at(700))).toBe(0);
  });

  test("counts a hold that has not ended until now", () => {
    expect(timeUsed([{ since: at(0), until: at(90) }], at(20))).toBe(20 * second);
  });
});
