import { expect, test } from "vitest";
import { isUuid } from "~/shop/is-uuid";
import { newSubmission, noteAnswered, unsentId } from "./sent-ids";

test("a form keeps its id until it is answered, and is then sent with a new one, also while the page still shows the old one", () => {
  const shown = newSubmission();
  expect(isUuid(shown)).toBe(true);
  expect(unsentId(shown)).toBe(shown);
  noteAnswered(shown);
  const second = unsentId(shown);
  expect(second).not.toBe(shown);
  expect(unsentId(shown)).toBe(second);
  // A double click is answered twice.
  noteAnswered(shown);
  expect(unsentId(shown)).toBe(second);
  noteAnswered(second);
  expect([shown, second]).not.toContain(unsentId(shown));
  expect(unsentId(newSubmission())).not.toBe(unsentId(shown));
});
