import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { alive, complaintsOf, SCREENS, shopperWithThings, violations } from "./support";

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

/** Luminance of a color, from 0 to 1. */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((value) => {
    const share = Number(value) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

interface Layer {
  name: string;
  address: string;
  widths?: (typeof PHONE)[];
  open: (page: Page) => Promise<void>;
  /** Waits until the layer is visible; if missing, the test waits for a dialog. */
  isShown?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();
const pressIn = (region: string, place: number) => (page: Page) =>
  page.getByRole("region", { name: region, exact: true }).getByRole("button").nth(place).click();

/** Dialogs, menus and toasts over a page; promotion.spec.ts and checkout-summary.spec.ts test two further dialogs. */
const LAYERS: Layer[] = [
  { name: "the menu", address: "/about", open: press("Open menu") },
  { name: "quick add", address: "/shop/men", widths: [PHONE], open: press("Quick add Longhaul Hoodie") },
  { name: "the filter", address: "/shop/men", open: press("FILTER") },
  { name: "the size guide", address: "/product/x-…", open: press("Size Guide") },
  { name: "the form for a review", address: "/product/x-…", open: press("Write a review") },
  { name: "the form for a question", address: "/product/x-…", open: press("Ask a question") },
  {
    name: "a picture in full",
    address: "/product/x-…",
    open: (page) =>
      page
        .getByRole("group", { name: /^Photographs of/ })
        .getByRole("link")
        .first()
        .click(),
  },
  { name: "a film", address: "/", open: pressIn("Seen On The Road", 0) },
  { name: "a post", address: "/", open: pressIn("From The Feed", 2) },
  { name: "the choice of sizes", address: "/wishlist", open: press(/^Add All Items To Cart/) },
  {
    name: "the bag's summary",
    address: "/about",
    widths: [WIDE],
    open: (page) => page.getByRole("banner").getByRole("link", { name: "Bag, 1 item" }).hover(),
    isShown: (page) => expect(page.getByRole("link", { name: "View bag" })).toBeVisible(),
  },
];

/** Emulates a phone: a narrow window with touch input and without hover. */
async function becomePhone(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 });
  await page.setViewportSize(PHONE);
  await expect.poll(() => page.evaluate(() => matchMedia("(hover: none)").matches)).toBe(true);
}

test.describe("at 1440 px, then as a phone", () => {
  test.use({ viewport: WIDE, contextOptions: { reducedMotion: "reduce" } });

  for (const screen of SCREENS)
    test(`${screen} has no axe violation, is dark, has no link to sign in, and logs no error (R-1-09, R-6-01)`, async ({
      page,
    }) => {
      const at = await shopperWithThings(page);
      const complaints = complaintsOf(page);
      await page.goto(at(screen));
      await alive(page);
      expect(await violations(page), "at 1440 px").toEqual([]);

      const { background, text } = await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        return { background: backgroundColor, text: color };
      });
      expect(luminance(background)).toBeLessThan(0.2);
      expect(luminance(text)).toBeGreaterThan(0.5);
      await expect(page.getByRole("link", { name: /sign in|log in|my account|admin/i })).toHaveCount(0);

      await becomePhone(page);
      expect(await violations(page), "at 390 px").toEqual([]);
      expect(complaints).toEqual([]);
    });
});

for (const viewport of [PHONE, WIDE])
  test.describe(`at ${viewport.width} px`, () => {
    const isPhone = viewport === PHONE;
    test.use({ viewport, hasTouch: isPhone, isMobile: isPhone, contextOptions: { reducedMotion: "reduce" } });

    for (const { name, address, widths = [PHONE, WIDE], open, isShown } of LAYERS)
      if (widths.includes(viewport))
        test(`${name} over a page has no axe violation`, async ({ page }) => {
          const at = await shopperWithThings(page);
          const complaints = complaintsOf(page);
          await page.goto(at(address));
          await alive(page);
          await open(page);
          if (isShown) await isShown(page);
          else await expect(page.getByRole("dialog")).toBeVisible();
          expect(await violations(page)).toEqual([]);
          expect(complaints).toEqual([]);
        });
  });
