import { presentChromium } from "../../scripts/chromium.mjs";
import { clickToName } from "../click.mjs";
import { figure, heading } from "../figures.mjs";
import { openBrowser, visitOnPhone } from "../phone.mjs";
import { makePicturesOf } from "../pictures.mjs";
import { MOST_BYTES, MOST_FILES, MOST_SCREEN_BYTES } from "../../scripts/weight-limits.mjs";
import { backOfficeWeights, pageWeights } from "../weight.mjs";

const WEIGHED = {
  "shop/catalog/product-page/product.page": "product",
  "shop/home/home.page": "home",
  "shop/catalog/listing/listing.page": "listing",
};

/** Measures the bytes that a browser loads, and the waiting times on a slow phone and after a click. */
export async function browser({ shop, pages }) {
  heading("Scripts that a page loads before it is alive, brotli");
  const weights = await pageWeights();
  for (const [route, name] of Object.entries(WEIGHED)) {
    const page = weights.find((each) => each.route === route);
    if (!page) throw new Error(`${route} is no page`);
    figure(`${name}: scripts`, page.bytes / 1000, "kB", { most: MOST_BYTES[route] / 1000 });
    figure(`${name}: files`, page.files.length, "", { most: MOST_FILES });
  }
  const [heaviest] = (await backOfficeWeights()).toSorted((a, b) => b.bytes - a.bytes);
  const screens = "back office, the heaviest screen: scripts";
  figure(screens, heaviest.bytes / 1000, "kB", { most: MOST_SCREEN_BYTES / 1000 }, heaviest.route);
  await makePicturesOf(shop, [pages.home, pages.listing, pages.product]);
  const chromium = await openBrowser(presentChromium());
  try {
    heading("A slow phone: processor slowed four times, 1.6 Mbit/s, 150 ms; median of 5 first visits");
    for (const name of ["home", "listing", "product"]) {
      const { firstPaint, largestPaint, largest } = await visitOnPhone(chromium, shop.address + pages[name]);
      figure(`${name}: first paint`, firstPaint, "ms", name === "product" ? { most: 800 } : {});
      figure(
        `${name}: largest paint`,
        largestPaint,
        "ms",
        name === "product" ? { most: 1100 } : {},
        largest.slice(0, 60),
      );
    }
    heading("From a click on a card to the product's name; median of 5");
    const listing = shop.address + pages.listing;
    figure("after the listing was looked at", await clickToName(chromium, listing, { prepared: true }), "ms", {
      most: 80,
    });
    figure("at once", await clickToName(chromium, listing, { prepared: false }), "ms", { most: 150 });
  } finally {
    await chromium.close();
  }
}
