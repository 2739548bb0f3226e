import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const CLIENT = fileURLToPath(new URL("load-client.mjs", import.meta.url));
export const BROWSER_HEADERS = { "accept-encoding": "br", accept: "text/html" };

/**
 * Load on one address or several in turn from a process of its own, on the last processor where that can be chosen:
 * requests a second, the 99th percentile and the longest wait in milliseconds. With `rate` it is a fixed number of requests a
 * second, each timed from when it was due, so that a slow answer counts for those that wait behind it.
 *
 * @throws {Error} when a response is an error, unless `tolerant`.
 */
export async function load({ urls, seconds, connections = 32, rate, headers = BROWSER_HEADERS, tolerant = false }) {
  const command = [process.execPath, CLIENT];
  const pinned = availableParallelism() > 1 && existsSync("/usr/bin/taskset");
  const [program, ...args] = pinned
    ? ["/usr/bin/taskset", "-c", String(availableParallelism() - 1), ...command]
    : command;
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify({ urls, seconds, connections, rate, headers }));
  const output = [];
  child.stdout.on("data", (chunk) => output.push(chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the client that asks for ${urls[0]} ended with ${code}`);
  const result = JSON.parse(Buffer.concat(output).toString());
  if (result.failed > 0 && !tolerant)
    throw new Error(`${urls[0]}: ${result.failed} of ${result.requests} requests failed`);
  return result;
}
