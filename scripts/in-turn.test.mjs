import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { inTurn } from "./in-turn.mjs";

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
