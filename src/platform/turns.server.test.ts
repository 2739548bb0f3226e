import { expect, test } from "vitest";
import { inTurn, type Portion } from "./turns.server";

/** A list of numbers that stay until they are removed, and the rows of each round. */
function opened(count: number) {
  const open = new Set(Array.from({ length: count }, (_, row) => row));
  const db = {};
  const round = async (most: number, step: (row: number) => boolean | void = () => {}) => {
    const rows: number[] = [];
    const read = async ({ most: wanted, without }: Portion) =>
      [...open].filter((row) => !without.includes(String(row))).slice(0, wanted);
    await inTurn(db, { name: "numbers", most, read, key: String }, async (row) => {
      rows.push(row);
      return step(row);
    });
    return rows;
  };
  return { open, round };
}

test("rows that stay in the list do not hide later ones", async () => {
  const { round, open } = opened(5);
  expect([await round(2), await round(2), await round(2), await round(2)]).toEqual([
    [0, 1],
    [2, 3],
    [4, 0],
    [1, 2],
  ]);
  open.delete(3);
  expect(await round(9)).toEqual([4, 0, 1, 2]);
});

test("all rows of a short list have a turn in each round", async () => {
  const { round } = opened(3);
  expect([await round(5), await round(5)]).toEqual([
    [0, 1, 2],
    [0, 1, 2],
  ]);
});

test("rows after which a round ended come last in the next round", async () => {
  const { round } = opened(5);
  expect(await round(5, (row) => row < 1)).toEqual([0, 1]);
  expect(await round(5)).toEqual([2, 3, 4, 0, 1]);
});
