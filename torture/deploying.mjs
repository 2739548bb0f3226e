import { setTimeout as pause } from "node:timers/promises";
import { drawing } from "./drawing.mjs";
import { openProxy } from "./proxy.mjs";
import { Shopper } from "./shopper.mjs";

const READS_A_SECOND = 50;
const SHOPPERS_AT_ONCE = 4;
/** Milliseconds in which both processes serve before the next one is replaced. */
const BETWEEN_MS = 4_000;
const UNREADY_WITHIN_MS = 1_000;
const FINISHED_WITHIN_MS = 25_000;

/** Replaces each process in turn, like a deploy, under load. Returns the same as `underLoad`. */
export const deploying = ({ times, ...world }) =>
  underLoad(world, async (drains) => {
    for (let turn = 0; turn < times; turn += 1) {
      for (const name of world.shops.names) {
        await pause(BETWEEN_MS);
        await drains(name, () => world.shops.replace(name));
      }
    }
    await pause(BETWEEN_MS);
  });

/**
 * Runs load through a proxy that polls /readyz, while `act` stops and starts processes. The load is 50 reads of pages and calls
 * per second, and shoppers who buy. `act` gets a function that stops a process and measures how long it takes. Returns the
 * shoppers' stories, figures, and failures that clients saw.
 */
export async function underLoad({ seed, shops, gateway, ledger, happening, say }, act) {
  const proxy = await openProxy(shops.names.map((name) => shops.named(name).address));
  const throughProxy = {
    ...shops,
    anyOpen: () => ({ name: "proxy", address: proxy.address }),
    someOpen: async () => undefined,
  };
  const webhooks = gateway.deliver(throughProxy, drawing(seed, "postman"));
  const load = { isOver: false };
  const readers = reading(proxy.address, load);
  const buyers = buying(load, { seed, shops: throughProxy, gateway, ledger, happening });

  const complaints = [];
  const stops = [];
  await act(async (name, end) => {
    const { unreadyMs, goneMs } = await end();
    stops.push({ unreadyMs, goneMs });
    say(`  ${name}: not ready after ${unreadyMs} ms, gone after ${goneMs} ms`);
    if (unreadyMs > UNREADY_WITHIN_MS) complaints.push(`${name} said after ${unreadyMs} ms that it was not ready`);
    if (goneMs > FINISHED_WITHIN_MS) complaints.push(`${name} was gone after ${goneMs} ms`);
  });
  load.isOver = true;
  const [reads, stories] = await Promise.all([readers, buyers]);
  gateway.stripe.account.settleRefunds();
  await webhooks.stop();
  proxy.close();
  complaints.push(...reads.failed, ...proxy.failed);
  const most = (key) => Math.max(...stops.map((stop) => stop[key]));
  return {
    stories,
    complaints,
    figures: {
      "processes ended": stops.length,
      "requests through the proxy": proxy.served(),
      "requests that each process took, at least": Math.min(...proxy.taken()),
      "pages and calls read": reads.done,
      "requests that failed": reads.failed.length + proxy.failed.length,
      "ms until not ready, at most": most("unreadyMs"),
      "ms until gone, at most": most("goneMs"),
    },
  };
}

/** Runs shoppers who buy one after the other, several at once; returns their stories. */
async function buying(load, { seed, ...world }) {
  const stories = [];
  const lanes = Array.from({ length: SHOPPERS_AT_ONCE }, async (_, lane) => {
    for (let number = lane; !load.isOver; number += SHOPPERS_AT_ONCE) {
      stories.push(await new Shopper({ ...world, number, draw: drawing(seed, `shopper ${number}`) }).run());
      await pause(100);
    }
  });
  await Promise.all(lanes);
  return stories;
}

const PATHS = [
  "/",
  "/shop/men",
  "/shop/women",
  "/shop/accessories",
  "/api/products?limit=12",
  "/search?q=jacket",
  "/cart",
  "/healthz",
];

/** Reads pages and calls at a fixed pace, without waiting for earlier responses. */
async function reading(address, load) {
  const failed = [];
  const running = new Set();
  let done = 0;
  async function read(path, network) {
    const headers = { "x-forwarded-for": network };
    const response = await fetch(address + path, { headers, signal: AbortSignal.timeout(30_000) });
    await response.text();
    if (response.status !== 200) failed.push(`reading ${path} answered ${response.status}`);
    done += 1;
  }
  for (let turn = 0; !load.isOver; turn += 1) {
    const path = PATHS[turn % PATHS.length];
    const own = read(path, `10.1.${turn % 200}.9`)
      .catch((error) => failed.push(`reading ${path}: ${error.message}`))
      .finally(() => running.delete(own));
    running.add(own);
    await pause(1000 / READS_A_SECOND);
  }
  await Promise.all(running);
  return { done, failed };
}
