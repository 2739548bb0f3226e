import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { returnsTable } from "./returns-sheet.server";

/** Line of returned goods: `pieces` came back of `sold` in the same days. */
const line = (pieces: number, sold: number) => ({
  productId: `p${pieces}${sold}`,
  product: "Sprocket Tee",
  category: "Tees",
  size: "M",
  reason: "too-small",
  pieces,
  exchanged: 0,
  amount: cents(36_00 * pieces),
  sold,
});

test("no part of the sold pieces is named where more came back than was sold in the period", () => {
  const all = { pieces: 6, exchanged: 0, amount: cents(0) };
  const rows = [line(1, 4), line(2, 2), line(3, 1), line(1, 0)];
  const table = returnsTable({ rows, count: 4, all, byReason: [], telling: null, categories: [] });
  expect(table.rows.map(({ cells }) => cells.at(-1))).toEqual([0.25, 1, null, null]);
});
