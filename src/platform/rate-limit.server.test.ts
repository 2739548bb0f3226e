import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import type { Database } from "./database.server";
import { log } from "./log.server";
import { addressPrefix, consume, sweepRateLimits } from "./rate-limit.server";
import { rateLimits } from "./rate-limit.tables";

const { db } = await openTestShop();

describe("the network that an address belongs to", () => {
  test("is the /64 of IPv6, however it is written", () => {
    expect(addressPrefix("2001:db8:0:12:aaaa:bbbb:cccc:1")).toBe("2001:db8:0:12::/64");
    expect(addressPrefix("2001:0DB8::0012:0:0:0:1")).toBe("2001:db8:0:12::/64");
    expect(addressPrefix("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
    expect(addressPrefix("::1")).toBe("0:0:0:0::/64");
    expect(addressPrefix("64:ff9b::203.0.113.7")).toBe("64:ff9b:0:0::/64");
  });

  test.each([
    "203.0.113.7",
    " 203.0.113.7 ",
    "203.0.113.7:54321",
    '"203.0.113.7:54321"',
    "::ffff:203.0.113.7",
    "::FFFF:203.0.113.7",
    "0:0:0:0:0:ffff:203.0.113.7",
    "0000:0000:0000:0000:0000:ffff:cb00:7107",
    "::ffff:cb00:7107",
    "[::ffff:203.0.113.7]",
    "[::ffff:cb00:7107]:54321",
    "::ffff:203.0.113.7%eth0",
  ])("is the whole of IPv4, written %s", (written) => {
    expect(addressPrefix(written)).toBe("203.0.113.7");
  });

  test.each(["[2001:db8:0:12::9]:443", '"[2001:db8:0:12::9]:443"', "[2001:db8:0:12::9]", "2001:db8:0:12::9%25eth0"])(
    "is the same with port, brackets or zone: %s",
    (written) => {
      expect(addressPrefix(written)).toBe("2001:db8:0:12::/64");
    },
  );

  test.each(["localhost", "unknown", "_hidden", "", "203.0.113", "203.0.113.7.1:80", "[::1", ":::", "1e9", null])(
    "is none for what is no address: %s",
    (written) => {
      expect(addressPrefix(written)).toBeUndefined();
    },
  );
});

describe("counting", () => {
  const start = new Date("2026-11-22T10:00:00Z");
  beforeEach(() => void vi.useFakeTimers({ now: start, toFake: ["Date"] }));
  afterEach(async () => {
    vi.useRealTimers();
    await db.delete(rateLimits);
  });
  const later = (seconds: number) => vi.setSystemTime(start.getTime() + seconds * 1000);
  const twice = { name: "looked-up", times: 2, seconds: 60 };

  /** The seconds to wait that each of so many attempts hears. */
  async function waits(of: Database, attempts: number, key: string): Promise<number[]> {
    const heard: number[] = [];
    for (let time = 0; time < attempts; time += 1) heard.push(await consume(of, twice, key));
    return heard;
  }

  test("whoever has used up an allowance hears for how long, and is let in again after it", async () => {
    expect(await waits(db, 4, "jo")).toEqual([0, 0, 60, 60]);

    later(45.5);
    expect(await waits(db, 2, "jo")).toEqual([15, 15]);
    expect(await waits(db, 1, "sam")).toEqual([0]);

    later(60);
    expect(await waits(db, 3, "jo")).toEqual([0, 0, 60]);
  });

  test("what was counted in spans that are over is swept, the rest stays", async () => {
    await consume(db, twice, "old");
    later(59);
    await consume(db, twice, "young");

    await sweepRateLimits(db, new Date(start.getTime() + 60_000));

    expect(await db.select({ key: rateLimits.key }).from(rateLimits)).toEqual([{ key: "looked-up:young" }]);
  });

  test("while the database is down each process counts for itself and says so once", async () => {
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

    // What was let go of is counted anew; what is held is still used up.
    expect(await consume(down, once, "k0")).toBe(0);
    expect(await consume(down, once, "k39999")).toBe(0);
    expect(await consume(down, once, "k49999")).toBe(60);
    said.mockRestore();
  });

  /** A database that cannot be asked. */
  const unreachable = () =>
    ({
      insert: () => {
        throw new Error("connect ECONNREFUSED");
      },
    }) as unknown as Database;
});
