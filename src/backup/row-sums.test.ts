import { expect, test } from "vitest";
import { RowSum } from "./row-sums";

const sumOf = (...pieces: string[]): string => {
  const sum = new RowSum();
  for (const piece of pieces) sum.add(Buffer.from(piece));
  return String(sum);
};

test("a sum is the same for the same rows in any order and split anywhere", () => {
  expect(sumOf("1\tJacket\n2\tTee\n")).toBe(sumOf("2\tTe", "e\n1\t", "Jacket\n"));
  expect(sumOf("1\tJacket\n2\tTee\n")).toMatch(/^2 rows, /);
});

test("a changed, missing or repeated row changes the sum", () => {
  const sums = [
    "1\tJacket\n2\tTee\n",
    "1\tJacket\n2\tTea\n",
    "1\tJacket\n",
    "1\tJacket\n2\tTee\n2\tTee\n",
    "1\tJacket2\tTee\n\n",
  ];
  expect(new Set(sums.map((rows) => sumOf(rows))).size).toBe(sums.length);
});
