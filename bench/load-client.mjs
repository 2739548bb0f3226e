// Client process of the bench. The first line of its input describes the requests. At a fixed rate it prints a line when the
// measurement begins; at the end it prints a line of JSON with the measurements.
import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { percentile, worstStretch } from "./figures.mjs";

/**
 * Warm-up requests to a server inside the client before the first measured request: V8 compiles the client's code during them,
 * which would otherwise delay requests that are due. Rate in requests a second, size of an answer in bytes.
 */
const WARM_UP = { rate: 1000, requests: 2000, bytes: 20_000 };
const STRETCH_SECONDS = 10;

const input = createInterface({ input: process.stdin });
let isOver = false;
input.once("close", () => (isOver = true));
const [line] = await once(input, "line");
const { urls, seconds, amount, connections, rate, headers } = JSON.parse(line);
let numbers = 0;
const measured = rate ? await atRate() : await atFullSpeed();
console.log(JSON.stringify(measured));

async function atFullSpeed() {
  let connection = 0;
  const {
    requests: done,
    latency,
    non2xx,
    errors,
  } = await autocannon({
    url: new URL(urls[0]).origin,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    headers,
    setupClient(client) {
      client.setRequests(partOf(connection));
      connection += 1;
    },
  });
  return {
    requests: done.total,
    perSecond: done.average,
    p99: latency.p99,
    longest: latency.max,
    failed: non2xx + errors,
  };
}

/**
 * A connection's share of the addresses: with one common list all connections would request the same address at the same time.
 */
function partOf(connection) {
  const own = urls.filter((_, place) => place % connections === connection);
  return (own.length > 0 ? own : urls).map(requestFor);
}

function requestFor(url) {
  const { pathname, search } = new URL(url);
  const path = pathname + search;
  if (!path.includes("*")) return { method: "GET", path };
  const setupRequest = (request) => ({ ...request, path: path.replace("*", newNumber()) });
  return { method: "GET", path, setupRequest };
}

/** Returns a number that no other request of any client uses. */
function newNumber() {
  numbers += 1;
  return `${process.pid}${String(numbers).padStart(9, "0")}`;
}

/** Sends requests at a fixed rate for `seconds`; without `seconds`, until standard input is closed. */
async function atRate() {
  await warmUp();
  console.log("counting");
  const isEnough = seconds === undefined ? () => isOver : (requests) => requests >= Math.round(rate * seconds);
  const { waits, failed } = await ask({ urls, rate, isEnough });
  return {
    requests: waits.length,
    perSecond: rate,
    p99: percentile(waits, 0.99),
    worstStretch: worstStretch(waits, rate * STRETCH_SECONDS, 0.99),
    longest: waits.reduce((longest, wait) => Math.max(longest, wait), 0),
    failed,
  };
}

async function warmUp() {
  const body = Buffer.alloc(WARM_UP.bytes);
  const server = createServer((_, response) => response.end(body)).listen(0, "127.0.0.1");
  await once(server, "listening");
  await ask({
    urls: [`http://127.0.0.1:${server.address().port}/`],
    rate: WARM_UP.rate,
    isEnough: (requests) => requests >= WARM_UP.requests,
  });
  server.close();
}

/** Open-loop client: sends each request when it is due, whether or not earlier requests were answered. */
async function ask({ urls, rate, isEnough }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const waits = [];
  let failed = 0;
  const begun = performance.now();
  const pending = [];
  for (let number = 0; !isEnough(number); number += 1) {
    const due = begun + (number * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    pending.push(
      (async () => {
        if (!(await get(urls[number % urls.length], agent))) failed += 1;
        waits[number] = performance.now() - due;
      })(),
    );
  }
  await Promise.all(pending);
  agent.destroy();
  return { waits, failed };
}

function get(url, agent) {
  return new Promise((resolve) => {
    request(url, { agent, headers }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode < 400));
      response.once("error", () => resolve(false));
    })
      .once("error", () => resolve(false))
      .end();
  });
}
