import { expect, test, type Page } from "@playwright/test";
import { violations } from "./axe";
import { card, openProduct, productNamed, withoutPopUp } from "./products";
import { atTheDatabase } from "./the-shop";

test.beforeEach(({ page }) => withoutPopUp(page));

const addToBag = (page: Page) => page.getByRole("button", { name: "Add to bag" });
const color = (page: Page, name: string) =>
  page.getByRole("group", { name: "Color" }).getByRole("radio", { name, exact: true });
const size = (page: Page, name: string) =>
  page.getByRole("group", { name: "Size" }).getByRole("radio", { name, exact: true });
const gallery = (page: Page) => page.getByRole("group", { name: /^Photographs of/ });
const bag = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]") as unknown);

test("a product's page has its sections in order (R-2.6-02, R-2.6-03, R-2.6-06, R-2.6-16)", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  const headings = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
  const order = ["Delivery", "Payment", "Style With", "Others Also Bought", "Size & Fit", "Reviews"];
  expect(headings.filter((heading) => order.includes(heading))).toEqual(order);
  await expect(page.getByRole("heading", { name: "Ride Dirty. Look Sharp." })).toBeVisible();
  await expect(page.getByRole("region", { name: "Ride Dirty. Look Sharp." }).getByRole("listitem")).toHaveCount(3);
});

test("only the id of an address counts; the head names the one right address (R-2.1-03, R-2.1-14)", async ({
  page,
}) => {
  const { _id } = await productNamed(page, "Longhaul Hoodie Women's");
  await page.goto(`/product/anything-at-all-${_id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Longhaul Hoodie Women's" })).toBeVisible();
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
    "href",
    new RegExp(`/product/longhaul-hoodie-women-s-${_id}$`),
  );
  await expect(page).toHaveTitle(/^Longhaul Hoodie Women's \| /);
});

test("search engines read offers, and no rating made of samples", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const things = blocks.map((text) => JSON.parse(text) as { "@type": string; offers?: { price: string }[] });
  const product = things.find((thing) => thing["@type"] === "Product");
  expect(product?.offers).toHaveLength(12);
  expect(product?.offers?.[0]).toMatchObject({ price: "389.00", priceCurrency: "USD" });
  expect(product).not.toHaveProperty("aggregateRating");
  expect(things.map((thing) => thing["@type"])).toContain("BreadcrumbList");
});

test("an unknown product and a draft are not found (R-8-03, R-3-09)", async ({ page }) => {
  const [draft] = await atTheDatabase<{ id: string }>("select id from products where name = 'Nightrun Balaclava'");
  for (const id of ["nothing", draft?.id]) {
    const answer = await page.goto(`/product/x-${id}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  }
});

test("a color shows its first picture, a size its price (R-4-28, R-4-32)", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  await expect(color(page, "Black")).toBeChecked();
  await expect(gallery(page).getByRole("img").first()).toHaveAccessibleName(/Black, front/);
  await color(page, "Oxblood").check();
  await expect(gallery(page).getByRole("img").first()).toHaveAccessibleName(/Oxblood, front/);

  await expect(addToBag(page)).toContainText("$389.00");
  await size(page, "3XL").check();
  await expect(addToBag(page)).toContainText("$419.00");
});

test("Add to bag waits for a size, then adds one piece without asking anybody (R-4-30, R-4-31, R-4-01, R-4-09, R-4-10, R-8-07)", async ({
  page,
}) => {
  const id = await openProduct(page, "Outlaw Leather Jacket");
  await expect(addToBag(page)).toBeDisabled();
  await size(page, "L").check();
  await expect(addToBag(page)).toBeEnabled();

  const requests: string[] = [];
  page.on("request", (request) => request.method() === "POST" && requests.push(request.url()));
  await addToBag(page).click();
  await expect(page.getByText("Added To Bag!", { exact: true })).toBeVisible();
  await addToBag(page).click();
  await expect(page.getByRole("link", { name: "Bag, 2 items" })).toBeVisible();
  expect(await bag(page)).toMatchObject([{ product: id, size: "L", color: "Black", quantity: 2, price: 389 }]);
  expect(requests).toEqual([]);
});

test("what has no choice is added at once, with default for both; one size is offered as such (R-5-04, R-3-16)", async ({
  page,
}) => {
  await openProduct(page, "Steel Hip Flask");
  await addToBag(page).click();
  expect(await bag(page)).toMatchObject([{ size: "default", color: "default", price: 28 }]);

  await openProduct(page, "Saddle Backpack 25L");
  await expect(size(page, "One Size")).toBeChecked();
  await expect(addToBag(page)).toBeEnabled();
});

test("a sale price counts before any other (R-9-17)", async ({ page }) => {
  await openProduct(page, "Mesa Mesh Jacket");
  await size(page, "3XL").check();
  await expect(addToBag(page)).toContainText("$109.50");
  await expect(page.getByText("Final sale.")).toBeVisible();
});

test("a sold-out size can be chosen to hear when it is back", async ({ page }) => {
  const id = await openProduct(page, "Outlaw Leather Jacket");
  await color(page, "Oxblood").check();
  await expect(size(page, "S")).toHaveAccessibleDescription("sold out");
  await size(page, "S").check();
  await expect(addToBag(page)).toBeDisabled();

  const email = page.getByRole("main").getByRole("textbox", { name: "E-mail address" });
  await email.fill("nobody");
  await page.getByRole("button", { name: "Email me when it is back" }).click();
  await expect(email).toHaveAccessibleDescription(/Invalid email format/);

  await email.fill("jo@example.com");
  await page.getByRole("button", { name: "Email me when it is back" }).click();
  await expect(page.getByText("We will write to you as soon as it is back.")).toBeVisible();
  const wishes = await atTheDatabase(
    `select 1 from stock_requests join variants on variants.id = variant_id
      where product_id = $1 and size = 'S' and color = 'Oxblood' and email = 'jo@example.com'`,
    [id],
  );
  expect(wishes).toHaveLength(1);
});

test("a pair that is not made is refused in words, here and on a card (R-8-05)", async ({ page }) => {
  const refusal = page.getByText("This size and color combination is not available.", { exact: true });
  await openProduct(page, "Switchback Textile Jacket");
  await color(page, "Sand").check();
  await size(page, "3XL").check();
  await addToBag(page).click();
  await expect(refusal).toBeVisible();

  await page.goto("/shop/men");
  const jacket = card(page, "Switchback Textile Jacket");
  await jacket.getByRole("button", { name: "Sand" }).click();
  await jacket.hover();
  await jacket.getByRole("radio", { name: "3XL" }).check();
  await jacket.getByRole("button", { name: "Quick add" }).click();
  await expect(refusal).toBeVisible();
  expect(await bag(page)).toEqual([]);
});

test("a color without a picture shows the mark in its place (R-3-27)", async ({ page }) => {
  await openProduct(page, "Boot Socks");
  await color(page, "Black").check();
  const picture = gallery(page).getByRole("img");
  await expect(picture).toHaveAccessibleName("Boot Socks, no picture yet");
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("a pair with few left says how many", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  await color(page, "Oxblood").check();
  await size(page, "3XL").check();
  await expect(page.getByText("Only 1 left in Oxblood, 3XL")).toBeVisible();
});

test("one part of the accordion is open at a time (R-2.6-12, R-2.6-13)", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  const description = page.getByRole("button", { name: "Description & Fit" });
  const materials = page.getByRole("button", { name: "Materials" });
  await expect(description).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByText("The one you keep.")).toBeVisible();
  await materials.click();
  await expect(materials).toHaveAttribute("aria-expanded", "true");
  await expect(description).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByText("silver-tone metal zips", { exact: false }).filter({ visible: true })).toHaveCount(2);
  await expect(page.getByText("The one you keep.")).toBeHidden();
});

test("the size guide opens at the side on 25-27, how to measure is closed (R-2.6-11, R-2.6-17, R-2.6-18, R-2.6-19)", async ({
  page,
}) => {
  await openProduct(page, "Outlaw Leather Jacket");
  await page.getByRole("button", { name: "Size Guide" }).click();
  const guide = page.getByRole("dialog", { name: "Size Guide" });
  await expect(guide.getByRole("tab", { name: "25-27" })).toHaveAttribute("aria-selected", "true");
  await guide.getByRole("tab", { name: "34-36" }).click();
  await expect(guide.getByText("Your waist measures 34 to 36 inches.")).toBeVisible();
  await expect(guide.getByText("Your waist measures 25 to 27 inches.")).toBeHidden();

  const words = [
    "Measure at the narrowest point.",
    "Measure at the fullest part.",
    "Measure from the crotch to the floor.",
    "A size name with no length means regular length.",
    "Jeans sizes are written waist/inside leg, such as 33/32.",
  ];
  for (const text of words) await expect(guide.getByText(text)).toBeHidden();
  await guide.getByRole("button", { name: "How to Measure" }).click();
  for (const text of words) await expect(guide.getByText(text)).toBeVisible();
  await guide.getByRole("button", { name: /^Close/ }).click();
  await expect(guide).toBeHidden();
});

test("a row of products scrolls by its buttons, and adds on hover (R-2.6-04, R-2.6-05, R-2.6-14, R-2.6-15, R-9-16)", async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await openProduct(page, "Outlaw Leather Jacket");
  const row = page.getByRole("region", { name: "Style With" });
  await expect(row.getByRole("article").getByRole("heading")).toHaveText([
    "Ride Dirty Tee",
    "Highside Riding Jeans",
    "Ridgeback Boots",
    "Gauntlet Leather Gloves",
  ]);
  const last = row.getByRole("article").last();
  await row.scrollIntoViewIfNeeded();
  await expect(last).not.toBeInViewport();
  const next = row.getByRole("button", { name: "Next" });
  await next.click();
  await expect(last).toBeInViewport();
  await row.getByRole("button", { name: "Previous" }).click();
  await expect(row.getByRole("article").first()).toBeInViewport({ ratio: 0.9 });

  const tee = card(page, "Ride Dirty Tee");
  await tee.hover();
  await expect(tee.getByRole("radio")).toHaveCount(6);
  await expect(tee.getByRole("button", { name: "Next sizes" })).toBeVisible();
  await tee.getByRole("radio", { name: "M", exact: true }).check();
  await tee.getByRole("button", { name: "Quick add" }).click();
  await expect(page.getByRole("link", { name: "Bag, 1 item" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Others Also Bought" }).getByRole("heading", { level: 3 })).toHaveText([
    "Switchback Textile Jacket",
    "Mesa Mesh Jacket",
  ]);
});

test("a product without Style With has no such row (R-2.6-04)", async ({ page }) => {
  const [plain] = await atTheDatabase<{ name: string }>(
    "select name from products where not style_with and published_status = 'published' limit 1",
  );
  test.skip(!plain, "Every product of the demo shop goes with something.");
  await openProduct(page, plain?.name ?? "");
  await expect(page.getByRole("heading", { name: "Style With" })).toHaveCount(0);
});

test("another product begins with its first color and no size (R-4-29)", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  await color(page, "Oxblood").check();
  await size(page, "L").check();
  await page.getByRole("link", { name: "Switchback Textile Jacket" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Switchback Textile Jacket" })).toBeVisible();
  await expect(color(page, "Black")).toBeChecked();
  await expect(page.getByRole("group", { name: "Size" }).getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(addToBag(page)).toBeDisabled();
});

test("'Loading product...' shows until the product has come (R-2.6-01)", async ({ page }) => {
  await page.goto("/shop/men");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/product/**.data*", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("link", { name: "Roadhouse Cut Vest" }).click();
  await expect(page.getByText("Loading product...")).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Roadhouse Cut Vest" })).toBeVisible();
  await expect(page.getByText("Loading product...")).toHaveCount(0);
});

test("a product that cannot be loaded offers to try again (R-8-03)", async ({ page }) => {
  await page.goto("/shop/men");
  await page.route("**/product/**.data*", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("link", { name: "Roadhouse Cut Vest" }).click();
  const again = page.getByRole("link", { name: "Try again" }).or(page.getByRole("button", { name: "Try again" }));
  await expect(again).toBeVisible();
  await page.unroute("**/product/**.data*");
  await again.click();
  await expect(page.getByRole("heading", { level: 1, name: "Roadhouse Cut Vest" })).toBeVisible();
});

test("a picture opens in full and comes closer", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  await gallery(page).getByRole("link").nth(1).click();
  const viewer = page.getByRole("dialog", { name: "Pictures of Outlaw Leather Jacket" });
  await expect(viewer.getByRole("img", { name: /Black, back/ })).toBeVisible();
  await viewer.getByRole("button", { name: "Next picture" }).click();
  await expect(viewer.getByRole("img", { name: /Black, detail/ })).toBeVisible();
  const width = () => viewer.getByRole("img").evaluate((image) => image.clientWidth);
  const before = await width();
  await viewer.getByRole("button", { name: "Zoom in" }).click();
  expect(await width()).toBeGreaterThan(before * 2);
  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
});

test("what was looked at before is shown again", async ({ page }) => {
  const { _id } = await productNamed(page, "Steel Hip Flask");
  await openProduct(page, "Steel Hip Flask");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("recently-viewed"))).toContain(_id);
  await openProduct(page, "Outlaw Leather Jacket");
  const viewed = page.getByRole("region", { name: "Recently viewed" });
  await expect(viewed.getByRole("link", { name: "Steel Hip Flask" })).toBeVisible();
  await expect(viewed.getByRole("link")).toHaveCount(1);
});

test("the two promo tiles lead to all of the men's and women's (R-2.6-07)", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  const tiles = page.getByRole("main").getByRole("link", { name: "Shop Now" });
  await expect(tiles).toHaveCount(2);
  await expect(tiles.first()).toHaveAttribute("href", "/shop/men");
  await expect(tiles.first()).toContainText("All Mens");
  await expect(tiles.last()).toHaveAttribute("href", "/shop/women");
  await expect(tiles.last()).toContainText("All Womens");
});

test("from 768 px all pictures stand together, one of them large (R-2.6-08, R-9-15)", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await openProduct(page, "Outlaw Leather Jacket");
  const boxes = await gallery(page)
    .getByRole("link")
    .evaluateAll((links) =>
      links.map((link) => link.getBoundingClientRect()).map(({ left, width }) => ({ left, width })),
    );
  expect(boxes[0]?.width).toBeGreaterThan((boxes[1]?.width ?? 0) * 1.9);
  for (const { left, width } of boxes) expect(left + width).toBeLessThanOrEqual(768);
});

test("nothing on the page or in what opens from it is out of reach for assistive technology", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openProduct(page, "Outlaw Leather Jacket");
  await color(page, "Oxblood").check();
  await size(page, "S").check();
  expect(await violations(page)).toEqual([]);

  for (const [opener, dialog] of [
    ["Size Guide", "Size Guide"],
    ["Write a review", "Write a review"],
    ["Ask a question", "Ask a question"],
  ] as const) {
    await page.getByRole("button", { name: opener }).click();
    await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: opener })).toBeFocused();
  }
  await gallery(page).getByRole("link").first().click();
  await expect(page.getByRole("dialog", { name: /^Pictures of/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("a product is bought with the keyboard alone", async ({ page }) => {
  await openProduct(page, "Outlaw Leather Jacket");
  await color(page, "Black").focus();
  await page.keyboard.press("ArrowRight");
  await expect(color(page, "Oxblood")).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Size Guide" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await expect(size(page, "M")).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(addToBag(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Bag, 1 item" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the gallery shows one picture at a time and swipes (R-2.6-08)", async ({ page }) => {
    await openProduct(page, "Outlaw Leather Jacket");
    const pictures = gallery(page).getByRole("link");
    await expect(pictures.first()).toBeInViewport({ ratio: 0.9 });
    await expect(pictures.nth(1)).not.toBeInViewport({ ratio: 0.1 });
    await gallery(page).evaluate((row) => row.scrollBy({ left: row.clientWidth }));
    await expect(pictures.nth(1)).toBeInViewport({ ratio: 0.9 });
    await expect(page.getByText("2 / 3")).toBeVisible();
  });

  test("the button stays at the lower edge and carries the size", async ({ page }) => {
    await openProduct(page, "Outlaw Leather Jacket");
    await expect(page.getByText("Choose a size", { exact: true })).toBeVisible();
    await page.getByText("Choose a size", { exact: true }).tap();
    await size(page, "L").check();
    await page.getByRole("heading", { name: "Reviews", exact: true }).scrollIntoViewIfNeeded();
    await page.getByText("L · $389.00").tap();
    await expect(page.getByText("Added To Bag!", { exact: true })).toBeVisible();
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a product can be read, and its sold-out sizes asked for", async ({ page }) => {
    await openProduct(page, "Outlaw Leather Jacket");
    expect(await page.getByRole("main").innerText()).toContain("The bag lives in your browser and needs JavaScript.");
    await expect(page.getByText("silver-tone metal zips", { exact: false }).first()).toBeVisible();
    await page.getByRole("link", { name: "Email me when it is back" }).click();
    const email = page.getByRole("main").getByRole("textbox", { name: "E-mail address" });
    await email.fill("sam@example.com");
    await page.getByRole("button", { name: "Email me when it is back" }).click();
    await expect(page.getByText("We will write to you as soon as it is back.")).toBeVisible();
  });
});
