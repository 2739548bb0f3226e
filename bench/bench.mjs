/**
 * How fast the shop is and how much it takes, in one run on one machine. Needs a built shop: `npm run bench` sees to it. Ratios
 * count more than absolute figures, which depend on the machine; every figure is explained in docs/performance.md.
 *
 * `npm run bench`                              cached documents, rendering, search, orders
 * `npm run bench -- --all`                     everything, about an hour
 * `npm run bench -- --only lighthouse`          what Lighthouse says of the pages, installed on first use
 * `npm run bench -- --back-office`              the screens of a shop with 10,000 orders, and an import of 5,000 products
 * `npm run bench -- --only imports --imported 500`
 * `npm run bench -- --only size --products 1000 100000`
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { figure, heading, missed } from "./figures.mjs";
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

/** Sections that share one demo shop, in this order. */
const shared = { cached, ignored, rendered, browser, lighthouse, besideOrders, orders };
/** Sections that start shops of their own. */
const apart = { memory: withShop(memory), size, backOffice, imports, starts, install };
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
const known = [...Object.keys(shared), ...Object.keys(apart)];
const chosen = values.all
  ? known
  : (values.only ?? (values["back-office"] ? ["backOffice", "imports"] : values.products ? ["size"] : usual));
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no section ${unknown.join(", ")}; there are ${known.join(", ")}.`);
  process.exit(2);
}
const homes = [];
const options = {
  seconds: Number(values.seconds),
  port: Number(values.port),
  imported: Number(values.imported),
  sizes: [...(values.products ?? []), ...positionals].map(Number),
  async homeOf() {
    const home = await mkdtemp(join(tmpdir(), "iron-mesa-bench-"));
    homes.push(home);
    return home;
  },
};
if (options.sizes.length === 0) options.sizes = [1000, 100_000, 1_000_000];

try {
  await withShop(
    async (context) => {
      for (const [name, section] of Object.entries(shared)) if (chosen.includes(name)) await section(context);
    },
    Object.keys(shared).some((name) => chosen.includes(name)),
  )(options);
  for (const [name, section] of Object.entries(apart)) if (chosen.includes(name)) await section(options);
} finally {
  await Promise.all(homes.map((home) => rm(home, { recursive: true, force: true })));
}
heading(missed().length === 0 ? "Every goal is met." : `${missed().length} goals are missed:`);
for (const { name, value, unit, goal } of missed()) figure(name, value, unit, goal);
process.exitCode = missed().length > 0 ? 1 : 0;

/** A section in a demo shop of its own. */
function withShop(section, isWanted = true) {
  return async (context) => {
    if (!isWanted) return;
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
