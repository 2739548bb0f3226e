import { expect, test, vi } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { log } from "./log.server";
import { runWithPauses, waitingIn } from "./waiting-steps.server";
import { waitingSteps } from "./waiting-steps.tables";

const { db } = await openTestShop();
const START = new Date("2026-11-27T10:00:00Z");
const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

/** A list of due rows; `run` returns the rows whose step ran at a minute. */
function dueRows(list: string, rows: string[]) {
  const own = { failing: new Set<string>(), needs: new Map<string, string>(), rows };
  const run = async (minute: number) => {
    const ran: string[] = [];
    const step = async (row: string) => {
      ran.push(row);
      if (own.failing.has(row)) throw new Error("It fails for ever.");
      return own.needs.get(row);
    };
    await runWithPauses(db, { list, rows: own.rows, key: String, step }, after(minute));
    return ran.join(" ");
  };
  return { ...own, run };
}

test("a row that fails for ever is tried with growing pauses and does not stop others; members are told from the third failure on", async () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const { run, failing } = dueRows("failing", ["a", "b"]);
  failing.add("a");
  const runs: string[] = [];
  const told: string[] = [];
  const minutes = [
    ...Array.from({ length: 21 }, (_, minute) => minute),
    ...Array.from({ length: 24 }, (_, hour) => 60 * hour + 60),
  ];
  for (const minute of minutes) {
    runs.push(await run(minute));
    told.push((await waitingIn(db, "failing")).map(({ row }) => row).join(" "));
  }
  const flags = (which: string[]) => which.map((rows) => (rows.includes("a") ? 1 : 0)).join("");
  expect(flags(runs.slice(0, 21))).toBe("110100010000000100000");
  expect(flags(told.slice(0, 21))).toBe("000111111111111111111");
  expect(runs.every((ran) => ran.endsWith("b"))).toBe(true);
  expect(logged.mock.calls.length).toBeLessThan(14);
  logged.mockRestore();

  failing.clear();
  await run(48 * 60);
  expect(await db.$count(waitingSteps)).toBe(0);
});

test("a step that waits for a member is tried in each run, and members are told at once", async () => {
  const { run, needs } = dueRows("needing", ["a"]);
  needs.set("a", "Write a price.");
  expect([await run(0), await run(1)]).toEqual(["a", "a"]);
  expect(await waitingIn(db, "needing")).toEqual([{ row: "a", need: "Write a price.", since: START, nextAt: START }]);
  needs.clear();
  await run(2);
  expect(await waitingIn(db, "needing")).toEqual([]);
});

test("a row that is no longer due is forgotten, and an unreachable database counts as no failure of a row", async () => {
  const { needs, run } = dueRows("gone", ["a"]);
  needs.set("a", "Write a price.");
  await run(0);
  await runWithPauses(db, { list: "gone", rows: [], key: String, step: async () => undefined }, after(1));
  expect(await waitingIn(db, "gone")).toEqual([]);

  const step = () => Promise.reject(new Error("Connection terminated unexpectedly"));
  const cut = runWithPauses(db, { list: "gone", rows: ["a"], key: String, step }, after(2));
  await expect(cut).rejects.toThrow("Connection terminated");
  expect(await db.$count(waitingSteps)).toBe(0);
});
