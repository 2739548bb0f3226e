import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { dollars, lineOf, noPopUp, openProduct, productNamed, remember, storedValue, violations } from "./support";
import { TEE, JEANS, bagLink, items, item, summary, amount, openBag } from "./support/bag";

const FEE = 3.99;

const continueButton = (page: Page) => page.getByRole("button", { name: "CONTINUE TO CHECKOUT" });

test.describe("the bag's page", () => {
  test("shows each line with its color, size and price, and the total (R-2.1-04, R-2.8-01 to R-2.8-05, R-3-17, R-9-02 to R-9-04)", async ({
    page,
  }) => {
    const tee = await lineOf(page, TEE, { quantity: 2 });
    const jeans = await lineOf(page, JEANS);
    await openBag(page, jeans, tee);
    await expect(page.getByRole("heading", { level: 1, name: "Shopping Bag" })).toBeVisible();

    await expect(item(page, tee)).toContainText(`Colour ${tee.color}`);
    await expect(item(page, tee)).toContainText(`Size ${tee.size}`);
    await expect(item(page, tee).getByText("Quantity")).toBeVisible();
    await expect(item(page, tee).getByText(dollars(tee.price), { exact: true })).toBeVisible();
    await expect(item(page, tee)).toContainText(`Total ${dollars(2 * tee.price)}`);
    await expect(item(page, tee).locator("img")).toHaveAttribute("src", new RegExp(`^/api${tee.image}`));
    await expect(item(page, tee).getByRole("button", { name: /^Remove/ })).toBeVisible();

    const value = jeans.price + 2 * tee.price;
    await expect(amount(page, "Order value")).toHaveText(dollars(value));
    await expect(amount(page, "Estimated delivery fee")).toHaveText(dollars(FEE));
    await expect(amount(page, "TOTAL")).toHaveText(dollars(value + FEE));
    await expect(summary(page).getByText("DISCOUNTS", { exact: true })).toBeVisible();
  });

  test("the button plus adds a piece, minus removes a piece but never the last one (R-4-04, R-4-05)", async ({
    page,
  }) => {
    const tee = await lineOf(page, TEE);
    const other = await lineOf(page, TEE, { size: "XL" === tee.size ? "L" : "XL" });
    await openBag(page, tee, other);
    const row = items(page).first();
    const less = row.getByRole("button", { name: /decrease quantity/i });

    await expect(less).toBeDisabled();
    await row.getByRole("button", { name: /increase quantity/i }).click();
    await expect(row).toContainText(`Total ${dollars(2 * tee.price)}`);
    await expect(items(page).nth(1)).toContainText(`Total ${dollars(other.price)}`);
    await expect(amount(page, "Order value")).toHaveText(dollars(3 * tee.price));
    await expect(bagLink(page)).toHaveAccessibleName("Bag, 3 items");

    await less.click();
    await expect(less).toBeDisabled();
    expect(await storedValue(page, "cart")).toMatchObject([{ quantity: 1 }, { quantity: 1 }]);
  });

  test("removing a line keeps the line of the same product in another color, and can be undone (R-4-03)", async ({
    page,
  }) => {
    const tee = await productNamed(page, TEE);
    const colors = [
      ...new Set(Object.values(tee.variantCombinations).flatMap((variants) => variants.map(({ color }) => color))),
    ];
    const [first, second] = await Promise.all(colors.slice(0, 2).map((color) => lineOf(page, TEE, { color })));
    if (!first || !second) throw new Error("The tee comes in two colors.");
    await openBag(page, first, second);
    await items(page)
      .filter({ hasText: `Colour ${first.color}` })
      .getByRole("button", { name: /^Remove/ })
      .click();

    await expect(items(page)).toHaveCount(2);
    await expect(items(page).nth(1)).toContainText(`Colour ${second.color}`);
    expect(await storedValue(page, "cart")).toMatchObject([{ color: second.color }]);
    const gone = page.getByRole("group", { name: `${TEE}, ${first.color}, ${first.size} was removed from the bag.` });
    await expect(gone).toBeFocused();

    await gone.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(items(page)).toHaveCount(2);
    expect(await storedValue(page, "cart")).toMatchObject([{ color: first.color }, { color: second.color }]);
    await expect(items(page).first().getByRole("heading").getByRole("link", { name: TEE })).toBeFocused();
  });

  test("delivery is FREE from $300 on", async ({ page }) => {
    await openBag(page, await lineOf(page, JEANS, { quantity: 2 }));

    await expect(amount(page, "Estimated delivery fee")).toHaveText("FREE");
    await expect(page.getByText("Delivery is free")).toBeVisible();
  });

  test("shows the ways to pay, the note that prices are not final, and three links (R-2.8-07, R-2.8-08, R-2.8-09)", async ({
    page,
  }) => {
    await openBag(page, await lineOf(page, TEE));

    for (const name of ["Visa", "Mastercard", "Klarna.", "Wallet", "Gift card"])
      await expect(summary(page).getByText(name, { exact: true })).toBeVisible();
    await expect(
      page.getByText("Prices and delivery costs are not confirmed until you've reached the checkout."),
    ).toBeVisible();
    await expect(summary(page).getByRole("link", { name: "return and refund policy" })).toHaveAttribute(
      "href",
      "/return-policy",
    );
    await expect(summary(page).getByRole("link", { name: "Customer Support" })).toHaveAttribute("href", "/contact");
    await expect(summary(page).getByRole("link", { name: "DELIVERY AND RETURN OPTIONS" })).toHaveAttribute(
      "href",
      "/faqs#shipping-delivery",
    );
  });

  test("recommends products that are not in the bag (R-2.8-01)", async ({ page }) => {
    await openBag(page, await lineOf(page, TEE));
    const rail = page.getByRole("region", { name: "Others Also Bought" });

    await expect(rail.getByRole("article").first()).toBeVisible();
    await expect(rail.getByRole("heading", { name: TEE, exact: true })).toHaveCount(0);
  });

  test("continues to the checkout with the order's draft (R-2.8-06, R-3-23, R-4-11)", async ({ page }) => {
    const tee = await lineOf(page, TEE, { quantity: 2 });
    await openBag(page, tee);
    await continueButton(page).click();

    await expect(page).toHaveURL("/checkout");
    const draft = await page.evaluate(() => JSON.parse(sessionStorage.getItem("orderDraft") ?? "null") as unknown);
    expect(draft).toEqual({
      items: [
        {
          productId: tee.product,
          name: tee.name,
          price: tee.price,
          quantity: 2,
          color: tee.color,
          size: tee.size,
          itemTotal: (2 * tee.price).toFixed(2),
        },
      ],
      orderSummary: { orderValue: 2 * tee.price, deliveryFee: FEE, total: 2 * tee.price + FEE },
    });
  });

  test("an empty bag shows what was viewed last", async ({ page }) => {
    await remember(page, noPopUp);
    for (const name of ["Longhaul Hoodie", TEE]) {
      await openProduct(page, name);
      await expect
        .poll(() => storedValue(page, "recently-viewed"))
        .toMatchObject([{ name }, ...(name === TEE ? [{}] : [])]);
    }
    await page.goto("/cart");
    const row = page.getByRole("region", { name: "Recently viewed" });
    await expect(row.getByRole("heading", { level: 3 })).toHaveText([TEE, "Longhaul Hoodie"]);
  });

  test("on a phone, TOTAL and CONTINUE are on the first screen of a bag with two lines", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await remember(page, { cart: [await lineOf(page, TEE), await lineOf(page, "Longhaul Hoodie")], ...noPopUp });
    await page.goto("/cart");
    const total = page.locator(".bottombar").getByText(/^Total \$\d/);
    await expect(total).toBeInViewport();
    const next = page.locator(".bottombar button");
    await expect(next).toContainText("Continue");
    await next.click();
    await expect(page).toHaveURL("/checkout");
  });

  test("an empty bag says that it is empty and links to the shop", async ({ page }) => {
    await remember(page, noPopUp);
    await page.goto("/cart");

    await expect(page.getByRole("heading", { name: "Your bag is empty" })).toBeVisible();
    await page.getByRole("link", { name: "Continue Shopping" }).click();
    await expect(page).toHaveURL("/shop/new-arrivals");
  });

  test("has no axe violation", async ({ page }) => {
    await openBag(page, await lineOf(page, TEE), await lineOf(page, JEANS));

    expect(await violations(page)).toEqual([]);
  });
});

test.describe("changes since the goods were put into the bag", () => {
  test("a changed price replaces the old one, with a notice", async ({ page }) => {
    const tee = await lineOf(page, TEE);
    await openBag(page, { ...tee, price: tee.price + 10 });

    await expect(
      page.getByText(
        `The price of ${TEE} changed from ${dollars(tee.price + 10)} to ${dollars(tee.price)} since you put it in the bag.`,
      ),
    ).toBeVisible();
    const line = page.getByRole("list", { name: "Items" }).getByRole("listitem");
    await expect(line).toContainText(`${dollars(tee.price + 10)} when you put it in the bag`);
    await expect(amount(page, "Order value")).toHaveText(dollars(tee.price));
    expect(await storedValue(page, "cart")).toMatchObject([{ price: tee.price }]);
  });

  test("a sold-out or deleted line is marked, is not counted, and does not block the other lines", async ({ page }) => {
    const tee = await lineOf(page, TEE);
    const soldOut = await lineOf(page, "Cable Beanie");
    await openBag(page, soldOut, { ...tee, product: "nosuchproduct", name: "Phantom Rain Suit" }, tee);

    await expect(item(page, soldOut)).toContainText("Sold out. It is not part of your order.");
    await expect(item(page, { name: "Phantom Rain Suit" })).toContainText("No longer available.");
    await expect(amount(page, "Order value")).toHaveText(dollars(tee.price));
    await expect(continueButton(page)).toBeEnabled();

    await item(page, tee)
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect(continueButton(page)).toBeDisabled();
    await expect(summary(page)).toContainText("Nothing in your bag can be bought right now.");
    await expect(summary(page)).not.toContainText(/TOTAL|delivery fee|\$/);
  });

  test("a missing color or size is shown as Default (R-5-23, R-5-24)", async ({ page }) => {
    const tee = await lineOf(page, TEE);
    await openBag(page, { ...tee, color: "2XL", size: "All Sizes" }, { ...tee, color: "Sand", size: "33/32" });

    await expect(items(page).first()).toContainText("Colour Default");
    await expect(items(page).first()).toContainText("Size Default");
    await expect(items(page).nth(1)).toContainText("Colour Sand");
    await expect(items(page).nth(1)).toContainText("Size 33/32");
  });

  test("when the request for current products fails, the bag stays usable and offers to try again", async ({
    page,
  }) => {
    const tee = await lineOf(page, TEE);
    await remember(page, { ...noPopUp, cart: [tee] });
    await page.route("**/api/products?*", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto("/cart");

    await expect(page.getByText("We could not ask the catalog for today's prices.")).toBeVisible();
    await expect(continueButton(page)).toBeEnabled();
    await page.unroute("**/api/products?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("We could not ask the catalog for today's prices.")).toBeHidden();
  });
});

test.describe("the code field", () => {
  test("the button ADD without a code asks for a code, and a code that is not accepted gets the reason (R-2.8-04)", async ({
    page,
  }) => {
    await openBag(page, await lineOf(page, TEE));
    await summary(page).getByRole("button", { name: "ADD" }).click();
    const field = summary(page).getByRole("textbox", { name: "Code or gift card" });
    await expect(field).toBeFocused();

    await summary(page).getByRole("button", { name: "Apply" }).click();
    await expect(summary(page).getByText("Please enter a code.").first()).toBeVisible();
    await field.fill("NOSUCHCODE");
    await summary(page).getByRole("button", { name: "Apply" }).click();
    await expect(summary(page).getByText("This code is not valid.").first()).toBeVisible();
    await expect(field).toHaveValue("NOSUCHCODE");
  });

  test("an accepted code reduces the total, is kept across a reload, and can be removed", async ({ page }) => {
    const tee = await lineOf(page, TEE, { quantity: 2 });
    await page.route("**/api/discounts/**", (route) =>
      route.fulfill({ json: { kind: "percent", code: "RIDE10", percent: 10 } }),
    );
    await openBag(page, tee);
    await summary(page).getByRole("button", { name: "ADD" }).click();
    await summary(page).getByRole("textbox", { name: "Code or gift card" }).fill("ride10");
    await summary(page).getByRole("button", { name: "Apply" }).click();

    const value = 2 * tee.price;
    await expect(amount(page, "Discount")).toHaveText(`-${dollars(value / 10)}`);
    await expect(amount(page, "TOTAL")).toHaveText(dollars(value * 0.9 + FEE));
    await page.reload();
    await expect(amount(page, "Discount")).toBeVisible();
    await summary(page).getByRole("button", { name: "Remove the code RIDE10" }).click();
    await expect(amount(page, "TOTAL")).toHaveText(dollars(value + FEE));
  });

  test("a code that is no longer valid is removed when the bag is opened, with the reason", async ({ page }) => {
    await remember(page, { ...noPopUp, cart: [await lineOf(page, TEE)] });
    await page.evaluate(() =>
      sessionStorage.setItem("discount", JSON.stringify({ kind: "percent", code: "LASTYEAR", percent: 10 })),
    );
    await page.goto("/cart");

    await expect(page.getByText("The code LASTYEAR was taken off. This code is not valid.")).toBeVisible();
    await expect(summary(page).getByRole("button", { name: "ADD" })).toBeVisible();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("bag and wishlist say that they need JavaScript", async ({ page }) => {
    for (const address of ["/cart", "/wishlist"]) {
      await page.goto(address);
      await expect(page.getByText(/needs JavaScript/)).toBeVisible();
      await expect(page.getByText(/Loading your/)).toBeHidden();
    }
  });
});
