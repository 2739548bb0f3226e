import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, expect, test } from "vitest";
import { eventually } from "./eventually";

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "a fuzz that is ended by %s while its shop starts leaves no shop running",
  async (signal) => {
    const home = await mkdtemp(join(tmpdir(), "fuzz-shop-"));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const program = join(home, "silent-shop.mjs");
    const pidFile = join(home, "pid");
    await writeFile(
      program,
      `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000);`,
    );
    const wish = { home, port: 1, origin: "https://fuzz.invalid", program: [program] };
    const module = JSON.stringify(join(process.cwd(), "torture/fuzz-shop.mjs"));
    const code = `import { openFuzzShop } from ${module}; await openFuzzShop(${JSON.stringify(wish)});`;
    const fuzz = spawn(process.execPath, ["--input-type=module", "--eval", code], { stdio: "ignore" });
    onTestFinished(() => void fuzz.kill("SIGKILL"));
    const shop = await eventually(async () => {
      const pid = Number(await readFile(pidFile, "utf8"));
      if (!pid) throw new Error("The shop has not begun.");
      return pid;
    });
    onTestFinished(() => void (isRunning(shop) && process.kill(shop, "SIGKILL")));

    fuzz.kill(signal);
    await once(fuzz, "exit");
    await eventually(() => expect(isRunning(shop)).toBe(false));
  },
);
