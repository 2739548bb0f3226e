import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const CLIENT = fileURLToPath(new URL("load-client.mjs", import.meta.url));
export const BROWSER_HEADERS = { "accept-encoding": "br", accept: "text/html" };

/**
 * Puts load on one or more addresses from a separate process, pinned to the last processor where the system permits it, and at a
 * `rate` with the lowest real-time priority: a client that waits for a processor would count its own delay as the shop's. Returns
 * requests a second, the 99th percentile and the longest wait in milliseconds. Without `rate` it runs at full speed for some
 * `seconds` or an `amount` of requests: each connection requests a part of the addresses, and `*` in an address becomes a
 * different number in each request. With `rate` it sends that many requests a second and times each from its due time, so a slow
 * answer also counts for the requests queued behind it; `worstStretch` is then the 99th percentile of the worst ten seconds.
 *
 * @throws {Error} when a response is an error, unless `tolerant`.
 */
export async function load({ tolerant = false, ...asked }) {
  const client = startClient(asked);
  client.leave();
  const result = await client.result();
  if (result.failed > 0 && !tolerant) throw failure(asked, result);
  return result;
}

/**
 * Starts load at a `rate` and resolves when the first request is sent. The load runs until the returned `end` is called, which
 * returns the measurements and throws as `load` does.
 */
export async function startLoad(asked) {
  const client = startClient(asked);
  await client.counts();
  return {
    async end() {
      client.leave();
      const result = await client.result();
      if (result.failed > 0) throw failure(asked, result);
      return result;
    },
  };
}

const PINNED =
  availableParallelism() > 1 && existsSync("/usr/bin/taskset")
    ? ["/usr/bin/taskset", "-c", String(availableParallelism() - 1)]
    : [];
/** Words before a command that give it a real-time priority; none where the system does not permit it. */
const REAL_TIME = spawnSync("/usr/bin/chrt", ["--rr", "1", "true"]).status === 0 ? ["/usr/bin/chrt", "--rr", "1"] : [];

const failure = ({ urls }, { failed, requests }) => new Error(`${urls[0]}: ${failed} of ${requests} requests failed`);

function startClient({ urls, seconds, amount, connections = 32, rate, headers = BROWSER_HEADERS }) {
  const [program, ...args] = [...(rate ? REAL_TIME : []), ...PINNED, process.execPath, CLIENT];
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  // Writing to a client process that has ended fails; its exit code is reported below instead.
  child.stdin.on("error", () => undefined);
  child.stdin.write(`${JSON.stringify({ urls, seconds, amount, connections, rate, headers })}\n`);
  const closed = once(child, "close");
  const output = [];
  child.stdout.on("data", (chunk) => output.push(chunk));
  return {
    counts: () => Promise.race([once(child.stdout, "data"), closed]),
    leave: () => child.stdin.end(),
    async result() {
      const [code] = await closed;
      if (code !== 0) throw new Error(`the client that asks for ${urls[0]} ended with ${code}`);
      return JSON.parse(Buffer.concat(output).toString().trim().split("\n").at(-1));
    },
  };
}
