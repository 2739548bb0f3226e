import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { alive, complaintsOf, lineOf, noPopUp, openAtRest, productNamed, remember } from "./support";
import { WIDE, header, searchBox } from "./support/frame";

const suggestions = (page: Page) => header(page).getByRole("option");

test.describe("the header", () => {
  test.use({ viewport: WIDE });

  test("a link that the pointer leaves again, once its page's scripts are there, leaves the page alive", async ({
    page,
  }) => {
    const complaints = complaintsOf(page);
    await remember(page, noPopUp);
    await page.goto("/faqs");
    await page.evaluate(() => void (document.documentElement.dataset["same"] = "yes"));
    const loaded = page.waitForEvent("requestfinished", (request) => /\/listing\.page-.*\.js$/.test(request.url()));
    const links = header(page).getByRole("navigation", { name: "Main" }).getByRole("link");
    await links.nth(0).hover();
    await loaded;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.mouse.move(WIDE.width / 2, WIDE.height / 2);
    await links.nth(1).click();
    await expect(page).toHaveURL(/\/shop\/men/);
    await expect(page.locator("html")).toHaveAttribute("data-same", "yes");
    expect(complaints).toEqual([]);
  });

  test("shows its four links on the home page when at most 100 pixels of the hero are in view (R-2.3-07, R-2.3-08)", async ({
    page,
  }) => {
    await remember(page, noPopUp);
    await page.goto("/");
    await alive(page);
    const links = header(page).getByRole("navigation", { name: "Main" }).getByRole("link");
    const hero = await page.getByRole("region", { name: "Final sale" }).boundingBox();
    const end = Math.round(hero?.height ?? 0) - 100;
    const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);

    await scrollTo(end - 2);
    await expect(links).toHaveCount(0);
    await scrollTo(end + 2);
    await expect(links).toHaveText(["Women", "Men", "New", "Sale"]);
    await expect(header(page)).toBeInViewport();
    await expect(links.nth(0)).toHaveAttribute("href", "/shop/women");
    await expect(links.nth(1)).toHaveAttribute("href", "/shop/men");
    await expect(links.nth(2)).toHaveAttribute("href", "/shop/new-arrivals");
    await expect(links.nth(3)).toHaveAttribute("href", "/shop/final-sale");
  });

  test("counts saved products and pieces in the bag, and shows the bag on hover (R-2.3-03, R-2.3-04, R-2.3-05)", async ({
    page,
  }) => {
    const tee = await lineOf(page, "Ride Dirty Tee", { quantity: 2 });
    const wishlist = { ids: [tee.product], expires: Date.now() + 1e9 };
    await remember(page, { ...noPopUp, cart: [tee], wishlist });
    await page.goto("/about");

    await expect(header(page).getByRole("link", { name: "Wishlist, 1 item", exact: true })).toBeVisible();
    const bag = header(page).getByRole("link", { name: "Bag, 2 items" });
    await expect(bag).toBeVisible();
    await expect(page.getByText(tee.name)).toBeHidden();
    await bag.hover();
    await expect(page.getByText(tee.name)).toBeVisible();
    await expect(page.getByText(`$${(2 * tee.price).toFixed(2)}`).first()).toBeVisible();
  });

  test("a click on the bag link closes the bag's summary, which would cover the bag's page", async ({ page }) => {
    await remember(page, { ...noPopUp, cart: [await lineOf(page, "Ride Dirty Tee")] });
    await page.goto("/about");
    const bag = header(page).getByRole("link", { name: "Bag, 1 item" });
    await bag.hover();
    await expect(page.getByRole("link", { name: "View bag" })).toBeVisible();
    await bag.click();
    await expect(page).toHaveURL("/cart");
    await expect(page.getByRole("button", { name: "CONTINUE TO CHECKOUT" })).toBeVisible();
    await expect(page.getByRole("link", { name: "View bag" })).toHaveCount(0);
  });

  test("a navigation to another page does not request the data of header and footer again", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes(".data")) asked.push(decodeURIComponent(request.url()));
    });
    await page.goto("/about");
    await alive(page);
    await header(page).getByRole("link", { name: "Men", exact: true }).click();
    await expect(page).toHaveURL("/shop/men");

    expect(asked.filter((address) => /\/shop\/men\.data/.test(address) && !/_routes=/.test(address))).toEqual([]);
    expect(asked.some((address) => /_routes=[^&]*root/.test(address))).toBe(false);
  });
});

test.describe("search suggestions", () => {
  test.use({ viewport: WIDE });

  test("are requested once, 300 ms after the last key, from two letters on (R-5-01, R-5-02, R-5-03)", async ({
    page,
  }) => {
    const calls: string[] = [];
    page.on("request", (request) => request.url().includes("/api/products/search") && calls.push(request.url()));
    await openAtRest(page, "/about");

    await searchBox(page).fill("j ");
    await page.clock.runFor(1000);
    expect(calls).toEqual([]);

    await searchBox(page).fill("");
    await searchBox(page).pressSequentially("jacket");
    await page.clock.runFor(299);
    expect(calls).toEqual([]);
    await page.clock.runFor(1);
    await expect(suggestions(page)).toHaveCount(6);
    expect(calls).toHaveLength(1);

    await searchBox(page).fill("j");
    await expect(suggestions(page)).toHaveCount(0);
    await page.clock.runFor(1000);
    expect(calls).toHaveLength(1);
  });

  test("show 'Searching...' during the request, then at most six rows with name and price (R-4-17, R-9-01)", async ({
    page,
  }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/api/products/search*", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/about");
    await alive(page);
    await searchBox(page).fill("jacket");
    await expect(page.getByText("Searching...")).toBeVisible();

    answer();
    await expect(suggestions(page)).toHaveCount(6);
    await expect(page.getByText("Searching...")).toBeHidden();
    await expect(suggestions(page).first()).toContainText(/\$\d+\.\d\d/);
  });

  test("are hidden when the search box is empty or no product matches (R-4-16)", async ({ page }) => {
    await page.goto("/about");
    await alive(page);
    await searchBox(page).fill("jacket");
    await expect(suggestions(page)).not.toHaveCount(0);
    await searchBox(page).fill("");
    await expect(suggestions(page)).toHaveCount(0);

    const answered = page.waitForResponse("**/api/products/search*");
    await searchBox(page).fill("zzzzqqqq");
    await answered;
    await expect(page.getByText("Searching...")).toBeHidden();
    await expect(suggestions(page)).toHaveCount(0);
  });

  test("are a list box of the search field: a screen reader hears their number and the active one, Escape closes them and keeps the text", async ({
    page,
  }) => {
    await page.goto("/about");
    await alive(page);
    const field = searchBox(page);
    await expect(field).toHaveAttribute("aria-expanded", "false");
    await field.fill("jacket");
    await expect(suggestions(page)).toHaveCount(6);
    await expect(field).toHaveAttribute("aria-expanded", "true");
    await expect(field).toHaveAttribute("aria-autocomplete", "list");
    const list = header(page).getByRole("listbox", { name: "Suggestions" });
    expect(await field.getAttribute("aria-controls")).toBe(await list.getAttribute("id"));
    await expect(
      header(page)
        .getByRole("status")
        .filter({ hasText: /^6 suggestions$/ }),
    ).toBeAttached();

    await page.setViewportSize({ width: WIDE.width, height: 500 });
    await page.keyboard.press("ArrowUp");
    const last = suggestions(page).last();
    await expect(last).toHaveAttribute("aria-selected", "true");
    expect(await field.getAttribute("aria-activedescendant")).toBe(await last.getAttribute("id"));
    await expect(last).toBeInViewport({ ratio: 0.9 });

    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await expect(field).toHaveAttribute("aria-expanded", "false");
    await expect(field).not.toHaveAttribute("aria-activedescendant");
    await expect(field).toHaveValue("jacket");
    await expect(field).toBeFocused();

    await field.fill("zzzzqqqq");
    await expect(
      header(page)
        .getByRole("status")
        .filter({ hasText: /^No suggestions$/ }),
    ).toBeAttached();
    await expect(field).toHaveAttribute("aria-expanded", "false");
  });

  test("choosing a suggestion empties the search box and opens the product, by click and by keyboard (R-4-18)", async ({
    page,
  }) => {
    const jacket = await productNamed(page, "Outlaw Leather Jacket");
    await page.goto("/about");
    await alive(page);
    await searchBox(page).fill("outlaw leather jac");
    await suggestions(page).filter({ hasText: jacket.name }).click();
    await expect(page).toHaveURL(jacket.address);
    await expect(searchBox(page)).toHaveValue("");
    await expect(suggestions(page)).toHaveCount(0);

    const boots = await productNamed(page, "Boot Socks");
    await searchBox(page).fill("boot socks");
    await expect(suggestions(page)).toHaveCount(1);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(boots.address);
  });

  test("a failed search is logged in the console and shows no suggestions (R-8-02)", async ({ page }) => {
    await page.route("**/api/products/search*", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto("/about");
    await alive(page);
    const said = page.waitForEvent("console", (message) => message.text().startsWith("Search failed:"));
    await searchBox(page).fill("jacket");
    await said;

    await expect(page.getByText("Searching...")).toBeHidden();
    await expect(suggestions(page)).toHaveCount(0);
  });

  test("Enter without a chosen suggestion opens the page of all results", async ({ page }) => {
    await page.goto("/about");
    await alive(page);
    await searchBox(page).fill("boot");
    await searchBox(page).press("Enter");

    await expect(page).toHaveURL("/search?query=boot");
    await expect(page.getByRole("main").getByRole("link", { name: "Ridgeback Boots", exact: true })).toBeVisible();
    // The page of results shows the query, so the header's search box is emptied for the next query.
    await expect(searchBox(page)).toHaveValue("");
  });
});
