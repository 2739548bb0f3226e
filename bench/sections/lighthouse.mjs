import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { presentChromium } from "../../scripts/chromium.mjs";
import { freePort } from "../../scripts/free-port.mjs";
import { figure, heading, percentile } from "../figures.mjs";
import { makePicturesOf } from "../pictures.mjs";

/** Path of Lighthouse, which scripts/run.mjs installs on first use: as a dependency it would be a third of all packages. */
const TOOL = "scripts/lighthouse/node_modules/lighthouse/core/index.js";
/** Required points (of 100) in each category. */
const GOALS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
/** Browser options that block all network requests except to 127.0.0.1, including those of the browser itself. */
const ALONE = ["--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "--disable-background-networking"];

/** Measures Lighthouse's points for pages on a phone, with its simulated network and processor: the median of some visits. */
export async function lighthouse({ shop, pages, visits = 5 }) {
  heading(`Lighthouse ${await versionOf()}, mobile: points of 100; median of ${visits} visits`);
  const port = await freePort();
  const browser = await chromium.launchPersistentContext("", {
    executablePath: presentChromium(),
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`, ...ALONE],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  try {
    for (const [name, { path, ...options }] of Object.entries(await ratedPages(browser, shop, pages))) {
      const reports = [];
      for (let visit = 0; visit < visits; visit++)
        reports.push(await reportOn(shop.address + path, { ...options, port }));
      for (const [category, least] of Object.entries(GOALS)) {
        const report = middle(reports, category);
        figure(`${name}: ${category}`, pointsOf(report, category), "", { least }, noteOf(report, category));
      }
    }
  } finally {
    await browser.close();
  }
}

/** Fills the bag and lists the rated pages. Bag and checkout skip the crawling audit: search engines should not list them. */
async function ratedPages(browser, shop, { home, listing, product }) {
  await fillBag(browser, shop);
  const [{ slug }] = await shop.query("select slug from posts order by slug limit 1");
  const article = `/blog/${encodeURIComponent(slug)}`;
  await makePicturesOf(shop, [home, listing, product, article]);
  const hidden = { skipAudits: ["is-crawlable"] };
  return {
    home: { path: home },
    listing: { path: listing },
    product: { path: product },
    article: { path: article },
    bag: { path: "/cart", ...hidden },
    checkout: { path: "/checkout", ...hidden },
  };
}

/** Fills the bag in local storage, which Lighthouse does not clear. */
async function fillBag(browser, { address }) {
  const [tee] = await (await fetch(`${address}/api/products/search?query=ride+dirty+tee`)).json();
  const [[size, [{ color, image, price }]]] = Object.entries(tee.variantCombinations);
  const line = { product: tee._id, name: tee.name, size, color, image: image ?? tee.images[0], quantity: 1 };
  const bag = JSON.stringify([{ ...line, price: tee.salePrice || price || tee.price }]);
  const page = await browser.newPage();
  await page.goto(address);
  await page.evaluate((text) => localStorage.setItem("cart", text), bag);
  await page.close();
}

async function reportOn(url, flags) {
  const { default: rate } = await import(pathToFileURL(join(process.cwd(), TOOL)));
  const { lhr } = await rate(url, { ...flags, output: "json", logLevel: "silent", onlyCategories: Object.keys(GOALS) });
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  return lhr;
}

const pointsOf = ({ categories }, category) => Math.round((categories[category].score ?? NaN) * 100);

/** The report with the median points in a category. */
function middle(reports, category) {
  const points = percentile(
    reports.map((report) => pointsOf(report, category)),
    0.5,
  );
  return reports.find((report) => pointsOf(report, category) === points);
}

/** Note beside the points: a page's times, or the failed audits. */
function noteOf({ audits, categories }, category) {
  if (category === "performance")
    return [
      ["first paint", "first-contentful-paint"],
      ["largest", "largest-contentful-paint"],
      ["blocked", "total-blocking-time"],
      ["shift", "cumulative-layout-shift"],
    ]
      .map(([name, id]) => `${name} ${audits[id].displayValue}`)
      .join(", ");
  return categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
    .map(({ id }) => id)
    .join(", ");
}

const versionOf = async () =>
  JSON.parse(await readFile("scripts/lighthouse/package.json", "utf8")).dependencies.lighthouse;
