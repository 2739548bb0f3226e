import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { readEnv } from "~/platform/env.server";
import { openToServe } from "./open-database";

const home = await mkdtemp(join(tmpdir(), "open-database-"));
afterAll(() => rm(home, { recursive: true }));

/** A port that another program has until the test ends. */
async function takenPort(): Promise<string> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  return String((other.address() as AddressInfo).port);
}

test("a start on a taken port is refused before anything is written into a new data folder", async () => {
  for (const name of ["PORT", "METRICS_PORT"]) {
    const env = readEnv({ DATA_DIR: join(home, "data"), HOST: "127.0.0.1", PORT: "0", [name]: await takenPort() });
    await expect(openToServe(env)).rejects.toThrow(
      new RegExp(`^Port \\d+ cannot be used: another program has it\\. Set ${name} to another one\\.$`),
    );
    expect(await readdir(home)).toEqual([]);
  }
});
