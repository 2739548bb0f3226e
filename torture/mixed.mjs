import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { databaseProcess } from "./database-process.mjs";
import { drawing } from "./drawing.mjs";
import { Member } from "./member.mjs";
import { Payer } from "./payer.mjs";
import { Shopper } from "./shopper.mjs";

const READS_A_SECOND = 15;
/** Maximum number of concurrent reads, so that a busy machine is not overloaded. */
const MOST_WAITING = 30;
const BUYERS = 3;
/** Pause of a buyer between two orders, in milliseconds. */
const BREATH_MS = 1_000;
const SAMPLE_EVERY_MS = 10_000;
const RECOVERS_WITHIN_MS = 20_000;
/**
 * Maximum growth of each median from the second third of the run to the last. The first third, in which caches fill, is not
 * counted.
 */
const MOST_GROWTH = {
  "MB of memory": (before) => Math.max(25, before * 0.1),
  "open handles": () => 10,
  "connections to the database": () => 4,
  "jobs that wait": () => 50,
};

/**
 * Reads, buys and works in one process of the shop for some minutes, with reservations of one and two minutes, and checks that
 * memory, handles, connections and jobs do not grow. Then restarts the built-in database under the same load, and measures for
 * how long answers fail. Returns the shoppers' stories, the members, figures and complaints.
 */
export async function mixedLoad({ minutes, seed, shops, gateway, ledger, happening, say }) {
  const [name] = shops.names;
  const webhooks = gateway.deliver(shops, drawing(seed, "postman"));
  const load = { isOver: false };
  const member = new Member({ draw: drawing(seed, "member 0"), shops, ledger });
  await member.join();
  const payer = new Payer({ draw: drawing(seed, "payer"), shops, gateway, ledger, happening });
  const settling = setInterval(() => gateway.stripe.account.settleRefunds(), 2_000);
  const reads = reading(shops.named(name).address, await addresses(shops.named(name).address), load);
  const work = [reads.ended, buying(load, { seed, shops, gateway, ledger, happening }), member.work(), payer.work()];

  const samples = await sampled(minutes, { shops, name, ledger, say });
  const complaints = reads.failed.map(({ words }) => words);
  const growth = grown(samples, complaints);

  const restart = await restarted(shops, ledger, reads);
  if (restart.seconds * 1000 > RECOVERS_WITHIN_MS)
    complaints.push(`answers failed for ${restart.seconds} s after the database was restarted`);
  load.isOver = true;
  member.end();
  payer.end();
  const [, stories] = await Promise.all(work);
  clearInterval(settling);
  gateway.stripe.account.settleRefunds();
  await webhooks.stop();
  return {
    stories,
    members: [member],
    complaints,
    figures: {
      "pages, pictures and calls read": reads.done(),
      "of those put off for a moment (503)": reads.putOff(),
      "left out, because too many waited": reads.leftOut(),
      ...growth,
      "answers that failed by the restart of the database": restart.failed,
      "seconds from the restart to the last of them": restart.seconds,
    },
  };
}

/** Addresses to read in turn: every kind of page, answers that are not cached, and pictures on the pages. */
async function addresses(address) {
  const found = { pages: new Set(["/", "/shop/men", "/shop/women"]), pictures: new Set() };
  for (const page of found.pages) {
    if (found.pages.size > 60) break;
    const document = await (await fetch(address + page)).text();
    for (const [link] of document.matchAll(/\/product\/[\w-]+/g)) found.pages.add(link);
    for (const [picture] of document.matchAll(/\/pictures\/[\w./-]+\.(?:avif|webp)/g)) found.pictures.add(picture);
  }
  const made = (turn) => [
    `/shop/men?maxPrice=${100 + (turn % 900)}`,
    `/search?q=rider%20${turn}`,
    `/api/products/search?query=jacket%20${turn}`,
    `/api/products?limit=12&page=${1 + (turn % 5)}`,
    "/cart",
    "/blogs",
    "/faqs",
  ];
  const kept = [...found.pages, ...found.pictures];
  return (turn) => (turn % 3 === 0 ? made(turn)[(turn / 3) % 7] : kept[turn % kept.length]);
}

/** Reads at a fixed pace, but skips a read while MOST_WAITING reads are running. */
function reading(address, pathOf, load) {
  const failed = [];
  const running = new Set();
  let [done, putOff, leftOut] = [0, 0, 0];
  async function read(path, network) {
    const headers = { "x-forwarded-for": network };
    const response = await fetch(address + path, { headers, signal: AbortSignal.timeout(30_000) });
    await response.arrayBuffer();
    done += 1;
    if (response.status === 503 && response.headers.has("retry-after") && !(await isAway(address))) putOff += 1;
    else if (response.status !== 200) throw new Error(`answered ${response.status}`);
  }
  const ended = (async () => {
    for (let turn = 0; !load.isOver; turn += 1) {
      await pause(1000 / READS_A_SECOND);
      if (running.size >= MOST_WAITING) {
        leftOut += 1;
        continue;
      }
      const path = pathOf(turn);
      const own = read(path, `10.2.${turn % 240}.9`)
        .catch((error) => failed.push({ at: Date.now(), words: `reading ${path}: ${error.message}` }))
        .finally(() => running.delete(own));
      running.add(own);
    }
    await Promise.all(running);
  })();
  return { failed, ended, done: () => done, putOff: () => putOff, leftOut: () => leftOut };
}

/** Whether the shop is down, so that a 503 is an error; otherwise the shop refused the request because it was busy. */
const isAway = async (address) => !(await fetch(`${address}/readyz`).catch(() => undefined))?.ok;

async function buying(load, { seed, ...world }) {
  const stories = [];
  const lanes = Array.from({ length: BUYERS }, async (_, lane) => {
    for (let number = lane; !load.isOver; number += BUYERS) {
      stories.push(await new Shopper({ ...world, number, draw: drawing(seed, `shopper ${number}`) }).run());
      await pause(BREATH_MS);
    }
  });
  await Promise.all(lanes);
  return stories;
}

/** Samples the process and its database until the time is over. */
async function sampled(minutes, { shops, name, ledger, say }) {
  const until = Date.now() + minutes * 60_000;
  const samples = [];
  while (Date.now() < until) {
    await pause(SAMPLE_EVERY_MS);
    const pid = shops.named(name).pid;
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
    const [counts] = await ledger.query(`select
      (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as connections,
      (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active') and start_after < now()) as jobs`);
    samples.push({
      "MB of memory": Math.round(Number(kilobytes) / 1024),
      "open handles": (await readdir(`/proc/${pid}/fd`)).length,
      "connections to the database": counts.connections,
      "jobs that wait": counts.jobs,
    });
    if (samples.length % 12 === 0) say(`  ${(samples.length * SAMPLE_EVERY_MS) / 60_000} min: ${told(samples.at(-1))}`);
  }
  return samples;
}

const told = (sample) =>
  Object.entries(sample)
    .map(([what, count]) => `${count} ${what}`)
    .join(", ");

/** Medians of the second and the last third of the run; adds a complaint for growth beyond MOST_GROWTH. */
function grown(samples, complaints) {
  const third = Math.floor(samples.length / 3);
  const figures = {};
  for (const [what, most] of Object.entries(MOST_GROWTH)) {
    const medianOf = (from, to) =>
      samples
        .slice(from, to)
        .map((each) => each[what])
        .toSorted((a, b) => a - b)[third >> 1];
    const [before, after] = [medianOf(third, 2 * third), medianOf(2 * third, 3 * third)];
    figures[`${what}, in the second third`] = before;
    figures[`${what}, in the last third`] = after;
    if (after - before > most(before)) complaints.push(`${what} grew from ${before} to ${after}`);
  }
  return figures;
}

/**
 * Restarts the built-in database by a fast shutdown, like an operator, and continues for five seconds after the shop has
 * recovered.
 */
async function restarted(shops, ledger, reads) {
  const before = reads.failed.length;
  const begun = Date.now();
  process.kill(await databaseProcess(shops.dataDirectory), "SIGINT");
  await shops.recovered();
  await ledger.open(shops.dataDirectory);
  await pause(5_000);
  const failed = reads.failed.slice(before);
  return { failed: failed.length, seconds: Math.round(((failed.at(-1)?.at ?? begun) - begun) / 100) / 10 };
}
