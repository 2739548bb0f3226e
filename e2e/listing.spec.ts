import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./support/test";
import { amountOf, card, cardNames, violations, withoutPopUp } from "./support";
import { cards, openFilter } from "./support/listing";

const prices = async (page: Page) =>
  (
    await cards(page)
      .getByText(/^\$\d+\.\d{2}$/)
      .allTextContents()
  ).map(amountOf);

test.beforeEach(({ page }) => withoutPopUp(page));

/** Records the animation that moves a card's picture to the picture of the product's page. */
const noteFlights = (page: Page) =>
  page.addInitScript(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (keyframes, options) {
      const [first] = keyframes as Keyframe[];
      if (this.matches("main a[href]")) document.documentElement.dataset.flight = String(first?.["transform"]);
      return animate.call(this, keyframes, options);
    };
    sessionStorage.setItem("splash", "seen");
  });

const boxOf = (element: Locator) => element.evaluate((shown) => shown.getBoundingClientRect().toJSON() as DOMRect);

const zoom = (page: Page) => page.getByRole("link", { name: /^Zoom in on picture 1 / });

for (const from of ["/shop/women", "/"])
  test(`a click on a card in ${from} animates its picture into the picture of the product's page`, async ({ page }) => {
    await noteFlights(page);
    await page.goto(from);
    const opened = page.getByRole("article").first();
    const link = opened.getByRole("heading").getByRole("link");
    await link.scrollIntoViewIfNeeded();
    const start = await boxOf(opened.getByRole("img").first());
    await link.click();
    await expect(page).toHaveURL(/\/product\//);
    await expect(page.locator("html")).toHaveAttribute("data-flight", /^translate/);

    await zoom(page).evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    const end = await boxOf(zoom(page));
    const flight = (await page.locator("html").getAttribute("data-flight")) ?? "";
    const [x = NaN, y = NaN, scale = NaN] = [...flight.matchAll(/-?[\d.]+/g)].map(Number);
    expect(end.x + x).toBeCloseTo(start.x, 0);
    expect(end.y + y).toBeCloseTo(start.y, 0);
    expect(end.width * scale).toBeCloseTo(start.width, 0);
  });

test("with reduced motion the product opens without a transition", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await noteFlights(page);
  await page.goto("/shop/women");
  await page.getByRole("article").first().getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/product\//);
  // Content below the first screen renders one frame after the parts that a transition could move.
  await expect(page.getByRole("region", { name: "Reviews", exact: true })).toBeAttached();
  await expect(page.locator("html")).not.toHaveAttribute("data-flight");
});

test("the tabs of a listing are All and its sub-categories; a tab shows the products of its category (R-2.5-03, R-2.5-04, R-2.5-05)", async ({
  page,
}) => {
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

test("a listing shows twelve products, four more with each LOAD MORE, and as many after a reload (R-2.5-08, R-4-22, R-4-23)", async ({
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

test("a listing is sorted by the lowest or highest price, and 'recommended' restores the first order (R-2.5-08, R-4-19, R-4-20, R-4-21)", async ({
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

test("a listing and its filter have no axe violation", async ({ page }) => {
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

test("a listing appears when its pictures are loaded, and does not wait for a picture that fails (R-2.5-06, R-2.5-07)", async ({
  page,
}) => {
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

test("Back from a product's page restores the state of the listing", async ({ page }) => {
  await page.goto("/shop/men?sort=lowest");
  await page.getByRole("button", { name: "LOAD MORE" }).click();
  await expect(cards(page)).toHaveCount(16);
  await card(page, "Longhaul Hoodie").getByRole("link", { name: "Longhaul Hoodie" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Longhaul Hoodie" })).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(16);
  await expect(card(page, "Longhaul Hoodie")).toBeInViewport();
});

test("a product's page opens scrolled to its top, and Back restores the scroll position, both without a delay", async ({
  page,
}) => {
  await page.goto("/shop/men?shown=16");
  const hoodie = card(page, "Longhaul Hoodie").getByRole("link", { name: "Longhaul Hoodie" });
  await hoodie.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(200);
  await hoodie.click();
  await page.getByRole("heading", { level: 1, name: "Longhaul Hoodie" }).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const onward = page.getByRole("region", { name: "Keep shopping" }).getByRole("link").first();
  await onward.scrollIntoViewIfNeeded();
  const below = await page.evaluate(() => scrollY);
  expect(below).toBeGreaterThan(1000);
  await onward.click();
  await expect(cards(page)).not.toHaveCount(0);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Longhaul Hoodie" }).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(below);
  await page.goBack();
  await hoodie.waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(place);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("tabs, sort order, filters and LOAD MORE work as links and forms", async ({ page }) => {
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
