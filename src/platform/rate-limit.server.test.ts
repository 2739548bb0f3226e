import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import type { Database } from "./database.server";
import { log } from "./log.server";
import { consume, sweepRateLimits } from "./rate-limit.server";
import { rateLimits } from "./rate-limit.tables";

const { db } = await openTestShop();

describe("counting acts by key", () => {
  const start = new Date("2026-11-22T10:00:00Z");
  beforeEach(() => void vi.useFakeTimers({ now: start, toFake: ["Date"] }));
  afterEach(async () => {
    vi.useRealTimers();
    await db.delete(rateLimits);
  });
  const later = (seconds: number) => vi.setSystemTime(start.getTime() + seconds * 1000);
  const twice = { name: "looked-up", times: 2, seconds: 60 };

  /** Seconds to wait that each of several attempts gets. */
  async function waits(of: Database, attempts: number, key: string): Promise<number[]> {
    const waits: number[] = [];
    for (let time = 0; time < attempts; time += 1) waits.push(await consume(of, twice, key));
    return waits;
  }

  test("an exhausted key gets the number of seconds to wait, and is allowed again after that", async () => {
    expect(await waits(db, 4, "jo")).toEqual([0, 0, 60, 60]);

    later(45.5);
    expect(await waits(db, 2, "jo")).toEqual([15, 15]);
    expect(await waits(db, 1, "sam")).toEqual([0]);

    later(60);
    expect(await waits(db, 3, "jo")).toEqual([0, 0, 60]);
  });

  test("counters of past periods are deleted, and current ones are not", async () => {
    await consume(db, twice, "old");
    later(59);
    await consume(db, twice, "young");

    await sweepRateLimits(db, new Date(start.getTime() + 60_000));

    expect(await db.select({ key: rateLimits.key }).from(rateLimits)).toEqual([{ key: "looked-up:young" }]);
  });

  test("while the database is down, each process counts on its own, and logs that only once", async () => {
    const said = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const down = unreachable();

    expect(await waits(down, 4, "jo")).toEqual([0, 0, 60, 60]);
    expect(said).toHaveBeenCalledTimes(1);
    said.mockRestore();
  });

  test("50,000 different keys do not fill the memory", async () => {
    const said = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const down = unreachable();
    const once = { ...twice, times: 1 };
    const flood = async () => {
      for (let key = 0; key < 50_000; key += 1)
        for (let time = 0; time < 2; time += 1) await consume(down, once, `k${key}`);
    };
    await flood();

    // A key that was evicted from memory is counted from the beginning; a key that is in memory is still exhausted.
    expect(await consume(down, once, "k0")).toBe(0);
    expect(await consume(down, once, "k39999")).toBe(0);
    expect(await consume(down, once, "k49999")).toBe(60);
    said.mockRestore();
  });

  /** A database that cannot be reached. */
  const unreachable = () =>
    ({
      insert: () => {
        throw new Error("connect ECONNREFUSED");
      },
    }) as unknown as Database;
});
