import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Folder of the programs of PostgreSQL 15 on Debian. */
export const POSTGRES = "/usr/lib/postgresql/15/bin";

/** @throws {Error} when a Debian package is missing, with the command that installs it; tests are not skipped instead. */
export function need(parts) {
  const missing = Object.entries(parts).filter(([, file]) => !existsSync(file));
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name).join(" ");
  throw new Error(`Missing: ${names}. Install with: apt-get install --no-install-recommends ${names}`);
}

/** The user that runs the servers: PostgreSQL refuses to run as root. */
function serverUser() {
  if (process.getuid() !== 0) return {};
  const id = (option) => Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

/** Creates a folder owned by the servers' user; returns functions that start programs in this folder and end them. */
export async function openStage(name) {
  const user = serverUser();
  const home = await mkdtemp(join(tmpdir(), `iron-mesa-${name}-`));
  await chmod(home, 0o755);
  if (user.uid !== undefined) await chown(home, user.uid, user.gid);
  const running = [];
  process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

  async function folder(part) {
    const path = join(home, part);
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (user.uid !== undefined) await chown(path, user.uid, user.gid);
    return path;
  }

  /** Starts a program with its output in a file named by `label`. */
  async function start(label, program, args, options = {}) {
    const log = await open(join(home, `${label}.log`), "a");
    const child = spawn(program, args, { cwd: home, ...user, stdio: ["ignore", log.fd, log.fd], ...options });
    running.push(child);
    child.once("exit", () => void log.close());
    return child;
  }

  /** Runs a program and waits until it ends. */
  async function run(label, program, args) {
    const child = await start(label, program, args);
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`${program} ended with ${code}; see ${join(home, `${label}.log`)}`);
  }

  /** Ends every program, and removes the folder unless `keep` preserves it for inspection. */
  async function close({ keep = false } = {}) {
    for (const child of running.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, "exit");
      child.kill("SIGCONT");
      child.kill("SIGINT");
      await Promise.race([ended, pause(10_000)]);
      child.kill("SIGKILL");
    }
    if (!keep) await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }

  return { home, folder, start, run, close };
}

/** Error of a look at something that will not come any more. */
export class Ended extends Error {}

const notYet = (error) => {
  if (error instanceof Ended) throw error;
  return false;
};

/** Waits until `look` returns true. @throws {Error} after `within` milliseconds; {Ended} as soon as `look` throws it. */
export async function until(what, look, within = 60_000) {
  const deadline = Date.now() + within;
  while (!(await look().catch(notYet))) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${within / 1000} s`);
    await pause(200);
  }
}

/** Whether a port of this machine accepts connections. */
export const takes = (port) =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(socket.destroy() && true));
    socket.once("error", () => resolve(false));
  });
