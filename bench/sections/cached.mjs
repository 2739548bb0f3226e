import { setTimeout as pause } from "node:timers/promises";
import { startBare, wireAnswer } from "../bare.mjs";
import { figure, heading, median, percentile } from "../figures.mjs";
import { BROWSER_HEADERS, load } from "../load.mjs";

const ROUNDS = 4;

/** Compares the shop's cached documents with a bare server that sends the same bytes; which is measured first alternates. */
export async function cached({ shop, pages, seconds, port }) {
  heading(
    `Cached documents, 32 connections, ${ROUNDS} rounds of ${seconds} s each; the ratio is to bare node:http sending the same bytes`,
  );
  for (const [name, path] of Object.entries(pages)) {
    const bare = await startBare(await wireAnswer(shop.address + path), port + 1);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = () => load({ urls: [shop.address + path], seconds });
      const theirs = () => load({ urls: [bare.address + path], seconds });
      const results = round % 2 === 0 ? [await ours(), await theirs()] : [await theirs(), await ours()].toReversed();
      rounds.push({ ours: results[0], theirs: results[1], ratio: results[0].perSecond / results[1].perSecond });
    }
    await bare.stop();
    const of = (read) => median(rounds.map(read));
    figure(
      `${name}: requests a second over bare`,
      of(({ ratio }) => ratio),
      "",
      { least: 0.9 },
      `${Math.round(of(({ ours }) => ours.perSecond))} and ${Math.round(of(({ theirs }) => theirs.perSecond))} a second, p99 ${of(({ ours }) => ours.p99)} ms`,
    );
  }
}

/** Compares the rate of requests with cookies or unknown parameters, which the page cache ignores, with the rate without them. */
export async function ignored({ shop, pages, seconds }) {
  heading("The listing with a cookie, and with a parameter that no page reads, new each time");
  const plain = shop.address + pages.listing;
  const variants = {
    cookie: { urls: [plain], headers: { ...BROWSER_HEADERS, cookie: "session=bench; theme=dark" } },
    "utm parameter": { urls: [`${plain}?utm_campaign=*`] },
  };
  for (const [name, options] of Object.entries(variants)) {
    const ratios = [];
    for (let round = 0; round < 3; round += 1) {
      const alone = await load({ urls: [plain], seconds });
      const varied = await load({ seconds, ...options });
      ratios.push(varied.perSecond / alone.perSecond);
    }
    // The goal for parameters is lower than for cookies: each new address has to be parsed before its cached document is found.
    figure(`${name}: requests a second over without`, median(ratios), "", { least: name === "cookie" ? 0.9 : 0.5 });
  }
}

/**
 * Changes that drop documents from the page cache: a price (sales, imports and corrections change prices every day), and a
 * setting, which drops every document that depends on more than goods.
 */
const CHANGES = {
  "after a price": {
    statement: `update products set price_cents = price_cents + (case when version % 2 = 0 then 1 else -1 end), version = version + 1
      where id = $1`,
    valuesFor: ({ product }) => [product.split("-").at(-1)],
    goal: { most: 14 },
  },
  "after a setting": {
    statement: `insert into settings (name, value) values ('popUpDelay', '6500')
      on conflict (name) do update set version = settings.version + 1`,
    valuesFor: () => [],
    goal: {},
  },
};

/**
 * Measures the processor time of rendering a page and of computing a search, by sequential requests; idle time is not counted.
 */
export async function rendered({ shop, pages }) {
  heading("Processor time of the shop for one answer (database not counted), and what a client waits for it");
  const changes = Object.entries(CHANGES).map(([when, { statement, valuesFor, goal }]) => ({
    when,
    goal,
    async change() {
      await shop.query(statement, valuesFor(pages));
      // A notification from PostgreSQL makes the shop drop cached documents; it arrives within a few milliseconds.
      await pause(15);
      return 0;
    },
  }));
  const idle = await inTurn(
    shop,
    150,
    changes.map(({ change }) => change),
  );
  for (const name of ["home", "listing", "product"]) {
    const renders = changes.map(({ change }) => async () => {
      await change();
      return get(shop.address + pages[name]);
    });
    await inTurn(shop, WARM_UP, renders);
    const found = await inTurn(shop, 150, renders);
    for (const [index, { when, goal }] of changes.entries()) {
      const { cpuMs, p50 } = found[index];
      const own = cpuMs - idle[index].cpuMs;
      figure(`${name}, made anew ${when}: processor time`, own, "ms", goal, `waited ${p50.toFixed(1)} ms`);
    }
  }
  const search = (words) => `${shop.address}/api/products/search?query=${encodeURIComponent(words)}`;
  let turn = 0;
  const syllables = ["lea", "jac", "bo", "glo", "hel", "den", "hoo", "tee", "rid", "mes"];
  const news = await timed(shop, 500, () => {
    turn += 1;
    return get(search(`${syllables[turn % 10]}${syllables[Math.floor(turn / 10) % 10]} ${turn}`));
  });
  figure(
    "search, new words each time: processor time",
    news.cpuMs,
    "ms",
    { most: 1.5 },
    `waited ${news.p50.toFixed(1)} ms`,
  );
  const same = await timed(shop, 500, () => get(search("jacket")));
  figure("search, the same words: processor time", same.cpuMs, "ms");
}

/** Number of rounds before the measurement: the first rounds are slower because V8 still compiles the code. */
const WARM_UP = 100;

/** Measures several operations, which take turns in each round, so that all run with a similar heap and compiled code. */
async function inTurn(shop, times, acts) {
  const found = acts.map(() => ({ cpuMs: 0, waits: [] }));
  for (let round = 0; round < times; round += 1)
    for (const [index, act] of acts.entries()) {
      const before = shop.cpuMs();
      found[index].waits.push(await act());
      found[index].cpuMs += shop.cpuMs() - before;
    }
  return found.map(({ cpuMs, waits }) => ({ cpuMs: cpuMs / times, p50: median(waits) }));
}

async function timed(shop, times, act) {
  for (let turn = 0; turn < 20; turn += 1) await act();
  const before = shop.cpuMs();
  const waits = [];
  for (let turn = 0; turn < times; turn += 1) waits.push(await act());
  return { cpuMs: (shop.cpuMs() - before) / times, p50: median(waits), p99: percentile(waits, 0.99) };
}

async function get(url) {
  const begun = performance.now();
  const response = await fetch(url, { headers: BROWSER_HEADERS });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - begun;
}
