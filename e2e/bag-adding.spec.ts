import { expect } from "@playwright/test";
import { test } from "./support/test";
import { alive, lineOf, noPopUp, openAtRest, productNamed, remember, type StoredLine, storedValue } from "./support";
import { TEE, bagLink, items, item, openBag } from "./support/bag";

test.describe("adding to the bag", () => {
  test("a chosen size and color is added to the bag once, and a second time as a second piece (R-3-14, R-3-15, R-4-01, R-4-09, R-4-10)", async ({
    page,
  }) => {
    await remember(page, noPopUp);
    const { color, size } = await lineOf(page, TEE);
    const tee = await productNamed(page, TEE);
    const calls: string[] = [];
    page.on("request", (request) => request.method() === "POST" && calls.push(request.url()));
    await page.goto(tee.address);
    await alive(page);
    await page.getByRole("radio", { name: color, exact: true }).check();
    await page.getByRole("radio", { name: size, exact: true }).check();
    await page.getByRole("button", { name: "Add to bag" }).first().click();

    await expect(page.getByText("Added To Bag!", { exact: true })).toBeVisible();
    await expect(bagLink(page)).toHaveAccessibleName("Bag, 1 item");
    const [line] = (await storedValue(page, "cart")) as StoredLine[];
    expect(Object.keys(line ?? {}).toSorted()).toEqual(
      ["product", "name", "size", "color", "image", "quantity", "price"].toSorted(),
    );
    expect(line).toMatchObject({ product: tee._id, name: TEE, size, color, quantity: 1 });
    expect(line?.image).toMatch(/^\//);
    expect(calls).toEqual([]);

    await page.getByRole("button", { name: "Add to bag" }).first().click();
    await expect(bagLink(page)).toHaveAccessibleName("Bag, 2 items");
    expect(await storedValue(page, "cart")).toMatchObject([{ quantity: 2 }]);
    await page.getByRole("link", { name: "View bag", exact: true }).first().click();
    await expect(page).toHaveURL("/cart");
    // The message led here, and is gone with it; the first one went with the second.
    await expect(page.getByText("Added To Bag!", { exact: true })).toHaveCount(0);
  });

  test("the bag's icon moves for one second when its count changes (R-2.3-06)", async ({ page }) => {
    const { color, size } = await lineOf(page, TEE);
    const tee = await productNamed(page, TEE);
    await remember(page, noPopUp);
    await openAtRest(page, tee.address);
    // Pauses animations in their first frame, because the fake clock does not control them.
    await page.evaluate(() => {
      document.addEventListener("animationstart", ({ target }) => {
        if (target instanceof Element) for (const movement of target.getAnimations()) movement.pause();
      });
    });
    const lengths = () =>
      bagLink(page).evaluate((link) => [
        ...new Set(link.getAnimations({ subtree: true }).map(({ effect }) => effect?.getComputedTiming().endTime)),
      ]);
    expect(await lengths()).toEqual([]);

    await page.getByRole("radio", { name: color, exact: true }).check();
    await page.getByRole("radio", { name: size, exact: true }).check();
    await page.getByRole("button", { name: "Add to bag" }).first().click();
    await expect(bagLink(page)).toHaveAccessibleName("Bag, 1 item");
    await expect.poll(lengths).toEqual([1000]);
    await page.clock.runFor(999);
    expect(await lengths()).toEqual([1000]);
    await page.clock.runFor(1);
    await expect.poll(lengths).toEqual([]);
  });

  test("the toast is shown for at least 4.9 seconds, longer while hovered or focused, and disappears within a second after that; the focus stays where it was (R-8-07, R-9-14)", async ({
    page,
  }) => {
    const { color, size } = await lineOf(page, TEE);
    const tee = await productNamed(page, TEE);
    await remember(page, noPopUp);
    await openAtRest(page, tee.address);
    await page.getByRole("radio", { name: color, exact: true }).check();
    await page.getByRole("radio", { name: size, exact: true }).check();
    const toast = page.getByText("Added To Bag!", { exact: true });

    const add = page.getByRole("button", { name: "Add to bag" }).first();
    await add.click();
    await expect(toast).toBeVisible();
    await expect(add).toBeFocused();
    await page.clock.runFor(4900);
    await expect(toast).toBeVisible();
    await toast.hover();
    await page.clock.runFor(10_000);
    await expect(toast).toBeVisible();
    await page.mouse.move(0, 400);
    // F6 moves the focus to the toasts, and Shift+Tab moves it back.
    await page.keyboard.press("F6");
    await expect(page.getByRole("region", { name: /notification/i })).toBeFocused();
    await page.clock.runFor(10_000);
    await expect(toast).toBeVisible();
    await page.keyboard.press("Shift+Tab");
    await expect(add).toBeFocused();
    await page.clock.runFor(5000);
    await expect(toast).toBeHidden();
    await expect(add).toBeFocused();
  });
});

test.describe("local storage", () => {
  test("the bag keeps its lines after a reload (R-4-08)", async ({ page }) => {
    await openBag(page, await lineOf(page, TEE, { quantity: 2 }));
    await page.reload();

    await expect(items(page)).toHaveCount(1);
    await expect(bagLink(page)).toHaveAccessibleName("Bag, 2 items");
  });

  for (const broken of ["{[", "null", '{"items":1}', '[{"sku":"x"}]', "<script>"])
    test(`'${broken}' in local storage is discarded because it is not a valid bag, and the page works`, async ({
      page,
    }) => {
      await remember(page, { ...noPopUp, cart: broken });
      const failures: string[] = [];
      page.on("pageerror", (error) => failures.push(error.message));
      await page.goto("/cart");

      await expect(page.getByRole("heading", { name: "Your bag is empty" })).toBeVisible();
      await expect.poll(() => page.evaluate(() => localStorage.getItem("cart"))).toBeNull();
      expect(failures).toEqual([]);
    });

  test("two tabs show the same bag and the same wishlist", async ({ page, context }) => {
    const tee = await lineOf(page, TEE);
    await openBag(page, tee);
    const other = await context.newPage();
    await other.goto("/about");
    await expect(bagLink(other)).toHaveAccessibleName("Bag, 1 item");

    await item(page, tee)
      .getByRole("button", { name: /increase quantity/i })
      .click();
    await expect(bagLink(other)).toHaveAccessibleName("Bag, 2 items");
    await item(page, tee)
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect(bagLink(other)).toHaveAccessibleName("Bag, 0 items");
  });
});
