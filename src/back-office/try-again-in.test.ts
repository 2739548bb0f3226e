import { expect, test } from "vitest";
import { tryAgainIn } from "./try-again-in";

const pages = import.meta.glob<string>("./**/*.page.tsx", { query: "?raw", import: "default", eager: true });

test.each([
  [1, "Wait a few seconds, then try again."],
  [10, "Wait a few seconds, then try again."],
  [11, "Wait a minute, then try again."],
  [90, "Try again in 2 minutes."],
  [900, "Try again in 15 minutes."],
])("a wait of %i seconds is described as: %s", (seconds, words) => {
  expect(tryAgainIn(seconds)).toBe(words);
});

test("each page whose form answers with a retry time also sends the Retry-After header", () => {
  const telling = Object.entries(pages).filter(([, source]) => /\bretryAfter\b/.test(source));
  expect(telling.map(([file]) => file)).toContain("./sign-in/sign-in.page.tsx");
  for (const [file, source] of telling)
    expect([file, source.includes("export const headers = withRetryAfter(")]).toEqual([file, true]);
});
