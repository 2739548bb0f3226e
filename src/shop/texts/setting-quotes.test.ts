import { expect, test } from "vitest";
import { quotingSentences, textsIn } from "./setting-quotes";

test("only sentences that quote a setting are found, without Markdown markup", () => {
  const policy =
    "## 1. Window\n\nYou have **{returnDays} days**. Write to [us](mailto:x) first.\n- Within {returnDays} days, it is free.";

  expect(quotingSentences(policy, ["returnDays"])).toEqual([
    "You have {returnDays} days.",
    "Within {returnDays} days, it is free.",
  ]);
  expect(quotingSentences(policy, ["refundTime"])).toEqual([]);
});

test("a decimal point does not end a sentence", () => {
  expect(quotingSentences("It costs $3.99 or {deliveryFee} today. Next.", ["deliveryFee"])).toEqual([
    "It costs $3.99 or {deliveryFee} today.",
  ]);
});

test("texts are found at any depth", () => {
  expect(textsIn({ a: "x", b: [{ c: "y" }, 3, null] })).toEqual(["x", "y"]);
});
