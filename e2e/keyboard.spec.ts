import { expect, type Locator } from "@playwright/test";
import { test } from "./support/test";
import { noPopUp, remember } from "./support";
import { hidden, reach } from "./support/keyboard";

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: "reduce" } });

test("with the keyboard alone a shopper opens a listing through the menu, saves a jacket, opens it from the wishlist, chooses a size, and pays (R-1-01)", async ({
  page,
}) => {
  test.slow();
  const { keyboard } = page;
  const enter = async (target: Locator, key?: "Shift+Tab") => {
    await reach(page, target, key);
    await keyboard.press("Enter");
  };
  await remember(page, noPopUp);
  await page.goto("/");

  await enter(page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Men", exact: true }));
  await expect(page.getByRole("heading", { level: 1, name: "Men's Shop" })).toBeVisible();

  await enter(page.getByRole("button", { name: "Add Outlaw Leather Jacket to wishlist" }));
  await expect(page.getByRole("link", { name: "Wishlist, 1 item", exact: true })).toBeVisible();
  await enter(page.getByRole("link", { name: "Wishlist, 1 item", exact: true }), "Shift+Tab");
  await expect(page.getByRole("heading", { level: 1, name: "Wishlist" })).toBeVisible();
  await enter(page.getByRole("main").getByRole("link", { name: "Outlaw Leather Jacket", exact: true }));
  await expect(page.getByRole("heading", { level: 1, name: "Outlaw Leather Jacket" })).toBeVisible();

  await reach(page, page.getByRole("radio", { name: "S", exact: true }));
  await keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "M", exact: true })).toBeChecked();
  expect(await hidden(page)).toBe("");
  await enter(page.getByRole("button", { name: "Add to bag" }));
  await enter(page.getByRole("link", { name: "Bag, 1 item" }), "Shift+Tab");
  await expect(page.getByRole("heading", { level: 1, name: "Shopping Bag" })).toBeVisible();

  await enter(page.getByRole("button", { name: "Increase quantity" }));
  await expect(page.getByRole("link", { name: "Bag, 2 items" })).toBeVisible();
  await enter(page.getByRole("button", { name: "CONTINUE TO CHECKOUT" }));
  await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();

  const type = async (name: string, text: string) => {
    await reach(page, page.getByRole("textbox", { name }));
    await keyboard.type(text);
  };
  await type("Email", "lou.keys@example.com");
  await type("First name", "Lou");
  await type("Last name", "Keys");
  await enter(page.getByRole("button", { name: "Save and continue" }));

  await expect(page.getByRole("checkbox")).toBeFocused();
  expect(await hidden(page)).toBe("");
  await keyboard.press("Space");
  await type("Street", "12 Quarry Road");
  await type("City", "Moab");
  await type("ZIP", "84532");
  await enter(page.getByRole("button", { name: "Save and continue" }));

  await expect(page.getByRole("textbox", { name: "Phone" })).toBeFocused();
  await keyboard.type("4355550100");
  await enter(page.getByRole("button", { name: "Save and continue" }));

  await expect(page.getByRole("radio", { name: "Credit Card" })).toBeFocused();
  expect(await hidden(page)).toBe("");
  await keyboard.press("Space");
  await expect(page.getByRole("textbox", { name: "Card number" })).toBeVisible();
  await type("Card number", "4242424242424242");
  await type("Expiry (MM/YY)", "1234");
  await type("CVC", "123");
  await enter(page.getByRole("button", { name: "COMPLETE PURCHASE" }));

  const dialog = page.getByRole("dialog", { name: "Order Confirmed!" });
  await expect(dialog).toContainText(/#\d{4} \d{4}/);
  // The order's number is read with the button that has the focus.
  const seeOrder = dialog.getByRole("button", { name: "See your order" });
  await expect(seeOrder).toBeFocused();
  await expect(seeOrder).toHaveAccessibleDescription(/Order number\s*#\d{4} \d{4}/);
  expect(await hidden(page)).toBe("");
  await reach(page, dialog.getByRole("link", { name: "Contact Support" }));
  await keyboard.press("Escape");
  await expect(page).toHaveURL("/");
});

test("below 1024 px the menu, the filter and quick add open and close by keyboard, and return the focus to their button", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await remember(page, noPopUp);
  await page.goto("/about");
  const { keyboard } = page;
  const menu = page.getByRole("button", { name: "Open menu" });
  await reach(page, menu);
  await keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await reach(page, page.getByRole("dialog").getByRole("link", { name: "Contact", exact: true }));
  await keyboard.press("Escape");
  await expect(menu).toBeFocused();
  expect(await hidden(page)).toBe("");

  await keyboard.press("Enter");
  await reach(page, page.getByRole("dialog").getByRole("link", { name: "Men", exact: true }));
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Men's Shop" })).toBeVisible();

  const filter = page.getByRole("button", { name: "FILTER", exact: true });
  await reach(page, filter);
  await keyboard.press("Enter");
  await reach(page, page.getByRole("checkbox", { name: "Olive", exact: true }));
  await keyboard.press("Space");
  await reach(page, page.getByRole("button", { name: "APPLY" }));
  await keyboard.press("Enter");
  await expect(page).toHaveURL("/shop/men?colors=Olive");
  await expect(filter).toBeFocused();

  const plus = page.getByRole("button", { name: /^Quick add/ }).first();
  await reach(page, plus);
  await keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await reach(page, page.getByRole("dialog").getByRole("radio", { name: "S", exact: true }));
  await keyboard.press("Space");
  await reach(page, page.getByRole("dialog").getByRole("button", { name: /^Add to bag/i }));
  await keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Bag, 1 item" })).toBeVisible();
  await expect(plus).toBeFocused();
  expect(await hidden(page)).toBe("");
});

test("a link leads the focus to the heading of its page; nothing that has the focus is behind the buy bar or a bar of a low window (R-1-01)", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await remember(page, noPopUp);
  await page.goto("/shop/men");
  await page.getByRole("main").getByRole("link", { name: "Outlaw Leather Jacket", exact: true }).click();
  const heading = page.getByRole("heading", { level: 1, name: "Outlaw Leather Jacket" });
  await expect(heading).toBeFocused();
  await reach(page, page.getByRole("radio", { name: "S", exact: true }));
  await page.keyboard.press("Space");
  await reach(page, page.getByRole("button", { name: "Add to bag" }));

  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Men's Shop" })).toBeFocused();

  await page.setViewportSize({ width: 320, height: 256 });
  const staying = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("body *")]
        .filter((part) => /^(sticky|fixed)$/.test(getComputedStyle(part).position) && part.clientHeight > 0)
        .map((part) => part.className),
    );
  expect(await staying()).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Outlaw Leather Jacket", exact: true }).click();
  await expect(heading).toBeFocused();
  await reach(page, page.getByRole("radio", { name: "S", exact: true }));
  expect(await staying()).toEqual([]);
});
