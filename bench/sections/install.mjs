import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { figure, heading } from "../figures.mjs";
import { startShop } from "../shop.mjs";

const run = promisify(execFile);

/** Measures a first start: the size of node_modules, and the time from `npm start` in a fresh copy to the first page. */
export async function install({ homeOf, port }) {
  heading("A first start in a fresh copy, with the package cache that is there");
  const folder = await homeOf();
  await run("git", ["clone", "--quiet", "--depth", "1", `file://${process.cwd()}`, `${folder}/copy`]);
  const address = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: `${folder}/copy`,
    detached: true,
    stdio: "ignore",
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: `${folder}/data`,
      MAKE_PICTURES: "false",
      DEMO_SAMPLES: "false",
      NODE_ENV: "",
    },
  });
  while (
    !(await fetch(address).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error("npm start ended");
    await pause(50);
  }
  figure("first start to first page", (performance.now() - begun) / 1000, "s", { most: 30 });
  process.kill(-child.pid, "SIGTERM");
  await once(child, "exit");
  const { stdout } = await run("du", ["-sm", `${folder}/copy/node_modules`]);
  figure("node_modules", Number.parseInt(stdout, 10), "MB", { most: 550 });
}

/** Measures two starts of the built shop: the first creates the database, the second finds it. */
export async function starts({ homeOf, port }) {
  heading("Start of the built shop");
  const home = await homeOf();
  const first = await startShop({ home, port });
  figure("empty database to first page", first.startMs, "ms");
  await first.stop();
  const second = await startShop({ home, port });
  figure(
    "second start to first page",
    second.startMs,
    "ms",
    {},
    `${Math.round(second.totalMb())} MB, shop and database`,
  );
  await second.stop();
}
