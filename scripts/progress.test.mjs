import { expect, test } from "vitest";
import { progress } from "./progress.mjs";

/** Returns the output for some messages that arrive `seconds` after the start of the step. */
function written(news, { isTTY, seconds = 60 }) {
  const out = { isTTY, columns: 200, text: "", write: (text) => (out.text += text) };
  let now = 0;
  const shown = progress("rules", out, () => now);
  now = seconds * 1000;
  for (const piece of news) shown.tell(piece);
  shown.end();
  return out.text;
}

const half = { done: 10, total: 20, unit: "files", passed: 240, failed: 0, at: "src/shop/bag/bag.test.ts" };

test("a terminal shows a bar, and removes it at the end", () => {
  const text = written([half], { isTTY: true });
  expect(text).toContain(
    "[############............] rules: 10 of 20 files, 240 tests passed; src/shop/bag/bag.test.ts",
  );
  expect(text.endsWith("\r\u001B[K")).toBe(true);
});

test("without a terminal a line is printed at intervals", () => {
  expect(written([half, half], { isTTY: false })).toBe(
    "       rules: 10 of 20 files, 240 tests passed; src/shop/bag/bag.test.ts\n",
  );
  expect(written([half], { isTTY: false, seconds: 5 })).toBe("");
});

test("the title of a failed test is printed at once", () => {
  expect(written([{ failure: "bag.test.ts > adds up" }], { isTTY: false, seconds: 0 })).toBe(
    "       failed: bag.test.ts > adds up\n",
  );
});
