import { expect, test, type Page } from "@playwright/test";
import { violations } from "./axe";
import { amountOf, card, cardNames, withoutPopUp } from "./products";
import { alive } from "./shopper";

const titles = {
  men: "Men's Shop",
  women: "Women's Shop",
  accessories: "Accessories",
  headwear: "Headwear",
  "final-sale": "Final Sale",
  "new-arrivals": "New Arrivals",
  "men-top": "Men's Top",
  "men-bottom": "Men's Bottom",
  "women-top": "Women's Top",
  "women-bottom": "Women's Bottom",
};

test.beforeEach(({ page }) => withoutPopUp(page));

const cards = (page: Page) => page.getByRole("tabpanel", { name: "Products" }).getByRole("article");
const prices = async (page: Page) =>
  (
    await cards(page)
      .getByText(/^\$\d+\.\d{2}$/)
      .allTextContents()
  ).map(amountOf);
const openFilter = async (page: Page) => {
  await page.getByRole("button", { name: "FILTER", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Filter" });
  await expect(drawer).toBeVisible();
  return drawer;
};

test("each of the ten collections has its title and products (R-1-04, R-2.1-03, R-2.1-15, R-2.5-01)", async ({
  page,
}) => {
  for (const [gender, title] of Object.entries(titles)) {
    await page.goto(`/shop/${gender}`);
    await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
    expect(await cards(page).count()).toBeGreaterThan(0);
  }
});

for (const from of ["/shop/women", "/"])
  test(`from ${from} the picture of a card becomes the picture of its product`, async ({ page }) => {
    await page.addInitScript(() => {
      const begin = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = begin(update);
        void noteMoved(transition);
        return transition;
      };
      async function noteMoved({ ready }: ViewTransition) {
        await ready;
        const moved = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
        document.documentElement.dataset.moved = moved.join(" ");
      }
      sessionStorage.setItem("splash", "seen");
    });
    await page.goto(from);
    await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
    await expect(page).toHaveURL(/\/product\//);
    // Both cuts of the picture: only then one grows out of the other.
    await expect(page.locator("html")).toHaveAttribute("data-moved", /-old\(product-picture\)/);
    await expect(page.locator("html")).toHaveAttribute("data-moved", /-new\(product-picture\)/);
  });

test("whoever wants less motion gets the product without a transition", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => {
    const begin = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      document.documentElement.dataset.moved = "yes";
      return begin(update);
    };
  });
  await page.goto("/shop/women");
  await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/product\//);
  await expect(page.getByRole("button", { name: /Add to bag|Choose a size/i }).first()).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-moved");
});

test("an unknown collection leads to Page Not Found (R-2.1-16, R-8-12)", async ({ page }) => {
  for (const unknown of ["kids", "Men"]) {
    await page.goto(`/shop/${unknown}`);
    await expect(page).toHaveURL("/404");
    await expect(page.getByText("Page Not Found")).toBeVisible();
  }
});

test("tabs are All and the sub-categories; one shows its own (R-2.5-03, R-2.5-04, R-2.5-05)", async ({ page }) => {
  const categories: { name: string; parent: { name: string } | null }[] = await (
    await page.request.get("/api/categories")
  ).json();
  await page.goto("/shop/men");
  const tabs = page.getByRole("tablist", { name: "Categories" }).getByRole("tab");
  const names = categories.filter(({ parent }) => parent?.name === "Men").map(({ name }) => name);
  await expect(tabs).toHaveCount(names.length + 1);
  for (const name of ["All", ...names]) await expect(page.getByRole("tab", { name, exact: true })).toBeVisible();
  await expect(page.getByRole("tab", { name: "All", exact: true })).toHaveAttribute("aria-selected", "true");

  await page.getByRole("tab", { name: "Jackets", exact: true }).click();
  await expect(page.getByRole("tab", { name: "Jackets", exact: true })).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL("/shop/men?tab=jackets");
  expect(await cardNames(page)).toEqual(["Outlaw Leather Jacket", "Switchback Textile Jacket", "Mesa Mesh Jacket"]);
});

test("search keeps names that contain it, in any case; nothing found says so (R-2.5-02, R-8-13)", async ({ page }) => {
  await page.goto("/shop/men?search=JACKET");
  const names = await cardNames(page);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(name.toLowerCase()).toContain("jacket");

  await page.goto("/shop/men?search=zzzz");
  await expect(page.getByText("No Products Available")).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "LOAD MORE" })).toHaveCount(0);
});

test("twelve at first, four more each time, and the address keeps them (R-2.5-08, R-4-22, R-4-23)", async ({
  page,
}) => {
  await page.goto("/shop/men");
  await expect(cards(page)).toHaveCount(12);
  await page.getByRole("button", { name: "LOAD MORE" }).click();
  await expect(cards(page)).toHaveCount(16);
  await expect(cards(page).nth(12).getByRole("heading").getByRole("link")).toBeFocused();

  await page.reload();
  await expect(cards(page)).toHaveCount(16);
  await page.getByRole("button", { name: "LOAD MORE" }).click();
  await expect(cards(page)).toHaveCount(20);
  await page.getByRole("button", { name: "LOAD MORE" }).click();
  await expect(cards(page)).toHaveCount(23);
  await expect(page.getByRole("button", { name: "LOAD MORE" })).toHaveCount(0);
});

test("a listing is ordered as asked; recommended is the merchant's order (R-2.5-08, R-4-19, R-4-20, R-4-21)", async ({
  page,
}) => {
  await page.goto("/shop/men");
  const sort = page.getByRole("combobox", { name: "Sort", exact: true });
  await expect(sort).toHaveValue("recommended");
  await expect(sort.getByRole("option")).toHaveText(["Recommended", "Newest", "Highest", "Lowest"]);
  const recommended = await cardNames(page);

  await sort.selectOption("lowest");
  await expect(page).toHaveURL("/shop/men?sort=lowest");
  await expect.poll(async () => (await prices(page))[0]).toBe(22);
  const rising = await prices(page);
  expect(rising).toEqual(rising.toSorted((a, b) => a - b));

  await sort.selectOption("highest");
  await expect.poll(async () => (await prices(page))[0]).toBe(389);
  const falling = await prices(page);
  expect(falling).toEqual(falling.toSorted((a, b) => b - a));

  await sort.selectOption("recommended");
  await expect.poll(() => cardNames(page)).toEqual(recommended);
});

test("filters are a draft until APPLY; the X and the backdrop leave everything as it was (R-2.5-08, R-2.5-09, R-4-24, R-4-26)", async ({
  page,
}) => {
  await page.goto("/shop/men");
  const before = await cardNames(page);
  const drawer = await openFilter(page);
  const rightEdge = () => drawer.evaluate((element) => Math.round(element.getBoundingClientRect().right));
  await expect.poll(rightEdge).toBe(page.viewportSize()?.width);

  await drawer.getByRole("checkbox", { name: "Olive" }).check();
  await drawer.getByRole("button", { name: "Close Filter" }).click();
  await expect(drawer).toBeHidden();
  expect(await cardNames(page)).toEqual(before);

  const again = await openFilter(page);
  await expect(again.getByRole("checkbox", { name: "Olive" })).not.toBeChecked();
  await again.getByRole("checkbox", { name: "Olive" }).check();
  await page.mouse.click(20, 400);
  await expect(again).toBeHidden();
  expect(await cardNames(page)).toEqual(before);
});

test("APPLY keeps exactly what has the color, the size and the price; CLEAR restores at once (R-3-19, R-4-25, R-4-27, R-5-06, R-5-07, R-5-08)", async ({
  page,
}) => {
  await page.goto("/shop/men?shown=16");
  const drawer = await openFilter(page);
  await drawer.getByRole("checkbox", { name: "Olive" }).check();
  await drawer.getByRole("button", { name: "APPLY" }).click();
  await expect(page).toHaveURL("/shop/men?colors=Olive");
  await expect
    .poll(() => cardNames(page))
    .toEqual(["Switchback Textile Jacket", "Piston Zip Hoodie", "Wrench Henley", "Rampart Cargo Pants"]);

  await openFilter(page);
  await drawer.getByRole("slider").fill("129");
  await expect(drawer.getByText("Up to $129")).toBeVisible();
  await drawer.getByRole("button", { name: "APPLY" }).click();
  await expect.poll(() => cardNames(page)).toEqual(["Piston Zip Hoodie", "Wrench Henley", "Rampart Cargo Pants"]);

  await openFilter(page);
  await drawer.getByRole("checkbox", { name: "33/32" }).check();
  await drawer.getByRole("button", { name: "APPLY" }).click();
  await expect(page.getByText("No Products Available")).toBeVisible();

  await openFilter(page);
  await drawer.getByRole("button", { name: "CLEAR" }).click();
  await expect(cards(page)).toHaveCount(12);
  await expect(page).toHaveURL("/shop/men");
});

test("the price bound runs from 0 to 1000 in steps of 1 (R-5-05)", async ({ page }) => {
  await page.goto("/shop/men");
  const slider = (await openFilter(page)).getByRole("slider");
  for (const [name, value] of Object.entries({ min: "0", max: "1000", step: "1" }))
    await expect(slider).toHaveAttribute(name, value);
  await expect(slider).toHaveValue("1000");
  await expect(page.getByText("Up to $1000")).toBeVisible();
});

test("where nothing has a color or a size, the drawer says so (R-5-09)", async ({ page }) => {
  await page.goto("/shop/men?search=zzzz");
  const drawer = await openFilter(page);
  await expect(drawer.getByText("No colors available")).toBeVisible();
  await expect(drawer.getByText("No sizes available")).toBeVisible();
});

test("a filter in force is taken back by its chip", async ({ page }) => {
  await page.goto("/shop/men?colors=Olive&maxPrice=400");
  await page.getByRole("link", { name: "Remove Olive" }).click();
  await expect(page).toHaveURL("/shop/men?maxPrice=400");
  await expect(cards(page)).toHaveCount(12);
});

test("cards show price, stars and how many reviews; what is special is said in words (R-2.5-10, R-2.5-11, R-9-19)", async ({
  page,
}) => {
  await page.goto("/shop/men");
  await expect(card(page, "Outlaw Leather Jacket").getByText("$389.00")).toBeVisible();
  await expect(card(page, "Outlaw Leather Jacket").getByText("4.2 out of 5, 9 reviews")).toBeVisible();
  await expect(card(page, "Roadhouse Cut Vest").getByText("No reviews yet")).toBeVisible();
  await expect(card(page, "Mesa Mesh Jacket").getByText("50% OFF")).toBeVisible();
  await expect(card(page, "Mesa Mesh Jacket").getByText(/Now\s*\$109\.50\s*Was\s*\$219\.00/)).toBeAttached();

  await page.goto("/shop/headwear");
  const soldOut = card(page, "Cable Beanie");
  await expect(soldOut.getByText("SOLD OUT")).toBeVisible();
  await soldOut.hover();
  await expect(soldOut.getByRole("button", { name: /Quick add/ })).toHaveCount(0);
});

test("quick add asks for a size, then adds one piece of it (R-8-04, R-8-07, R-4-09)", async ({ page }) => {
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

test("a card says from which price on, until a color or a size is chosen on it (R-9-18, R-4-32)", async ({ page }) => {
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

test("more than six sizes scroll with arrows on the grid (R-9-16)", async ({ page }) => {
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

test("a swatch changes the picture of its card", async ({ page }) => {
  await page.goto("/shop/men");
  const jacket = card(page, "Outlaw Leather Jacket");
  await expect(jacket.getByRole("img", { name: /Black, front/ })).toBeVisible();
  await jacket.getByRole("button", { name: "Oxblood" }).click();
  await expect(jacket.getByRole("img", { name: /Oxblood, front/ })).toBeVisible();
  await expect(jacket.getByRole("button", { name: "Oxblood" })).toHaveAttribute("aria-pressed", "true");
});

test("a card is filled from the keyboard: favorite, size, quick add, then the product", async ({ page }) => {
  await page.goto("/shop/men");
  await alive(page);
  const jacket = card(page, "Outlaw Leather Jacket");
  await jacket.getByRole("button", { name: /wishlist/ }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(jacket.getByRole("radio", { name: "M", exact: true })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Bag, 1 item" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(jacket.getByRole("link")).toBeFocused();
});

test("nothing in a listing or its drawer is out of reach for assistive technology", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/shop/men?colors=Black");
  await cards(page).first().hover();
  await expect(cards(page).first().getByRole("radio").first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const drawer = await openFilter(page);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("button", { name: "FILTER", exact: true })).toBeFocused();

  await page.goto("/shop/men?search=zzzz");
  expect(await violations(page)).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a plus opens the choice as a sheet", async ({ page }) => {
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

test("the listing waits for its pictures, but not for one that fails (R-2.5-06, R-2.5-07)", async ({ page }) => {
  await page.goto("/faqs");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  let requests = 0;
  await page.route("**/pictures/**", async (route) => {
    if (requests++ === 0) return route.abort();
    ask();
    await released;
    return route.continue();
  });
  await page.getByRole("banner").getByRole("link", { name: "Men", exact: true }).click();
  await asked;
  await expect(page.getByText("Loading products...")).toBeAttached();
  await expect(cards(page).first()).toBeHidden();

  release();
  await expect(cards(page).first()).toBeVisible();
  await expect(cards(page)).toHaveCount(12);
  await expect(page.getByText("Loading products...")).toHaveCount(0);
});

test("back from a product the listing is as it was left", async ({ page }) => {
  await page.goto("/shop/men?sort=lowest");
  await page.getByRole("button", { name: "LOAD MORE" }).click();
  await expect(cards(page)).toHaveCount(16);
  await card(page, "Longhaul Hoodie").getByRole("link", { name: "Longhaul Hoodie" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Longhaul Hoodie" })).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(16);
  await expect(card(page, "Longhaul Hoodie")).toBeInViewport();
});

test("Back takes the filter's drawer along", async ({ page }) => {
  await page.goto("/shop/accessories");
  await page.getByRole("tab", { name: "Gloves", exact: true }).click();
  await expect(cards(page)).toHaveCount(3);
  await page.getByRole("button", { name: "FILTER", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Filter" })).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(12);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a product's page begins at its top at once, and Back is where it was at once", async ({ page }) => {
  await page.goto("/shop/men?shown=16");
  const hoodie = card(page, "Longhaul Hoodie").getByRole("link", { name: "Longhaul Hoodie" });
  await hoodie.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(200);
  await hoodie.click();
  await page.getByRole("heading", { level: 1, name: "Longhaul Hoodie" }).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await hoodie.waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(place);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("tabs, order, filters and LOAD MORE are links and forms", async ({ page }) => {
    await page.goto("/shop/men");
    await page.getByRole("button", { name: "LOAD MORE" }).click();
    await expect(cards(page)).toHaveCount(16);

    await page.getByText("FILTER", { exact: true }).filter({ visible: true }).click();
    await page.getByRole("checkbox", { name: "Olive" }).check();
    await page.getByRole("button", { name: "APPLY" }).click();
    await expect(cards(page)).toHaveCount(4);

    await page.getByRole("tab", { name: "Hoodies", exact: true }).click();
    expect(await cardNames(page)).toEqual(["Piston Zip Hoodie"]);

    await page.goto("/shop/men");
    await page.getByRole("combobox", { name: "Sort", exact: true }).selectOption("lowest");
    await page.getByRole("button", { name: "Sort" }).click();
    expect((await prices(page))[0]).toBe(22);
  });
});
