import { expect, test } from "vitest";
import { cardActs } from "./card-acts";

const card = { balance: "$50.00", left: "$50.00", email: "anna@example.com", waitsFor: null, creditOf: null };

test("sending a letter that waits for its day says that it leaves now", () => {
  const { says } = cardActs["send-again"];
  expect(says({ ...card, waitsFor: "December 6, 2026" })).toContain("It leaves now, and not on December 6, 2026.");
  expect(says(card)).not.toContain("leaves now");
});
