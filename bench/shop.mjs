import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { HEAP, MALLOC } from "../scripts/heap.mjs";
import { processorClock } from "./processor-time.mjs";

const STARTS_WITHIN_MS = 10 * 60_000;
/** Environment of a demo shop in production mode, without sample records and without pictures made in the background. */
const SETTINGS = {
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  DATABASE_URL: "",
  SMTP_URL: "",
  STRIPE_SECRET_KEY: "",
  SHOP_MODE: "demo",
  MAKE_PICTURES: "false",
  DEMO_SAMPLES: "false",
  LOG_LEVEL: "error",
  DRAIN_SECONDS: "0",
  NODE_COMPILE_CACHE: "node_modules/.cache/compiled",
  ...MALLOC,
  TRUSTED_PROXIES: "1",
};

/**
 * Starts the built shop in its own process with its own data. Returns its address, the milliseconds from start to first page, and
 * functions that measure its memory and processor time.
 *
 * @throws {Error} when the shop does not start, or another program listens on its port.
 */
export async function startShop({ home, port, environment = {} }) {
  const dataDirectory = join(home, "data");
  await mkdir(dataDirectory, { recursive: true });
  // The database server runs as another user and needs search permission on this folder.
  await chmod(home, 0o755);
  const address = `http://127.0.0.1:${port}`;
  const settings = { PORT: String(port), PUBLIC_URL: address, DATA_DIR: dataDirectory };
  const env = { ...process.env, ...SETTINGS, ...settings, ...environment };
  const program = [...HEAP, "build/server/index.js"];
  const begun = performance.now();
  const child = spawn(process.execPath, [...program, "serve"], { stdio: ["ignore", "ignore", "inherit"], env });
  const exited = once(child, "exit");
  while (!(await isServed(address))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() - begun > STARTS_WITHIN_MS)
      throw new Error("the shop does not start");
    await pause(10);
  }
  const startMs = performance.now() - begun;
  if (!listens(child.pid, port)) throw new Error(`another program answers on port ${port}`);

  let client;
  return {
    address,
    startMs,
    pid: child.pid,
    dataDirectory,
    rssMb: () => kilobytesOf(child.pid, "status", /VmRSS:\s+(\d+)/) / 1024,
    /** Memory of the shop and its database in megabytes; shared pages count once. */
    totalMb: () =>
      [child.pid, ...databaseProcesses(dataDirectory)].reduce(
        (total, pid) => total + kilobytesOf(pid, "smaps_rollup", /^Pss:\s+(\d+)/m) / 1024,
        0,
      ),
    /** Processor time that the shop's process has used, in milliseconds. */
    cpuMs: processorClock(child.pid),
    async query(statement, values) {
      if (!client) {
        const socket = join(dataDirectory, "postgres", "socket");
        client = new pg.Client({
          connectionString: `postgres://postgres@localhost/shop?host=${encodeURIComponent(socket)}`,
        });
        // Without a listener the event would end this process. When the server has ended, the next statement fails.
        client.on("error", () => undefined);
        await client.connect();
      }
      return (await client.query(statement, values)).rows;
    },
    /** Runs an operator's command while the shop runs, and waits until it ends. */
    command: (...words) => runCommand([...program, ...words], env),
    async stop() {
      await client?.end();
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** Returns the addresses of the demo shop that the sections measure. */
export async function pagesOf(shop) {
  const [{ id }] = await shop.query("select id from products where name = 'Outlaw Leather Jacket'");
  return {
    home: "/",
    listing: "/shop/men",
    product: `/product/outlaw-leather-jacket-${id}`,
    search: "/api/products/search?query=jacket",
  };
}

/** @throws {Error} when the command fails, with its output. */
async function runCommand(words, env) {
  const operator = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"], env });
  const [printed, [code]] = await Promise.all([text(operator.stdout), once(operator, "exit")]);
  if (code !== 0) throw new Error(`${words.at(-1)} ended with ${code}:\n${printed}`);
  return printed;
}

const isServed = (address) =>
  fetch(`${address}/`, { signal: AbortSignal.timeout(60_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );

/** Whether a process listens on a port. */
function listens(pid, port) {
  if (!existsSync("/proc/net/tcp")) return true;
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const inodes = ["/proc/net/tcp", "/proc/net/tcp6"]
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, "utf8").trim().split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local.endsWith(suffix) && state === "0A")
    .map((fields) => `socket:[${fields[9]}]`);
  const held = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return "";
    }
  });
  return inodes.some((inode) => held.includes(inode));
}

function kilobytesOf(pid, file, pattern) {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Ids of the processes of the built-in database server, found by their working directory. */
function databaseProcesses(dataDirectory) {
  const cluster = join(dataDirectory, "postgres", "cluster");
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      return false;
    }
  });
}
