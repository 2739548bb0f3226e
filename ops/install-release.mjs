/**
 * Carries out "Install a new release on one machine" of docs/operations.md as written, from the former release to the present commit:
 * its lines run in a folder that stands for /srv, with a `systemctl` of its own. Fails if the shop loses data or is closed for long.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../scripts/free-port.mjs";
import { until } from "./debian.mjs";
import { builtIn, formerCommit, inTreeOf } from "./former-checkout.mjs";

/** Longest time in milliseconds for which the shop may be closed: it ends within 25 s, and migrates and starts in the same again. */
const CLOSED_MS = 60_000;
const HEADING = "## Install a new release on one machine";

/** The shell lines of the section, in order: its first block installs, its second returns to the former release. */
export function documentedLines(text) {
  const section = text.slice(text.indexOf(HEADING)).split("\n## ")[0];
  return [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, lines = ""]) => lines.trim().split("\n"));
}

export const installRelease = () =>
  inTreeOf(formerCommit(), "installed before this release", async (former) => {
    await builtIn(former);
    const srv = await mkdtemp(join(tmpdir(), "iron-mesa-install-"));
    const stage = {
      srv,
      former,
      port: await freePort(),
      next: JSON.parse(await readFile("package.json", "utf8")).version,
    };
    try {
      return await installed(stage);
    } finally {
      await ended(stage);
      await rm(srv, { recursive: true, force: true, maxRetries: 5 });
    }
  });

async function installed(stage) {
  const { srv, former, port } = stage;
  await mkdir(join(srv, "releases"));
  await symlink(former, join(srv, "shop"));
  await writeFile(join(former, ".env"), `PORT=${port}\nMAKE_PICTURES=false\nDATA_DIR=${join(srv, "data")}\n`);
  await writeSystemctl(stage);
  await run(stage, "systemctl restart iron-mesa");
  await until("the former release", () => isReady(stage), 240_000);
  const before = await goods(stage);
  const [install, back] = documentedLines(await readFile("docs/operations.md", "utf8"));

  const watch = watching(stage);
  for (const line of install) await run(stage, line);
  await until("the new release", () => isReady(stage), 240_000);
  const closed = await watch.end();
  const complaints = await found(stage, { before, folder: join(srv, "releases", stage.next), closed });

  const watchBack = watching(stage);
  for (const line of back) await run({ ...stage, FORMER: former }, line);
  await until("the former release again", () => isReady(stage), 240_000);
  complaints.push(...(await found(stage, { before, folder: former, closed: await watchBack.end() })));
  for (const complaint of complaints) say(`WRONG ${complaint}`);
  return complaints.length === 0;
}

/** Complaints about the shop after a switch; says for how long it was closed. */
async function found(stage, { before, folder, closed }) {
  say(`  ${(closed / 1000).toFixed(1)} s closed for the switch to ${folder}`);
  const complaints = [];
  if ((await readlink(join(stage.srv, "shop"))) !== folder) complaints.push(`the link does not lead to ${folder}`);
  if ((await goods(stage)) !== before) complaints.push("the shop has other goods than before");
  if (closed > CLOSED_MS) complaints.push(`the shop was closed for ${Math.round(closed / 1000)} s`);
  return complaints;
}

/** Runs a documented line; /srv is the stage's folder, and the packages of a new clone are those of this folder, without a network. */
async function run({ srv, next, FORMER = "" }, line) {
  say(`  ${line}`);
  const PATH = `${join(srv, "bin")}:${process.env.PATH}`;
  const SOURCE = resolve(".");
  const written = line
    .replaceAll("/srv/", `${srv}/`)
    .replace(`${srv}/releases/$FORMER`, FORMER)
    .replace('--branch "v$NEXT"', "");
  const child = spawn("sh", ["-ec", written], {
    cwd: srv,
    env: { ...process.env, PATH, NEXT: next, SOURCE, DATA_DIR: join(srv, "data") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const output of [child.stdout, child.stderr])
    output.on("data", (part) => (said = `${said}${part}`.slice(-4000)));
  // The shop that `systemctl` starts keeps the output open.
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${line}: ended with ${code}\n${said}`);
  if (!line.startsWith("git clone")) return;
  const copied = spawnSync("cp", ["-al", resolve("node_modules"), join(srv, "releases", next, "node_modules")]);
  if (copied.status !== 0) throw new Error(String(copied.stderr));
}

/** Writes a `systemctl` that restarts the shop as ops/iron-mesa.service runs it. */
async function writeSystemctl({ srv }) {
  await mkdir(join(srv, "bin"));
  const unit = await readFile("ops/iron-mesa.service", "utf8");
  const command = /^ExecStart=\S+ (.+)$/m.exec(unit)?.[1];
  const file = join(srv, "bin", "systemctl");
  await writeFile(
    file,
    `#!/bin/sh
if [ -f ${srv}/pid ]; then kill -TERM "$(cat ${srv}/pid)"; while kill -0 "$(cat ${srv}/pid)" 2>/dev/null; do sleep 0.1; done; fi
cd "$(readlink -f ${srv}/shop)"
NODE_ENV=production setsid ${process.execPath} ${command} >>${srv}/log 2>&1 &
echo $! >${srv}/pid
`,
  );
  await chmod(file, 0o755);
}

/** Ends the shop of the stage. */
async function ended({ srv }) {
  const pid = Number(await readFile(join(srv, "pid"), "utf8").catch(() => "0"));
  const isAlive = () => spawnSync("kill", ["-0", String(pid)]).status === 0;
  if (pid === 0 || !isAlive()) return;
  process.kill(pid, "SIGTERM");
  await until("the end of the shop", async () => !isAlive(), 40_000).catch(() => process.kill(pid, "SIGKILL"));
}

const at = ({ port }, path) => fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2000) });
const isReady = async (stage) => (await at(stage, "/readyz")).ok;
const goods = async (stage) => (await at(stage, "/api/products")).text();

/** Watches whether the shop answers; `end` returns the longest time in milliseconds between two good answers. */
function watching(stage) {
  const over = new AbortController();
  let [last, longest] = [Date.now(), 0];
  const watched = (async () => {
    while (!over.signal.aborted) {
      if (await isReady(stage).catch(() => false)) {
        longest = Math.max(longest, Date.now() - last);
        last = Date.now();
      }
      await pause(100);
    }
  })();
  return {
    async end() {
      over.abort();
      await watched;
      return Math.max(longest, Date.now() - last);
    },
  };
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
