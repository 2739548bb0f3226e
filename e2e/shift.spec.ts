import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { alive, productNamed, shopperWithThings } from "./support";
import { JEANS } from "./support/bag";

const LATE = 400;
/** Heading of the section that a screen loads last; the test waits for it before scrolling, because it pushes the footer down. */
const LAST: Record<string, string> = { "/cart": "Others Also Bought" };

/** Records layout shifts from the first paint on, except shifts right after input. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; what: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[])
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            what: entry.sources.map(({ node }) =>
              (node instanceof Element ? node.outerHTML : String(node?.textContent)).slice(0, 90),
            ),
          });
    }).observe({ type: "layout-shift", buffered: true });
  });
const shifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { value: number; what: string[] }[] }).shifts);

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    for (const screen of [
      "/",
      "/shop/men",
      "/product/x-…",
      // Its name fills its line at 390 px.
      JEANS,
      "/cart",
      "/wishlist",
      "/checkout",
      "/blog/denim-vs-leather",
      "/contact",
      "/return-or-exchange",
    ])
      test(`${screen} has no layout shift when its pictures and fonts load late`, async ({ page }) => {
        const at = await shopperWithThings(page);
        const late: Promise<void>[] = [];
        await page.route(/\/(pictures|api\/media)\/|\.woff2$/, (route) => {
          const waits = new Promise((done) => setTimeout(done, LATE)).then(() => route.continue());
          late.push(waits);
          return waits;
        });
        await watchShifts(page);
        await page.goto(screen === JEANS ? `/product/x-${(await productNamed(page, JEANS))._id}` : at(screen));
        await alive(page);
        await page.waitForLoadState("networkidle");
        const last = LAST[screen];
        if (last) await page.getByRole("region", { name: last }).waitFor();
        // Scrolls down the whole page, so that lazily loaded parts load too.
        for (let seen = 0; seen < 12; seen++) await page.mouse.wheel(0, viewport.height);
        while (late.length > 0) await Promise.all(late.splice(0));
        await page.evaluate(() => document.fonts.ready);

        const moved = await shifts(page);
        const sum = moved.reduce((total, { value }) => total + value, 0);
        expect(sum, JSON.stringify(moved)).toBeLessThan(0.001);
      });
  });
