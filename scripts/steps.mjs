// Runs the programs of the commands of package.json, from node_modules if they are there, and prints one line for each.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { PROGRESS_CHANNEL } from "./progress-news.mjs";
import { progress } from "./progress.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const binaries = join(root, "node_modules", ".bin");

/** A step that failed; its output has been printed already. */
export class Failed extends Error {
  constructor(code = 1) {
    super();
    this.code = code;
  }
}

/**
 * Runs a program and prints one line with its duration, and its output only if it failed. Calls `begun` with the process; if the
 * caller sets `isStopped` of the process, prints nothing. Tests report their progress on a separate pipe.
 */
export async function step(name, program, args, environment = {}, { directory = root, begun } = {}) {
  const start = Date.now();
  const child = launch(program, args, { stdio: ["ignore", "pipe", "pipe", "pipe"], environment, directory });
  begun?.(child);
  const shown = progress(name);
  const news = child.stdio[PROGRESS_CHANNEL];
  if (news) createInterface({ input: news }).on("line", (line) => shown.tell(JSON.parse(line)));
  const output = [];
  child.stdout?.on("data", (chunk) => output.push(chunk));
  child.stderr?.on("data", (chunk) => output.push(chunk));
  const code = await ended(child);
  shown.end();
  if (child.isStopped) throw new Failed(code);
  const seconds = `${((Date.now() - start) / 1000).toFixed(1)} s`.padStart(8);
  process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name.padEnd(16)}${seconds}\n`);
  if (code === 0) return;
  process.stdout.write(Buffer.concat(output));
  throw new Failed(code);
}

export function run(program, args, environment = {}, stdio = "inherit") {
  const child = launch(program, args, { stdio, environment });
  // On Ctrl+C the terminal signals the child process itself, so this process only waits for its exit code.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => signal === "SIGTERM" && child.kill(signal));
  return ended(child);
}

export function launch(program, args, { stdio, environment, directory = root }) {
  const local = join(binaries, program);
  return spawn(existsSync(local) ? local : program === "node" ? process.execPath : program, args, {
    stdio,
    cwd: directory,
    env: { ...process.env, ...environment, PATH: binaries + delimiter + (process.env.PATH ?? "") },
  });
}

export function ended(child) {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    child.on("close", (code, signal) =>
      resolve(signal ? ({ SIGINT: 130, SIGKILL: 137, SIGTERM: 143 }[signal] ?? 1) : code),
    );
  });
}
