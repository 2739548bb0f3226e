// The client of the bench, a process of its own: prints what it measured as JSON.
import { Agent, request } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { percentile } from "./figures.mjs";

/** How long the client asks before it counts: its own code is compiled meanwhile, which delays requests that are due. */
const WARM_UP_SECONDS = 2;

const { urls, seconds, connections, rate, headers } = await json(process.stdin);
process.stdout.write(JSON.stringify(rate ? await atRate() : await atFullSpeed()));

async function atFullSpeed() {
  const requests = urls.map((url) => ({ method: "GET", path: new URL(url).pathname + new URL(url).search }));
  const {
    requests: done,
    latency,
    non2xx,
    errors,
  } = await autocannon({
    url: new URL(urls[0]).origin,
    requests,
    connections,
    duration: seconds,
    headers,
  });
  return {
    requests: done.total,
    perSecond: done.average,
    p99: latency.p99,
    longest: latency.max,
    failed: non2xx + errors,
  };
}

/** An open-loop client: a request is sent when it is due, whether or not the one before it was answered. */
async function atRate() {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const waits = [];
  let failed = 0;
  const begun = performance.now();
  const uncounted = Math.round(rate * WARM_UP_SECONDS);
  const total = uncounted + Math.round(rate * seconds);
  const pending = [];
  for (let number = 0; number < total; number += 1) {
    const due = begun + (number * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await pause(early);
    pending.push(
      (async () => {
        if (!(await get(urls[number % urls.length], agent))) failed += 1;
        if (number >= uncounted) waits.push(performance.now() - due);
      })(),
    );
  }
  await Promise.all(pending);
  agent.destroy();
  return { requests: waits.length, perSecond: rate, p99: percentile(waits, 0.99), longest: Math.max(...waits), failed };
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
