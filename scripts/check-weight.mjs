// The weight of the browser's code (docs/decisions/0011): fails when a page loads more than it may before it is alive, or when a
// module gets there that has no business in a browser. Reads the last build.
import { browserModules, pageWeights } from "../bench/weight.mjs";

/**
 * So many files, and so many bytes of brotli, may a page load before it is alive. The goals are 120 kB for a product's page and 110 kB
 * for home and listing, of which React and its router take 91 kB; until they are reached, no page gets heavier than it is.
 */
const MOST_FILES = 16;
const MOST_BYTES = {
  "shop/home/home.page": 124_000,
  "shop/catalog/listing/listing.page": 123_000,
  "shop/catalog/product-page/product.page": 128_000,
};
const MOST_ELSEWHERE = 124_000;

/** Where something is typed, bought or sent back, forms are the page: their rules come with it, and some parts of their own. */
const FORM_PAGES = new Set([
  "shop/returns/returns.page",
  "shop/bag/bag.page",
  "shop/checkout/checkout.page",
  "shop/checkout/payment-return.page",
  "shop/orders/status/order-status.page",
]);
const MOST_FORM_FILES = 24;
const MOST_FORM_BYTES = 160_000;

/** Never in the browser: the server's code, what describes calls, and what makes either. */
const NEVER = [
  /\.(?:server|tables|api|jobs)\.tsx?$/,
  /\/node_modules\/@hono\/zod-openapi\//,
  /zod-to-openapi/,
  /\/node_modules\/drizzle-orm\//,
];
/** With no first page: loaded with the first form or layer that is used. */
const LATER = [/\/node_modules\/zod\//, /\/node_modules\/@base-ui\//, /\/node_modules\/@floating-ui\//];

const wrong = [];
for (const module of await browserModules())
  if (NEVER.some((rule) => rule.test(module))) wrong.push(`${module} is in the browser's code.`);

for (const { route, files, bytes, modules } of await pageWeights()) {
  const isForm = FORM_PAGES.has(route);
  const mostFiles = isForm ? MOST_FORM_FILES : MOST_FILES;
  const mostBytes = isForm ? MOST_FORM_BYTES : (MOST_BYTES[route] ?? MOST_ELSEWHERE);
  if (files.length > mostFiles)
    wrong.push(`${route} loads ${files.length} files of scripts; ${mostFiles} are the most.`);
  if (bytes > mostBytes) wrong.push(`${route} loads ${bytes} bytes of scripts; ${mostBytes} are the most.`);
  const early = isForm ? undefined : modules.find((module) => LATER.some((rule) => rule.test(module)));
  if (early) wrong.push(`${route} loads ${early} with the page.`);
}

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);
