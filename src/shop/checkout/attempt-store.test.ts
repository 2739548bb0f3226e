import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { parseAttempt } from "./attempt-store";

const now = Date.UTC(2026, 5, 1);
const hours = (count: number) => count * HOUR;
const attempt = {
  key: "0123456789abcdef0123456789abcdef",
  at: now,
  payment: { id: "pi_1", clientSecret: "pi_1_secret_2", arrived: true },
};
const stored = (change: object = {}) => JSON.stringify({ ...attempt, ...change });

test("an attempt to buy is restored within a day, and discarded with its secrets afterwards", () => {
  expect(parseAttempt(stored(), now + hours(23))).toEqual(attempt);
  expect(parseAttempt(stored(), now + hours(24))).toBeNull();
});

test("an attempt stored by an earlier release is restored, because its payment may have arrived", () => {
  expect(parseAttempt(stored({ at: undefined }), now)).toMatchObject({ payment: { arrived: true } });
});

test.each([
  ["a key that can be guessed", { key: "shopper-1" }],
  ["a key of fewer bits", { key: "0123456789abcdef" }],
  ["a payment without its secret", { payment: { id: "pi_1", arrived: true } }],
])("an attempt with %s is discarded", (_, change) => {
  expect(parseAttempt(stored(change), now)).toBeNull();
});
