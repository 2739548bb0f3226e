/**
 * Measures speed and size of the built shop in one run on one machine; `npm run bench` builds it first. Ratios
 * count more than absolute figures, which depend on the machine; every figure is explained in docs/performance.md. A section that
 * fails or hangs counts as missed, and the next one is run. The exit code is 1 when a goal is missed.
 *
 * `npm run bench -- --help` lists the sections and options; options.mjs defines them.
 */
import { setTimeout as pause } from "node:timers/promises";
import { told } from "../scripts/command-options.mjs";
import { failed, figure, heading, missed, remark } from "./figures.mjs";
import { cleanUp, temporaryHome } from "./leftovers.mjs";
import { askedFor } from "./options.mjs";
import { backOffice, largeBackOffice } from "./sections/back-office.mjs";
import { browser } from "./sections/browser.mjs";
import { cached, ignored, rendered } from "./sections/cached.mjs";
import { imports } from "./sections/imports.mjs";
import { install, starts } from "./sections/install.mjs";
import { lighthouse } from "./sections/lighthouse.mjs";
import { memory } from "./sections/memory.mjs";
import { besideOrders, orders } from "./sections/orders.mjs";
import { pictures } from "./sections/pictures.mjs";
import { size } from "./sections/size.mjs";
import { pagesOf, startShop } from "./shop.mjs";

/** Sections that measure the demo shop; each section starts a shop of its own, so that no section sees data of another one. */
const inDemoShop = { cached, ignored, rendered, browser, lighthouse, besideOrders, orders, memory };
/** Sections that start their own shops, of other sizes or with other data than the demo shop. */
const apart = { size, backOffice, largeBackOffice, imports, pictures, starts, install };
const sections = {
  ...Object.fromEntries(Object.entries(inDemoShop).map(([name, section]) => [name, withShop(section)])),
  ...apart,
};

const asked = askedFor(process.argv.slice(2));
if (!asked.sections) process.exit(told(asked));
const context = { ...asked.options, homeOf: temporaryHome };
/** Time-out of a section, in minutes: far more than any section needs, so a section that takes longer hangs. */
const ENDS_WITHIN_MINUTES = 20;
const ALL_WITHIN_MINUTES = 60;

/** Promise of the clean-up after a signal; no section begins once it is set. */
let ending;
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }))
  process.on(signal, () => (ending ??= cleanUp().finally(() => process.exit(code))));
process.on("unhandledRejection", (error) => failed("something that nobody waited for", error));

const begun = performance.now();
for (const name of asked.sections) await run(name);
const minutes = (performance.now() - begun) / 60_000;
heading("All of it");
figure("the bench itself", minutes, "min", asked.isAll ? { most: ALL_WITHIN_MINUTES } : {});
heading(missed().length === 0 ? "Every goal is met." : `Goals missed: ${missed().length}`);
for (const line of missed()) console.log(line);
process.exit(missed().length > 0 ? 1 : 0);

/** Runs a section and records a failure or a time-out with its reason; ends processes and removes folders that remain. */
async function run(name) {
  const start = performance.now();
  const work = sections[name](context);
  // A section that ran out of time may still fail later, when its processes are ended.
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
  remark(`(${name}: ${((performance.now() - start) / 1000).toFixed(0)} s)`);
}

/** Returns a function that runs a section in a new demo shop. */
function withShop(section) {
  return async (context) => {
    const shop = await startShop({ home: await context.homeOf(), port: context.port });
    try {
      await section({ ...context, shop, pages: await pagesOf(shop) });
    } finally {
      await shop.stop();
    }
  };
}
