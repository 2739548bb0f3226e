import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { productNamed } from "./products";
import { lineOf, noPopUp, remember } from "./shopper";

const SCREENS = [
  "/",
  "/about",
  "/contact",
  "/return-or-exchange",
  "/shop/men",
  "/shop/men?search=zzzz",
  "/product/…",
  "/cart",
  "/checkout",
  "/success",
  "/wishlist",
  "/faqs",
  "/terms-&-conditions",
  "/privacy-policy",
  "/return-policy",
  "/blogs",
  "/blog/denim-vs-leather",
  "/community",
  "/404",
  "/search?query=jacket",
  "/order-success",
  "/order-status",
  "/newsletter",
  "/unsubscribe",
  "/back-in-stock",
  "/reviews",
  "/questions",
  "/nowhere",
];

const violations = async (page: Page): Promise<string[]> =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

/** Errors, warnings and mismatches of what the server wrote, but not the status of a page that is meant to be missing. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const isOwnStatus = /status of 4(04|22|00)/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isOwnStatus) complaints.push(message.text());
  });
  return complaints;
}

/** How bright a color is to the eye, from 0 to 1. */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((value) => {
    const share = Number(value) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

for (const viewport of [{ width: 390, height: 844 }])
  test.describe(`at ${viewport.width} px`, () => {
    const isPhone = viewport.width < 1024;
    test.use({ viewport, hasTouch: isPhone, isMobile: isPhone, contextOptions: { reducedMotion: "reduce" } });

    test("every page can be used by everybody, is dark, asks nobody to sign in and complains of nothing (R-1-09, R-6-01)", async ({
      page,
    }) => {
      test.setTimeout(240_000);
      const jacket = await productNamed(page, "Outlaw Leather Jacket");
      await remember(page, {
        cart: [await lineOf(page, "Ride Dirty Tee")],
        wishlist: { ids: [jacket._id], expires: Date.now() + 86_400_000 },
        ...noPopUp,
      });
      const complaints = complaintsOf(page);
      const found: string[] = [];
      for (const screen of SCREENS) {
        const address = screen.replace("…", `x-${jacket._id}`);
        await page.goto(address);
        await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle))));
        found.push(...(await violations(page)).map((violation) => `${address} ${violation}`));
        found.push(...complaints.splice(0).map((complaint) => `${address} ${complaint}`));

        const { background, text } = await page.evaluate(() => {
          const { backgroundColor, color } = getComputedStyle(document.body);
          return { background: backgroundColor, text: color };
        });
        if (luminance(background) >= 0.2 || luminance(text) <= 0.5) found.push(`${address} is not light on dark`);
        const doors = page.getByRole("link", { name: /sign in|log in|my account|admin/i });
        if ((await doors.count()) > 0) found.push(`${address} asks to sign in`);
      }
      expect(found).toEqual([]);
    });

    test("what opens over a page can be used by everybody", async ({ page }) => {
      test.setTimeout(240_000);
      const complaints = complaintsOf(page);
      const found: string[] = [];
      const look = async (name: string) => {
        const layer = page.getByRole("dialog").filter({ visible: true });
        await expect(layer.first(), name).toBeVisible();
        // What is still coming in has other contrasts than what has come.
        await layer.first().evaluate((element) => {
          const entering = element.getAnimations({ subtree: true });
          const ending = entering.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
          return Promise.allSettled(ending.map(({ finished }) => finished));
        });
        found.push(...(await violations(page)).map((violation) => `${name} ${violation}`));
        await page.keyboard.press("Escape");
        await expect(layer).toHaveCount(0);
      };
      const jacket = await productNamed(page, "Outlaw Leather Jacket");
      await remember(page, { cart: [await lineOf(page, "Ride Dirty Tee")], ...noPopUp });

      await page.goto("/shop/men");
      if (isPhone) {
        await page.getByRole("button", { name: "Menu" }).first().click();
        await look("menu");
        await page.getByRole("button", { name: "Quick add Longhaul Hoodie" }).click();
        await look("quick add");
      }
      await page.getByRole("button", { name: "FILTER", exact: true }).click();
      await look("filter");

      await page.goto(`/product/x-${jacket._id}`);
      await page.getByRole("button", { name: "Size Guide" }).click();
      await look("size guide");
      const reviews = page.getByRole("region", { name: "Reviews", exact: true });
      await reviews.getByRole("button", { name: "Write a review" }).click();
      await look("write a review");
      await reviews.getByRole("button", { name: "Ask a question" }).click();
      await look("ask a question");

      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });
