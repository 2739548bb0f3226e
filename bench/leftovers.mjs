/** Removes what a section of the benchmark leaves behind when it fails or is ended: processes and temporary folders. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const ENDS_WITHIN_MS = 30_000;
const homes = new Set();

/** Creates a temporary folder for data; `cleanUp` removes it. */
export async function temporaryHome() {
  const home = await mkdtemp(join(tmpdir(), "iron-mesa-bench-"));
  homes.add(home);
  return home;
}

/** Ends all descendants of this process and the database servers in its temporary folders, then removes the folders. */
export async function cleanUp() {
  await end(descendants);
  await end(databases);
  for (const home of homes) await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  homes.clear();
}

/** Ends the processes that `find` returns by SIGTERM, and by SIGKILL when they take too long. */
async function end(find) {
  const pids = find();
  for (const signal of ["SIGTERM", "SIGKILL"]) {
    for (const pid of pids.filter(isAlive)) kill(pid, signal);
    const deadline = performance.now() + ENDS_WITHIN_MS;
    while (pids.some(isAlive) && performance.now() < deadline) await pause(50);
  }
}

/** Ids of all descendants of this process, such as programs started by a shell or by npm. */
function descendants() {
  const processes = processIds().map((pid) => ({ pid, parent: parentOf(pid) }));
  const found = [process.pid];
  for (const above of found) found.push(...processes.filter(({ parent }) => parent === above).map(({ pid }) => pid));
  return found.slice(1);
}

/** Ids of the shops' database servers, found by working directory: after the end of a shop they are not descendants. */
const databases = () =>
  processIds().filter((pid) => {
    try {
      const directory = readlinkSync(`/proc/${pid}/cwd`);
      return [...homes].some((home) => directory.startsWith(`${home}/`));
    } catch {
      return false;
    }
  });

const processIds = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}

/** Zombies (ended, but not yet reaped by their parent) count as not alive. */
function isAlive(pid) {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
