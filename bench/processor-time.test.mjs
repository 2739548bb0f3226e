import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { processorClock } from "./processor-time.mjs";

/** Program that, after a message from its parent process, runs a thread which uses 300 ms of processor time and ends. */
const PROGRAM = `
  const { Worker } = require("node:worker_threads");
  const used = "const used = () => { const { user, system } = process.cpuUsage(); return user + system; };";
  const busy = used + "const before = used(); while (used() - before < 300_000);";
  process.on("message", () => new Worker(busy, { eval: true }).on("exit", () => process.send("ended")));
  process.send("ready");`;

test("the processor time of a thread that has ended still counts", async () => {
  const folder = await mkdtemp(join(tmpdir(), "clock-"));
  await writeFile(join(folder, "program.cjs"), PROGRAM);
  const child = fork(join(folder, "program.cjs"), { execArgv: [] });
  onTestFinished(async () => {
    const exited = once(child, "exit");
    child.kill();
    await exited;
    await rm(folder, { recursive: true });
  });
  await once(child, "message");
  const clock = processorClock(child.pid);
  const before = clock();
  child.send("go");
  await once(child, "message");

  expect(clock() - before).toBeGreaterThan(250);
});
