// Checks the size of the browser's code in the last builds of shop and back office (docs/decisions/0011): fails when a page loads
// too many scripts before hydration or too large styles before its first paint, or when the browser's code contains a module of
// the server.
import { backOfficeWeights, browserModules, pageWeights, sheetBytes } from "../bench/weight.mjs";
import {
  MOST_BYTES,
  MOST_ELSEWHERE,
  MOST_FILES,
  MOST_FORM_BYTES,
  MOST_FORM_FILES,
  MOST_SCREEN_BYTES,
  MOST_SHEET_BYTES,
} from "./weight-limits.mjs";

/** Pages with forms as their main part, which load the rules of forms before hydration and therefore have higher limits. */
const FORM_PAGES = new Set([
  "shop/returns/returns.page",
  "shop/bag/bag.page",
  "shop/checkout/checkout.page",
  "shop/checkout/payment-return.page",
  "shop/checkout/pay-link.page",
  "order-change",
  "shop/returns/order-status.page",
  "shop/reviews/asking/order-review.page",
]);
/** Modules that the browser's code may not contain: server code, declarations of tables, API calls and jobs, their libraries. */
const NEVER = [
  /\.(?:server|tables|api|jobs)\.tsx?$/,
  /\/node_modules\/@hono\/zod-openapi\//,
  /zod-to-openapi/,
  /\/node_modules\/drizzle-orm\//,
];
/**
 * Modules that only `FORM_PAGES` may load before hydration: other pages load them when a shopper first uses a form or a dialog.
 */
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
