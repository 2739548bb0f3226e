import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import { inTurn } from "./in-turn.mjs";

/** Called before a file is removed, so that a test can let other processes run between a look at a lock and its removal. */
let beforeRemoval = async () => {};
vi.mock("node:fs/promises", async (original) => {
  const real = await original();
  return {
    ...real,
    rm: async (...wanted) => {
      await beforeRemoval();
      return real.rm(...wanted);
    },
  };
});

const folder = await mkdtemp(join(tmpdir(), "turns "));
afterAll(() => rm(folder, { recursive: true, force: true }));

test("work under one lock file runs one after the other, also when some of it fails", async () => {
  const file = join(folder, "shared");
  let working = 0;
  const work = async (fails) => {
    working += 1;
    expect(working).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    working -= 1;
    if (fails) throw new Error("half way");
    return "done";
  };
  const ends = await Promise.allSettled([false, true, false].map((fails) => inTurn(file, () => work(fails))));
  expect(ends.filter(({ value }) => value === "done")).toHaveLength(2);
  expect(existsSync(file)).toBe(false);
});

test("a lock is taken over when its process has ended, or when its file was last touched a minute ago", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  const dead = join(folder, "dead");
  await writeFile(dead, String(child.pid));
  expect(await inTurn(dead, async () => "done")).toBe("done");

  const silent = join(folder, "silent");
  await writeFile(silent, String(process.pid));
  const before = new Date(Date.now() - 60_000);
  await utimes(silent, before, before);
  expect(await inTurn(silent, async () => "done")).toBe("done");
});

test("of two waiters that see the same abandoned lock, the slow one does not remove the lock of the other", async () => {
  const file = join(folder, "abandoned");
  await writeFile(file, String(process.pid));
  const before = new Date(Date.now() - 60_000);
  await utimes(file, before, before);
  let working = 0;
  const work = async () => {
    working += 1;
    expect(working).toBe(1);
    await pause(300);
    working -= 1;
  };
  const { promise: other, resolve } = Promise.withResolvers();
  beforeRemoval = async () => {
    beforeRemoval = async () => {};
    const { promise: begun, resolve: begin } = Promise.withResolvers();
    resolve(
      inTurn(file, () => {
        begin();
        return work();
      }),
    );
    // The other waiter takes over the lock now if it can.
    await Promise.race([begun, pause(300)]);
  };
  await Promise.all([inTurn(file, work), other]);
  expect(working).toBe(0);
});
