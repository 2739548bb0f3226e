import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockWithin, tryLock } from "./file-lock.server";

let home: string;
let file: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "iron mesa "));
  file = join(home, "lock");
});
afterEach(() => rm(home, { recursive: true, force: true }));

test("several processes can share a lock, and none can have it exclusively meanwhile", () => {
  const shared = [tryLock(file, "shared"), tryLock(file, "shared")];
  expect(shared).not.toContain(undefined);
  expect(tryLock(file, "exclusive")).toBeUndefined();

  for (const lock of shared) lock?.release();
  const alone = tryLock(file, "exclusive");
  expect(alone).toBeDefined();
  expect(tryLock(file, "shared")).toBeUndefined();
  alone?.release();
});

test("a process that waits for a lock gets it when it is released", async () => {
  const first = tryLock(file, "exclusive");
  const second = lockWithin(60_000, file, "exclusive");
  first?.release();

  expect(await second).toBeDefined();
  (await second)?.release();
});

test("the lock of a killed process is free at once", async () => {
  const words = `import { DatabaseSync } from "node:sqlite";
    new DatabaseSync(process.argv[1]).exec("begin exclusive");
    process.stdout.write("held");
    setInterval(() => undefined, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", words, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(other.stdout, "data");
  expect(tryLock(file, "shared")).toBeUndefined();

  other.kill("SIGKILL");
  await once(other, "exit");
  const next = tryLock(file, "exclusive");
  expect(next).toBeDefined();
  next?.release();
});
