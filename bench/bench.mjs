/**
 * How fast the shop answers, in one run on one machine: each page against a bare `node:http` server that sends the same bytes.
 * The ratios are what counts; absolute figures depend on the machine. Needs a built shop: `npm run bench` sees to it.
 */
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import autocannon from "autocannon";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const CONNECTIONS = 32;
const PORT = Number(process.env.BENCH_PORT ?? 4800);
const HEADERS = { "accept-encoding": "br", accept: "text/html" };

const shop = `http://127.0.0.1:${PORT}`;
const bare = `http://127.0.0.1:${PORT + 1}`;

const data = await mkdtemp(join(tmpdir(), "iron-mesa-bench-"));
const first = await startShop();
await first.stop();
const server = await startShop();

const product = await aProduct();
const pages = {
  home: "/",
  listing: "/shop/men",
  product,
  search: "/api/products/search?query=jacket",
};

console.log(`\nFirst start, with an empty database: ${first.milliseconds} ms to the first page`);
console.log(
  `Second start: ${server.milliseconds} ms to the first page, ${server.megabytes} MB in memory (shop and database)`,
);

console.log(`\n${CONNECTIONS} connections, ${SECONDS} s each, brotli; "bare" is node:http sending the same bytes\n`);
console.log(row(["page", "bytes", "shop req/s", "bare req/s", "ratio", "shop p99", "bare p99"]));
for (const [name, path] of Object.entries(pages)) {
  const answer = await fetch(shop + path, { headers: HEADERS });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  const body = await rawBody(path);
  const stopBare = await startBare(body.bytes, body.headers);
  const ours = await load(shop + path);
  const theirs = await load(bare + path);
  await stopBare();
  const ratio = (ours.perSecond / theirs.perSecond).toFixed(2);
  console.log(
    row([name, body.bytes.length, ours.perSecond, theirs.perSecond, ratio, `${ours.p99} ms`, `${theirs.p99} ms`]),
  );
}

console.log("\nScripts a page loads before it is alive (brotli):\n");
for (const [name, path] of Object.entries({ ...pages, bag: "/cart", checkout: "/checkout" })) {
  if (name === "search") continue;
  console.log(row([name, `${(await scriptBytes(path)) / 1000} kB`]));
}

await server.stop();
await rm(data, { recursive: true, force: true });

/** Starts the built shop on the bench's own data and waits for its first page. */
async function startShop() {
  const started = performance.now();
  const child = spawn(process.execPath, ["build/server/index.js", "serve"], {
    env: {
      ...process.env,
      PORT: String(PORT),
      DATA_DIR: data,
      LOG_LEVEL: "error",
      DRAIN_SECONDS: "0",
      NODE_ENV: "production",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  for (;;) {
    if (child.exitCode !== null) throw new Error("the shop did not start");
    try {
      const answer = await fetch(shop, { signal: AbortSignal.timeout(20_000) });
      await answer.arrayBuffer();
      if (answer.ok) break;
    } catch {
      await new Promise((again) => setTimeout(again, 20));
    }
  }
  const milliseconds = Math.round(performance.now() - started);
  return {
    milliseconds,
    megabytes: Math.round(memoryOf(child.pid) / 1024),
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Proportional memory of a process and all below it, in kB; shared pages are counted once. */
function memoryOf(root) {
  const parents = new Map(
    readdirSync("/proc")
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((pid) => {
        try {
          const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
          return [[Number(pid), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])]];
        } catch {
          return [];
        }
      }),
  );
  const below = (pid) => pid === root || (parents.has(pid) && parents.get(pid) > 1 && below(parents.get(pid)));
  return [...parents.keys()].filter(below).reduce((total, pid) => {
    try {
      const [, kilobytes] = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8").match(/^Pss:\s+(\d+)/m) ?? [];
      return total + Number(kilobytes ?? 0);
    } catch {
      return total;
    }
  }, 0);
}

async function aProduct() {
  const [found] = await (await fetch(`${shop}/api/products/search?query=outlaw%20leather%20jacket`)).json();
  return `/product/outlaw-leather-jacket-${found._id}`;
}

/** The bytes as they go over the wire, and the headers that describe them. */
async function rawBody(path) {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    request(shop + path, { headers: HEADERS }, (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () => {
        const headers = { ...answer.headers };
        for (const name of ["connection", "keep-alive", "date", "transfer-encoding"]) delete headers[name];
        resolve({ bytes: Buffer.concat(chunks), headers });
      });
    })
      .on("error", reject)
      .end();
  });
}

/** The bare server runs in a process of its own, like the shop does. */
async function startBare(bytes, headers) {
  const code = `
    const { createServer } = require("node:http");
    process.once("message", ({ body, headers, port }) => {
      const bytes = Buffer.from(body, "base64");
      createServer((_, answer) => answer.writeHead(200, { ...headers, "content-length": bytes.length }).end(bytes))
        .listen(port, "127.0.0.1", () => process.send("ready"));
    });`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const ready = new Promise((resolve) => child.once("message", resolve));
  child.send({ body: bytes.toString("base64"), headers, port: PORT + 1 });
  await ready;
  return () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    return ended;
  };
}

async function load(url) {
  await autocannon({ url, connections: CONNECTIONS, duration: 1, headers: HEADERS });
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: HEADERS,
  });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were not 2xx, ${errors} failed`);
  return { perSecond: Math.round(requests.average), p99: latency.p99 };
}

async function scriptBytes(path) {
  const html = await (await fetch(shop + path)).text();
  const scripts = new Set(html.match(/\/assets\/[\w.-]+\.js/g));
  let bytes = 0;
  for (const script of scripts) {
    const text = await (await fetch(shop + script)).arrayBuffer();
    bytes += brotliCompressSync(Buffer.from(text)).length;
  }
  return bytes;
}

function row(cells) {
  return cells.map((cell, position) => (position === 0 ? String(cell).padEnd(10) : String(cell).padStart(12))).join("");
}
