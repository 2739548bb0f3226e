/**
 * How fast the shop is and how much it takes, in one run on one machine. Needs a built shop: `npm run bench` sees to it. Ratios
 * count more than absolute figures, which depend on the machine; every figure is explained in docs/performance.md. A section that
 * fails or hangs counts as missed, and the next one is run. Ends with 1 when a goal is missed.
 *
 * `npm run bench`                              cached documents, rendering, search, orders
 * `npm run bench -- --all`                     everything, within 45 minutes
 * `npm run bench -- --only lighthouse`          what Lighthouse says of the pages, installed on first use
 * `npm run bench -- --back-office`              the screens of a shop with 10,000 orders, and an import of 5,000 products
 * `npm run bench -- --only imports --imported 500`
 * `npm run bench -- --only size --products 1000 100000`
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { failed, figure, heading, missed } from "./figures.mjs";
import { cleanUp, temporaryHome } from "./leftovers.mjs";
import { backOffice } from "./sections/back-office.mjs";
import { browser } from "./sections/browser.mjs";
import { cached, ignored, rendered } from "./sections/cached.mjs";
import { imports } from "./sections/imports.mjs";
import { install, starts } from "./sections/install.mjs";
import { lighthouse } from "./sections/lighthouse.mjs";
import { memory } from "./sections/memory.mjs";
import { besideOrders, orders } from "./sections/orders.mjs";
import { size } from "./sections/size.mjs";
import { startShop } from "./shop.mjs";

/** Sections that measure the demo shop; each has one of its own, so that none finds what another has left. */
const inDemoShop = { cached, ignored, rendered, browser, lighthouse, besideOrders, orders, memory };
/** Sections that start the shops they need. */
const apart = { size, backOffice, imports, starts, install };
const sections = {
  ...Object.fromEntries(Object.entries(inDemoShop).map(([name, section]) => [name, withShop(section)])),
  ...apart,
};
const usual = ["cached", "ignored", "rendered", "besideOrders", "orders", "starts"];

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    imported: { type: "string", default: "5000" },
    all: { type: "boolean" },
    "back-office": { type: "boolean" },
    only: { type: "string", multiple: true },
    products: { type: "string", multiple: true },
    seconds: { type: "string", default: "4" },
    port: { type: "string", default: "4800" },
  },
});
const known = Object.keys(sections);
const chosen = values.all
  ? known
  : (values.only ?? (values["back-office"] ? ["backOffice", "imports"] : values.products ? ["size"] : usual));
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(", ")}; there are ${known.join(", ")}.`);
  process.exit(2);
}
const sizes = [...(values.products ?? []), ...positionals].map(Number);
const options = {
  seconds: Number(values.seconds),
  port: Number(values.port),
  imported: Number(values.imported),
  sizes: sizes.length > 0 ? sizes : [1000, 10_000, 100_000, 1_000_000],
  homeOf: temporaryHome,
};
/** Far more than any section needs; what takes longer hangs. */
const ENDS_WITHIN_MINUTES = 20;
const ALL_WITHIN_MINUTES = 45;

/** The end that somebody has asked for; no section begins after it. */
let ending;
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }))
  process.on(signal, () => (ending ??= cleanUp().finally(() => process.exit(code))));
process.on("unhandledRejection", (error) => failed("something that nobody waited for", error));

const begun = performance.now();
for (const name of known.filter((each) => chosen.includes(each))) await run(name);
const minutes = (performance.now() - begun) / 60_000;
heading("All of it");
figure("the bench itself", minutes, "min", values.all ? { most: ALL_WITHIN_MINUTES } : {});
heading(missed().length === 0 ? "Every goal is met." : `${missed().length} goals are missed:`);
for (const line of missed()) console.log(line);
process.exit(missed().length > 0 ? 1 : 0);

/** Runs a section; one that fails or does not end is told in words. Whatever it leaves is ended and removed. */
async function run(name) {
  const start = performance.now();
  const work = sections[name](options);
  // One that is given up may fail when its processes end.
  work.catch(() => undefined);
  const isOver = new AbortController();
  const late = pause(ENDS_WITHIN_MINUTES * 60_000, undefined, isOver).then(() => {
    throw new Error(`it has not ended within ${ENDS_WITHIN_MINUTES} minutes`);
  });
  try {
    await Promise.race([work, late]);
  } catch (error) {
    failed(name, error);
  }
  late.catch(() => undefined);
  isOver.abort();
  await (ending ?? cleanUp());
  console.log(`  (${name}: ${((performance.now() - start) / 1000).toFixed(0)} s)`);
}

/** A section in a demo shop of its own. */
function withShop(section) {
  return async (context) => {
    const shop = await startShop({ home: await context.homeOf(), port: context.port });
    try {
      const [{ id }] = await shop.query("select id from products where name = 'Outlaw Leather Jacket'");
      const pages = {
        home: "/",
        listing: "/shop/men",
        product: `/product/outlaw-leather-jacket-${id}`,
        search: "/api/products/search?query=jacket",
      };
      await section({ ...context, shop, pages });
    } finally {
      await shop.stop();
    }
  };
}
