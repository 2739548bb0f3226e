// The weight of the browser's code (docs/decisions/0011): fails when a page loads more scripts than it may before hydration, waits for
// more styles than it may before it is painted, or when the browser's code contains a module of the server. Reads the last builds of
// shop and back office.
import {
  backOfficeWeights,
  browserModules,
  MOST_BYTES,
  MOST_FILES,
  MOST_SCREEN_BYTES,
  pageWeights,
  sheetBytes,
} from "../bench/weight.mjs";

/** Limit of bytes of the pages that have none of their own in `MOST_BYTES`. */
const MOST_ELSEWHERE = 126_700;

/** Pages with forms to type, buy or return load the forms' rules, and some parts of their own. */
const FORM_PAGES = new Set([
  "shop/returns/returns.page",
  "shop/bag/bag.page",
  "shop/checkout/checkout.page",
  "shop/checkout/payment-return.page",
  "shop/checkout/pay-link.page",
  "order-change",
  "shop/returns/order-status.page",
]);
const MOST_FORM_FILES = 28;
const MOST_FORM_BYTES = 166_500;

/** Bytes of brotli of the style sheet of pages without styles of their own; e2e/styles.spec.ts bounds those of the others. */
const MOST_SHEET_BYTES = 23_300;

/** Modules that never reach the browser: the server's, declarations of tables and of the API's calls, and the libraries of both. */
const NEVER = [
  /\.(?:server|tables|api|jobs)\.tsx?$/,
  /\/node_modules\/@hono\/zod-openapi\//,
  /zod-to-openapi/,
  /\/node_modules\/drizzle-orm\//,
];
/** Modules that no page but `FORM_PAGES` may load at first: they are loaded with the first form or layer that is used. */
const LATER = [/\/node_modules\/zod\//, /\/node_modules\/@base-ui\//, /\/node_modules\/@floating-ui\//];

const wrong = [];
const weights = await pageWeights();
const named = [...Object.keys(MOST_BYTES), ...FORM_PAGES];
for (const route of named.filter((name) => !weights.some((page) => page.route === name)))
  wrong.push(`${route} is no page: scripts/check-weight.mjs names it.`);
for (const module of await browserModules())
  if (NEVER.some((rule) => rule.test(module))) wrong.push(`${module} is in the browser's code.`);

for (const { route, files, bytes, modules } of weights) {
  const isForm = FORM_PAGES.has(route);
  const mostFiles = isForm ? MOST_FORM_FILES : MOST_FILES;
  const mostBytes = isForm ? MOST_FORM_BYTES : (MOST_BYTES[route] ?? MOST_ELSEWHERE);
  if (files.length > mostFiles)
    wrong.push(`${route} loads ${files.length} files of scripts; ${mostFiles} are the most.`);
  if (bytes > mostBytes) wrong.push(`${route} loads ${bytes} bytes of scripts; ${mostBytes} are the most.`);
  const early = isForm ? undefined : modules.find((module) => LATER.some((rule) => rule.test(module)));
  if (early) wrong.push(`${route} loads ${early} with the page.`);
}

const sheet = await sheetBytes();
if (sheet > MOST_SHEET_BYTES) wrong.push(`The style sheet has ${sheet} bytes; ${MOST_SHEET_BYTES} are the most.`);

for (const { route, bytes } of await backOfficeWeights())
  if (bytes > MOST_SCREEN_BYTES)
    wrong.push(`${route} of the back office loads ${bytes} bytes of scripts; ${MOST_SCREEN_BYTES} are the most.`);

for (const line of wrong) process.stdout.write(`${line}\n`);
process.exit(wrong.length > 0 ? 1 : 0);
