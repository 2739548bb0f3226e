import { expect } from "@playwright/test";
import { test } from "./support/test";
import { alive, card, withoutPopUp } from "./support";

test.beforeEach(({ page }) => withoutPopUp(page));

test("cards show price, stars and number of reviews; labels such as sale are shown as words (R-2.5-10, R-2.5-11, R-9-19)", async ({
  page,
}) => {
  await page.goto("/shop/men");
  await expect(card(page, "Outlaw Leather Jacket").getByText("$389.00")).toBeVisible();
  await expect(card(page, "Outlaw Leather Jacket").getByRole("img", { name: "4.2 out of 5, 9 reviews" })).toBeVisible();
  const unrated = card(page, "Roadhouse Cut Vest");
  await expect(unrated.getByText("Cowhide, 1.1-1.2 mm")).toBeVisible();
  await expect(unrated.getByRole("img", { name: /reviews|out of 5/ })).toHaveCount(0);
  await expect(card(page, "Mesa Mesh Jacket").getByText("50% OFF")).toBeVisible();
  await expect(card(page, "Mesa Mesh Jacket").getByText(/Now\s*\$109\.50\s*Was\s*\$219\.00/)).toBeAttached();

  await page.goto("/shop/headwear");
  const soldOut = card(page, "Cable Beanie");
  await expect(soldOut.getByText("SOLD OUT")).toBeVisible();
  await soldOut.hover();
  await expect(soldOut.getByRole("button", { name: /Quick add/ })).toHaveCount(0);
});

test("quick add asks for a size, then adds one piece in that size (R-8-04, R-8-07, R-4-09)", async ({ page }) => {
  await page.goto("/shop/men");
  const jacket = card(page, "Outlaw Leather Jacket");
  await jacket.hover();
  await jacket.getByRole("button", { name: "Quick add" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Please select a size." })).toBeVisible();
  await expect(page.getByRole("link", { name: "Bag, 0 items" })).toBeVisible();

  await jacket.getByRole("button", { name: "Oxblood" }).click();
  await expect(jacket.getByRole("radio", { name: "S", exact: true })).toBeDisabled();
  await jacket.getByRole("radio", { name: "M", exact: true }).check();
  await jacket.getByRole("button", { name: "Quick add" }).click();
  await expect(page.getByText("Added To Bag!", { exact: true })).toBeVisible();
  const bag = await page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]"));
  expect(bag).toMatchObject([{ name: "Outlaw Leather Jacket", size: "M", color: "Oxblood", quantity: 1, price: 389 }]);
});

test("a card shows 'from' with the lowest price until the shopper chooses a color or a size on the card (R-9-18, R-4-32)", async ({
  page,
}) => {
  await page.goto("/shop/accessories?search=backpack");
  const backpack = card(page, "Saddle Backpack 25L");
  await expect(backpack).toContainText("from $139.00");
  await backpack.hover();
  await expect(backpack.getByRole("button", { name: "Quick add" })).toContainText("$149.00");
  await backpack.getByRole("button", { name: "Black" }).click();
  await expect(backpack).not.toContainText("from $");
  await backpack.getByRole("button", { name: "Olive" }).click();
  await expect(backpack.getByRole("button", { name: "Quick add" })).toContainText("$139.00");
});

test("a card with more than six sizes has arrows that scroll the sizes (R-9-16)", async ({ page }) => {
  await page.goto("/shop/men");
  const jacket = card(page, "Outlaw Leather Jacket");
  await jacket.hover();
  await expect(jacket.getByRole("radio")).toHaveCount(6);
  await expect(jacket.getByRole("button", { name: "Next sizes" })).toHaveCount(0);

  await page.goto("/shop/men?tab=pants");
  const jeans = card(page, "Highside Riding Jeans");
  await jeans.hover();
  const last = jeans.getByRole("radio", { name: "38/34" });
  await expect(last).not.toBeInViewport();
  const next = jeans.getByRole("button", { name: "Next sizes" });
  await expect(async () => {
    await next.click({ timeout: 500 });
    await expect(last).toBeInViewport({ timeout: 200 });
  }).toPass();
});

test("a page is fetched once, when the pointer rests on its link: the click sends no request", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/product/") && asked.push(request.url()));
  await page.goto("/shop/women?tab=denim");
  await alive(page);
  const last = page.getByRole("main").getByRole("article").last();
  const link = last.getByRole("link");
  const path = (await link.getAttribute("href")) ?? "";
  const name = (await link.textContent()) ?? "";
  const fetched = page.waitForResponse((response) => response.url().includes(`${path}.data`));
  await last.hover();
  await (await fetched).finished();
  await link.click();

  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  expect(asked.filter((address) => address.includes(path))).toHaveLength(1);
});

test("a swatch changes the picture of its card", async ({ page }) => {
  await page.goto("/shop/men");
  const jacket = card(page, "Outlaw Leather Jacket");
  await expect(jacket.getByRole("img", { name: /Black, front/ })).toBeVisible();
  await jacket.getByRole("button", { name: "Oxblood" }).click();
  await expect(jacket.getByRole("img", { name: /Oxblood, front/ })).toBeVisible();
  await expect(jacket.getByRole("button", { name: "Oxblood" })).toHaveAttribute("aria-pressed", "true");
});

test("a card works by keyboard in the order of its parts: the product's link, favorite, size, quick add, colors", async ({
  page,
}) => {
  await page.goto("/shop/men");
  await alive(page);
  const jacket = card(page, "Outlaw Leather Jacket");
  await jacket.getByRole("link").focus();
  await expect(jacket.getByRole("radio", { name: "M", exact: true })).toBeAttached();
  await page.keyboard.press("Tab");
  await expect(jacket.getByRole("button", { name: /wishlist/ })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(jacket.getByRole("radio", { name: "M", exact: true })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Bag, 1 item" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(jacket.getByRole("button", { name: "Black", exact: true })).toBeFocused();
});

test("the lines of neighboring cards are level, and no name has more than two lines", async ({ page }) => {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/shop/men");
    const cards = await page.getByRole("article").evaluateAll((all) =>
      all.map((one) => {
        const line = (part: string) => one.querySelector(part)?.getBoundingClientRect().bottom;
        const { height } = one.querySelector("h2, h3")?.getBoundingClientRect() ?? { height: NaN };
        return { row: one.getBoundingClientRect().top, price: line(".price"), foot: line(".swatches"), height };
      }),
    );
    expect(cards.length).toBeGreaterThan(8);
    for (const { row, price, foot, height } of cards) {
      expect(height).toBeLessThan(46);
      for (const other of cards.filter((one) => one.row === row)) {
        expect(Math.abs((other.price ?? NaN) - (price ?? NaN))).toBeLessThan(2);
        expect(Math.abs((other.foot ?? NaN) - (foot ?? NaN))).toBeLessThan(1);
      }
    }
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the plus button of a card opens the choice of color and size in a sheet", async ({ page }) => {
    await page.goto("/shop/men");
    await page.getByRole("button", { name: "Quick add Longhaul Hoodie" }).tap();
    const sheet = page.getByRole("dialog", { name: "Quick add Longhaul Hoodie" });
    await sheet.getByRole("button", { name: "Add to bag" }).tap();
    await expect(page.getByText("Please select a size.", { exact: true })).toBeVisible();
    await sheet.getByRole("radio", { name: "Rust" }).check();
    await sheet.getByRole("radio", { name: "L", exact: true }).check();
    await sheet.getByRole("button", { name: "Add to bag" }).tap();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("link", { name: "Bag, 1 item" })).toBeVisible();
  });
});
