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

describe("what a draft gets of one variant", () => {
  test.each<[string, Pick<VariantBounds, "wanted" | "level"> & Partial<VariantBounds>, VariantAnswer]>([
    ["the half is held", { wanted: 12, level: 23 }, { kind: "held" }],
    ["more than half is held for 90 seconds", { wanted: 20, level: 23 }, { kind: "held-briefly", for: 90 * second }],
    ["all of it as well", { wanted: 24, level: 24 }, { kind: "held-briefly", for: 90 * second }],
    ["one piece beside a held half", { wanted: 1, ...halfHeld }, { kind: "held-briefly", for: 90 * second }],
    ["what is left of the time", { wanted: 6, ...halfHeld, used: 60 * second }, { kind: "held-briefly", for: 30_000 }],
    ["too little time holds nothing", { wanted: 6, ...halfHeld, used: 80 * second }, { kind: "first-to-pay" }],
    ["nor does a time that is used up", { wanted: 20, level: 23, used: 90 * second }, { kind: "first-to-pay" }],
    ["what others hold is theirs", { wanted: 20, ...halfHeld }, { kind: "held-by-others", left: 11 }],
    ["own drafts are no others", { wanted: 20, ...halfHeld, heldByOthers: 0 }, { kind: "sold-out", left: 11 }],
    ["nobody holds what there is not", { wanted: 20, level: 11 }, { kind: "sold-out", left: 11 }],
    ["who let stock go gets the half", { wanted: 12, level: 23, isPaused: true }, { kind: "held" }],
    ["and no more", { wanted: 20, level: 23, isPaused: true }, { kind: "let-go", left: 12 }],
    ["the last piece is held", { wanted: 1, level: 1 }, { kind: "held" }],
    ["but not for who let stock go", { wanted: 1, level: 1, isPaused: true }, { kind: "let-go", left: 0 }],
  ])("%s", (_, variant, answer) => {
    expect(answerFor({ ...quiet, ...variant })).toEqual(answer);
  });
});

describe("the time that a variant was held beyond its half", () => {
  const at = (seconds: number) => new Date(seconds * second);

  test("counts overlapping holds once, and of the last ten minutes only", () => {
    const spans = [
      { since: at(0), until: at(90) },
      { since: at(30), until: at(60) },
      { since: at(80), until: at(100) },
    ];
    expect(timeUsed(spans, at(100))).toBe(100 * second);
    expect(timeUsed(spans, at(650))).toBe(50 * second);
    expect(timeUsed(spans, at(700))).toBe(0);
  });

  test("counts a hold that goes on until now", () => {
    expect(timeUsed([{ since: at(0), until: at(90) }], at(20))).toBe(20 * second);
  });
});
