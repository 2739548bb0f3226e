import { expect, test } from "vitest";
import { sharedNotes } from "./shared-notes";

test("a note of three lines is said once with their number, and other notes stay with their lines", () => {
  const lines = [
    { row: 2, notes: ["no kind", "no kind", "cut"] },
    { row: 3, notes: ["no kind"] },
    { row: 4, notes: ["twice", "no kind"] },
    { row: 5, notes: ["twice"] },
  ];
  expect(sharedNotes(lines)).toEqual({
    shared: [{ note: "no kind", count: 3 }],
    lines: [
      { row: 2, notes: ["cut"] },
      { row: 3, notes: [] },
      { row: 4, notes: ["twice"] },
      { row: 5, notes: ["twice"] },
    ],
  });
});
