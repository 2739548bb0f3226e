import { expect, type Page, test } from "@playwright/test";
import { violations } from "./axe";
import { alive, lineOf, noPopUp, openAtRest, productNamed, remember } from "./shopper";

const LINKS = [
  ["New Arrivals", "/shop/new-arrivals"],
  ["Final Sale", "/shop/final-sale"],
  ["Men", "/shop/men"],
  ["Women", "/shop/women"],
  ["Accessories", "/shop/accessories"],
  ["Headwear", "/shop/headwear"],
  ["FAQ", "/faqs"],
  ["Community", "/community"],
  ["About", "/about"],
  ["Contact", "/contact"],
] as const;
const DAY = 24 * 3600 * 1000;
const WIDE = { width: 1440, height: 900 };
const BELOW_WIDE = { width: 1023, height: 800 };

const panel = (page: Page) => page.getByRole("dialog", { name: "Menu" });
const header = (page: Page) => page.getByRole("banner");
const offer = (page: Page) => page.getByRole("dialog", { name: /5% off/i });
const searchBox = (page: Page) => header(page).getByRole("searchbox", { name: "Search products" });
const suggestions = (page: Page) => header(page).getByRole("option");

test.describe("the menu below 1024 px", () => {
  test.use({ viewport: BELOW_WIDE });

  test("opens on demand over the whole window, with its ten links in order (R-2.2-01, R-2.2-02, R-2.2-03)", async ({
    page,
  }) => {
    await page.goto("/about");
    await alive(page);
    await expect(panel(page)).toBeHidden();

    await page.getByRole("button", { name: "Open menu" }).click();

    await expect(panel(page)).toBeVisible();
    const links = panel(page).getByRole("navigation").getByRole("link");
    await expect(links).toHaveText(LINKS.map(([name]) => new RegExp(`^${name}\\d*$`)));
    for (const [place, [name, address]] of LINKS.entries()) {
      await expect(links.nth(place)).toHaveAccessibleName(name);
      await expect(links.nth(place)).toHaveAttribute("href", address);
    }
    await expect
      .poll(async () => panel(page).boundingBox())
      .toEqual({ x: 0, y: 0, width: BELOW_WIDE.width, height: BELOW_WIDE.height });
  });

  test("has a search field, a close button and three icons (R-2.2-04)", async ({ page }) => {
    await page.goto("/about");
    await alive(page);
    await page.getByRole("button", { name: "Open menu" }).click();

    await expect(panel(page).getByRole("searchbox")).toBeVisible();
    await expect(panel(page).getByRole("button", { name: /close/i })).toBeVisible();
    for (const [name, address] of [
      ["Wishlist", "/wishlist"],
      ["Shopping bag", "/cart"],
      ["Order status", "/order-status"],
    ] as const)
      await expect(panel(page).getByRole("link", { name })).toHaveAttribute("href", address);
    expect(await violations(page)).toEqual([]);
  });

  test("closes by its button and by a link (R-2.2-05)", async ({ page }) => {
    await page.goto("/about");
    await alive(page);
    await page.getByRole("button", { name: "Open menu" }).click();
    await panel(page).getByRole("button", { name: /close/i }).click();
    await expect(panel(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();

    await page.getByRole("button", { name: "Open menu" }).click();
    await panel(page).getByRole("link", { name: "Men", exact: true }).click();
    await expect(page).toHaveURL("/shop/men");
    await expect(panel(page)).toBeHidden();
  });

  test("is out of the way of what its search found, and of the page that Back leads to", async ({ page }) => {
    await page.goto("/about");
    await alive(page);
    await page.getByRole("contentinfo").getByRole("link", { name: "Men", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Men's Shop" })).toBeVisible();
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(panel(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/about");
    await expect(panel(page)).toHaveCount(0);

    await page.getByRole("button", { name: "Open menu" }).click();
    await panel(page).getByRole("searchbox").fill("helmet");
    await panel(page).getByRole("searchbox").press("Enter");
    await expect(page).toHaveURL("/search?query=helmet");
    await expect(panel(page)).toHaveCount(0);
    await expect(
      page.getByRole("main").getByRole("link", { name: "Apex Full-Face Helmet", exact: true }),
    ).toBeVisible();
  });

  test("the header's search opens it with the field ready to type in", async ({ page }) => {
    await page.goto("/about");
    await alive(page);
    await header(page).getByRole("button", { name: "Search" }).click();

    await expect(panel(page).getByRole("searchbox")).toBeFocused();
  });
});

test.describe("the menu on wide screens", () => {
  test.use({ viewport: WIDE });

  test("is open at the left of home's hero at first, and closes and opens by its button (R-2.2-06)", async ({
    page,
  }) => {
    await remember(page, noPopUp);
    await page.goto("/");
    const links = page.getByRole("main").getByRole("navigation", { name: "Menu" }).getByRole("link");
    await expect(links).toHaveCount(LINKS.length);

    const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
    expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
    expect(boxes[0]?.x).toBeLessThan(WIDE.width / 4);
    const tops = boxes.map((box) => box?.y ?? 0);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));

    await page.getByRole("button", { name: "Close menu" }).click();
    await expect(links.first()).toBeHidden();
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(links.first()).toBeVisible();
  });

  test("comes in one link after another (R-2.2-07)", async ({ page }) => {
    await page.goto("/");
    const delays = await page
      .getByRole("main")
      .getByRole("navigation", { name: "Menu" })
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => parseFloat(getComputedStyle(link).animationDelay)));

    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(new Set(delays).size).toBe(LINKS.length);
  });

  test("opens at the left of any other page", async ({ page }) => {
    await remember(page, noPopUp);
    await page.goto("/about");
    await alive(page);
    await page.getByRole("button", { name: "Open menu" }).click();

    await expect(panel(page).getByRole("navigation").getByRole("link")).toHaveCount(LINKS.length);
    await expect.poll(async () => (await panel(page).boundingBox())?.x).toBe(0);
    expect((await panel(page).boundingBox())?.width).toBeLessThan(WIDE.width / 2);
  });
});

test.describe("the header", () => {
  test.use({ viewport: WIDE });

  test("has logo, social links, search, wishlist and bag (R-2.3-01, R-2.3-02)", async ({ page }) => {
    await page.goto("/about");

    await expect(header(page).getByRole("link", { name: /Iron Mesa/ })).toHaveAttribute("href", "/");
    await expect(header(page).getByRole("link", { name: "Instagram" })).toHaveAttribute("href", /^https:/);
    await expect(searchBox(page)).toBeVisible();
    await expect(header(page).getByRole("link", { name: "Wishlist, 0 items" })).toBeVisible();
    await expect(header(page).getByRole("link", { name: "Bag, 0 items" })).toBeVisible();
  });

  test("its four links appear on home once the hero has passed but for 100 pixels (R-2.3-07, R-2.3-08)", async ({
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

  test("counts what is saved and what is in the bag, and shows the bag on hover (R-2.3-03, R-2.3-04, R-2.3-05)", async ({
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

  test("following the bag closes its summary, which would lie over the bag's page", async ({ page }) => {
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

  test("the frame's data is not asked for again while walking through the shop", async ({ page }) => {
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

  test("one call, 300 ms after the last key, from two letters on (R-5-01, R-5-02, R-5-03)", async ({ page }) => {
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

  test("'Searching...' while it waits, then at most six rows with name and price (R-4-17, R-9-01)", async ({
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

  test("are hidden when the box is empty and when nothing is found (R-4-16)", async ({ page }) => {
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

  test("choosing one empties the box and leads to the product, by click and by keyboard (R-4-18)", async ({ page }) => {
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

  test("a failed search is told to the console and shows nothing (R-8-02)", async ({ page }) => {
    await page.route("**/api/products/search*", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto("/about");
    await alive(page);
    const said = page.waitForEvent("console", (message) => message.text().startsWith("Search failed:"));
    await searchBox(page).fill("jacket");
    await said;

    await expect(page.getByText("Searching...")).toBeHidden();
    await expect(suggestions(page)).toHaveCount(0);
  });

  test("Enter without a choice leads to everything that was found", async ({ page }) => {
    await page.goto("/about");
    await alive(page);
    await searchBox(page).fill("boot");
    await searchBox(page).press("Enter");

    await expect(page).toHaveURL("/search?query=boot");
    await expect(page.getByRole("main").getByRole("link", { name: "Ridgeback Boots", exact: true })).toBeVisible();
    // The page says what was searched for; the header is ready for the next word.
    await expect(searchBox(page)).toHaveValue("");
  });
});

test.describe("the promo banner", () => {
  test("shows its two messages in turn, 4000 ms each (R-2.3-18, R-2.3-19, R-2.3-20)", async ({ page }) => {
    await openAtRest(page, "/about");
    const shipping = page.getByRole("link", { name: /free.*shipping.*\$300/i });
    const returns = page.getByRole("link", { name: /30.*return/i });

    await expect(shipping).toBeVisible();
    await page.clock.runFor(3999);
    await expect(shipping).toBeVisible();
    await expect(returns).toBeHidden();
    await page.clock.runFor(1);
    await expect(returns).toBeVisible();
    await expect(shipping).toBeHidden();
    await page.clock.runFor(4000);
    await expect(shipping).toBeVisible();
  });

  test("waits while it is hovered, and until it is asked when it was paused", async ({ page }) => {
    await remember(page, noPopUp);
    await openAtRest(page, "/about");
    const shipping = page.getByRole("link", { name: /free.*shipping/i });
    await shipping.hover();
    await page.clock.runFor(9000);
    await expect(shipping).toBeVisible();

    await page.getByRole("button", { name: "Pause the announcements" }).click();
    await page.mouse.move(300, 500);
    await page.getByRole("main").click({ position: { x: 5, y: 5 } });
    await page.clock.runFor(9000);
    await expect(shipping).toBeVisible();
    await expect(page.getByRole("button", { name: "Play the announcements" })).toBeVisible();
  });

  test("stands still for those who want less motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openAtRest(page, "/about");
    await page.clock.runFor(9000);

    await expect(page.getByRole("link", { name: /free.*shipping/i })).toBeVisible();
  });
});

test.describe("the newsletter pop-up", () => {
  test("comes 6500 ms after the load, with its offer, its form and its links (R-2.3-12, R-2.3-13, R-2.3-14)", async ({
    page,
  }) => {
    await openAtRest(page, "/about");
    await page.clock.runFor(6499);
    await expect(offer(page)).toBeHidden();
    await page.clock.runFor(1);

    await expect(offer(page)).toBeVisible();
    await expect(offer(page)).toContainText("5%");
    await expect(offer(page).getByRole("textbox", { name: /mail/i })).toHaveAttribute("type", "email");
    await expect(offer(page).getByRole("button", { name: "Subscribe" })).toBeVisible();
    for (const name of ["Men", "Women", "Accessories"])
      await expect(offer(page).getByRole("link", { name, exact: true })).toHaveAttribute(
        "href",
        `/shop/${name.toLowerCase()}`,
      );
  });

  test("comes on home too (R-2.3-17)", async ({ page }) => {
    await openAtRest(page, "/");
    await page.clock.runFor(6500);

    await expect(offer(page)).toBeVisible();
  });

  test("once closed it gives the focus back and stays away for 30 days (R-2.3-15)", async ({ page }) => {
    await openAtRest(page, "/about");
    await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).focus();
    await page.clock.runFor(6500);
    await offer(page).getByRole("button", { name: /close/i }).click();
    await page.clock.runFor(1000);
    await expect(offer(page)).toBeHidden();
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "FAQ" })).toBeFocused();

    await page.clock.fastForward(29 * DAY);
    await page.reload();
    await alive(page);
    await page.clock.runFor(7000);
    await expect(offer(page)).toBeHidden();

    await page.clock.fastForward(DAY);
    await page.reload();
    await alive(page);
    await page.clock.runFor(6500);
    await expect(offer(page)).toBeVisible();
  });

  test("once used it says so and stays away", async ({ page }) => {
    await openAtRest(page, "/about");
    await page.clock.runFor(6500);
    await offer(page).getByRole("textbox", { name: /mail/i }).fill("rider");
    await offer(page).getByRole("button", { name: "Subscribe" }).click();
    await expect(offer(page).getByText(/valid e-mail/i)).toBeVisible();

    await offer(page).getByRole("textbox", { name: /mail/i }).fill("pop-up@example.com");
    await offer(page).getByRole("button", { name: "Subscribe" }).click();
    await page.clock.runFor(100);
    await expect(offer(page).getByRole("status")).toBeVisible();
    await page.reload();
    await alive(page);
    await page.clock.runFor(7000);
    await expect(offer(page)).toBeHidden();
  });

  test("waits for another dialog to be closed", async ({ page }) => {
    await page.setViewportSize(BELOW_WIDE);
    await openAtRest(page, "/about");
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.clock.runFor(8000);
    await expect(offer(page)).toBeHidden();

    await panel(page).getByRole("button", { name: /close/i }).click();
    await page.clock.runFor(100);
    await expect(panel(page)).toHaveCount(0);
    await page.clock.runFor(1000);
    await expect(offer(page)).toBeVisible();
  });

  test("never comes while the shopper is at the checkout", async ({ page }) => {
    await openAtRest(page, "/checkout");
    await page.clock.runFor(20_000);

    await expect(offer(page)).toBeHidden();
  });

  test("has no violation for assistive technology", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openAtRest(page, "/about");
    await page.clock.runFor(7000);
    await expect(offer(page)).toBeVisible();
    await page.clock.resume();

    expect(await violations(page)).toEqual([]);
  });
});

test.describe("the splash", () => {
  const splash = (page: Page) => page.locator("body > [aria-hidden=true]", { hasText: "Ride Dirty. Look Sharp." });

  test("stands over home for 2500 ms, once per browser session (R-2.4-01)", async ({ page }) => {
    await openAtRest(page, "/");
    await expect(splash(page)).toBeVisible();
    await page.clock.runFor(2499);
    await expect(splash(page)).toBeVisible();
    await page.clock.runFor(1);
    await expect(splash(page)).toBeHidden();

    await page.reload();
    await alive(page);
    await expect(splash(page)).toBeHidden();
  });

  test("is left out for those who want less motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openAtRest(page, "/");

    await expect(splash(page)).toBeHidden();
  });
});

test.describe("the footer", () => {
  test("has the newsletter, its columns, one language, one country, ways to pay, social links (R-2.3-09 to R-2.3-11)", async ({
    page,
  }) => {
    await page.goto("/about");
    const footer = page.getByRole("contentinfo");

    await expect(footer.getByRole("textbox", { name: /mail/i })).toHaveAttribute("type", "email");
    expect(await footer.getByRole("navigation").count()).toBeGreaterThanOrEqual(2);
    await expect(footer.getByLabel("Language").getByRole("option")).toHaveText(["English"]);
    await expect(footer.getByLabel("Country").getByRole("option")).toHaveText(["United States"]);
    for (const name of ["Visa", "Mastercard", "Klarna", "Wallet", "Gift card"])
      await expect(footer.getByRole("img", { name })).toBeVisible();
    await expect(footer.getByRole("link", { name: "Instagram" })).toHaveAttribute("href", /^https:/);
  });

  test("subscribes without leaving the page; a wrong address is complained about beside the field", async ({
    page,
  }) => {
    await page.goto("/about");
    await alive(page);
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("textbox", { name: /mail/i }).fill("rider@");
    await footer.getByRole("button", { name: "Subscribe" }).click();
    await expect(footer.getByText(/valid e-mail/i)).toBeVisible();

    await footer.getByRole("textbox", { name: /mail/i }).fill("footer@example.com");
    await footer.getByRole("button", { name: "Subscribe" }).click();
    await expect(footer.getByRole("status")).toContainText(/on the list/i);
    await expect(page).toHaveURL("/about");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("the menu leads to the same links, the search to a page of results", async ({ page }) => {
    await page.goto("/about");
    await page.getByRole("link", { name: "Menu" }).click();
    for (const [name, address] of LINKS)
      await expect(page.getByRole("contentinfo").getByRole("link", { name, exact: true })).toHaveAttribute(
        "href",
        address,
      );

    await page.goto("/about");
    await searchBox(page).fill("ridgeback");
    await searchBox(page).press("Enter");
    await expect(page).toHaveURL("/search?query=ridgeback");
    await expect(page.getByRole("link", { name: "Ridgeback Boots", exact: true })).toBeVisible();
  });

  test("the newsletter form is answered by its page", async ({ page }) => {
    await page.goto("/about");
    await page.getByRole("contentinfo").getByRole("textbox", { name: /mail/i }).fill("plain@example.com");
    await page.getByRole("contentinfo").getByRole("button", { name: "Subscribe" }).click();

    await expect(page).toHaveURL("/newsletter");
    await expect(page.getByRole("main").getByRole("status")).toBeVisible();
  });

  test("home shows its content, not the splash", async ({ page }) => {
    await page.goto("/");

    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});

test("the checkout's frame has no navigation, no newsletter and a way back to the bag", async ({ page }) => {
  await page.goto("/checkout");

  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Subscribe" })).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("link", { name: "Bag" })).toHaveAttribute("href", "/cart");
});

test("an unknown address shows 'Page Not Found' inside the frame", async ({ page }) => {
  const response = await page.goto("/nowhere");

  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expect(header(page).getByRole("link", { name: /Iron Mesa/ })).toBeVisible();
});

test("a page that takes its time is said to be on its way", async ({ page }) => {
  await remember(page, noPopUp);
  await page.goto("/about");
  await alive(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/faqs.data*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
  const underWay = page.getByRole("progressbar", { name: "Loading the page" });
  await expect(underWay).toBeVisible();
  answer();
  await expect(page).toHaveURL("/faqs");
  await expect(underWay).toHaveCount(0);
});

test("a page that fails to load offers to try again, inside the frame", async ({ page }) => {
  await remember(page, noPopUp);
  await page.goto("/about");
  await alive(page);
  await page.route("**/faqs.data*", (route) => route.abort());
  await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();

  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL("/faqs");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a keyboard gets past the frame in one step", async ({ page }) => {
  await page.goto("/about");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL("/about#main");
});
