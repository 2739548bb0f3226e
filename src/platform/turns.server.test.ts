import { expect, test } from "vitest";
import { type Portion, roundOf, runInTurn } from "./turns.server";

const db = {};
/** A list of rows that stay until they are removed; `round` returns the rows that had a turn, as `rows` records them. */
function opened(name: string, count: number, rows: string[] = []) {
  const open = new Set(Array.from({ length: count }, (_, row) => `${name}${row}`));
  const failing = new Set<string>();
  const list = {
    name,
    most: 2,
    read: async ({ most, without, only }: Portion) =>
      [...open].filter((row) => (only ? only.includes(row) : !without.includes(row))).slice(0, most),
    key: String,
    random: () => 0,
    async step(row: string) {
      rows.push(row);
      return !failing.has(row);
    },
  };
  const round = async (most: number) => {
    await runInTurn([roundOf(db, { ...list, most })]);
    return rows.splice(0);
  };
  return { open, failing, list, round };
}

test("rows that stay in the list do not hide later ones", async () => {
  const { round, open } = opened("a", 5);
  expect([await round(2), await round(2), await round(2), await round(2)]).toEqual([
    ["a0", "a1"],
    ["a2", "a3"],
    ["a4", "a0"],
    ["a1", "a2"],
  ]);
  open.delete("a3");
  expect(await round(9)).toEqual(["a4", "a0", "a1", "a2"]);
});

test("all rows of a short list have a turn in each round", async () => {
  const { round } = opened("b", 3);
  expect([await round(5), await round(5)]).toEqual([
    ["b0", "b1", "b2"],
    ["b0", "b1", "b2"],
  ]);
});

test("rows that failed have their next turn after all others, and in turn among themselves", async () => {
  const { round, failing, open } = opened("c", 5);
  for (const row of ["c0", "c1", "c2"]) failing.add(row);
  expect(await round(9)).toEqual(["c0", "c1", "c2", "c3", "c4"]);
  expect(await round(2)).toEqual(["c3", "c4", "c0", "c1"]);
  open.delete("c2");
  failing.clear();
  expect(await round(9)).toEqual(["c3", "c4", "c0", "c1"]);
  expect(await round(9)).toEqual(["c0", "c1", "c3", "c4"]);
});

test("rows that make the round end do not hide the rows of other lists", async () => {
  const rows: string[] = [];
  const [first, second] = [opened("d", 9, rows), opened("e", 1, rows)];
  for (const row of first.open) first.failing.add(row);
  const round = async () => {
    const most = (name: string) => rows.filter((row) => row.startsWith(name)).length < 3;
    await runInTurn([roundOf(db, { ...first.list, most: 9 }), roundOf(db, second.list)], () => most("d"));
    return rows.splice(0).join(" ");
  };
  expect([await round(), await round(), await round(), await round(), await round()]).toEqual([
    "d0 d1 d2",
    "d3 d4 d5",
    "d6 d7 d8",
    "e0 d0 d1 d2",
    "e0 d3 d4 d5",
  ]);
});

test("a process that dies with a row at each of its starts gets to all other rows", async () => {
  const { list } = opened("f", 9);
  const reached = new Set<string>();
  let seed = 1;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const step = async (row: string) => {
    if (["f0", "f1", "f2"].includes(row)) throw new Error("The process dies.");
    reached.add(row);
  };
  // Each start has its own memory, as each process has.
  for (let start = 0; start < 60; start += 1)
    await runInTurn([roundOf({}, { ...list, random, step })]).catch(() => undefined);
  expect([...reached].toSorted()).toEqual(["f3", "f4", "f5", "f6", "f7", "f8"]);
});
