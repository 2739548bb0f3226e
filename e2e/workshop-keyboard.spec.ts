import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { productNamed } from "./support";
import { atTheDatabase } from "./support/database";
import { faultsOfTabbing, hidden, reach } from "./support/keyboard";
import { signInAs } from "./support/member";
import { paidOrders } from "./support/orders";

/**
 * A window of 1440 by 900, and the same at 200 % zoom, in which nothing stays in view. Each changes a product of its own, because
 * the tests of both run at once.
 */
const WINDOWS = [
  { viewport: { width: 1440, height: 900 }, goods: "Boot Socks" },
  { viewport: { width: 720, height: 450 }, goods: "Bridle Belt" },
];

/** Number of an order that no other test and no earlier run uses. */
const freshNumber = () => String(71_000_000 + Math.floor(Math.random() * 8_000_000));

test.use({ contextOptions: { reducedMotion: "reduce" } });
test.beforeEach(({ context }) => signInAs(context, "owner"));

const open = async (page: Page, path: string) => {
  await page.goto(`/back-office${path}`);
  await page.waitForLoadState("networkidle");
};

for (const { viewport, goods } of WINDOWS) {
  test(`at ${viewport.width} px Tab goes through the screens of orders, goods and settings, and what has the focus is seen`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    const number = freshNumber();
    await paidOrders([number], "Keys Tabb");
    const { _id } = await productNamed(page, "Outlaw Leather Jacket");
    const faults: string[] = [];
    for (const path of [
      "/",
      "/orders?q=keys+tabb",
      `/orders/${number}`,
      `/orders/${number}/ship`,
      "/orders/paste",
      "/goods?q=outlaw",
      `/goods/${_id}`,
      "/settings/shop",
      "/settings/tax/NY",
      "/discounts/new",
    ]) {
      await open(page, path);
      for (const fault of await faultsOfTabbing(page)) faults.push(`${path}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  test(`at ${viewport.width} px a member sends an order with its tracking number and changes a product's cost by Tab, keys and Enter alone`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize(viewport);
    const { keyboard } = page;
    const number = freshNumber();
    await paidOrders([number], "Keys Tracker");
    const shown = `#${number.slice(0, 4)} ${number.slice(4)}`;

    await open(page, `/orders?q=${number}`);
    await reach(page, page.getByRole("link", { name: shown }));
    await keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: shown })).toBeVisible();
    await reach(page, page.getByRole("link", { name: "Pack and ship" }));
    await keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("heading").first()).toBeFocused();
    await reach(page, dialog.getByRole("combobox", { name: /carrier/i }));
    await keyboard.type("UPS");
    await reach(page, dialog.getByRole("textbox", { name: /tracking/i }));
    await keyboard.type("1Z999AA10123456784");
    await reach(page, dialog.getByRole("button").last());
    await keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(page.getByText("1Z999AA10123456784").first()).toBeVisible();

    const { _id } = await productNamed(page, goods);
    await open(page, `/goods/${_id}`);
    // Another one than that of an earlier run, which would be no change.
    const amount = (5 + Math.random() * 4).toFixed(2);
    const cost = page.locator("input[name=cost]");
    await reach(page, cost);
    await keyboard.press("ControlOrMeta+a");
    await keyboard.type(amount);
    await reach(page, page.getByRole("button", { name: "Save", exact: true }));
    expect(await hidden(page)).toBe("");
    await keyboard.press("Enter");
    await expect(page.locator(".act-message")).toBeVisible();
    await page.reload();
    await expect(cost).toHaveValue(amount);
  });
}

test("at 1440 px a test order of yesterday is one line of the list", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const number = freshNumber();
  await paidOrders([number], "Ray Dominguez Castellanos");
  await atTheDatabase("update payments set live = false where order_number = $1", [number]);
  await atTheDatabase("update orders set paid_at = now() - interval '1 day' where number = $1", [number]);
  await open(page, `/orders?q=${number}`);
  const row = page.getByRole("row").nth(1);
  await expect(row).toContainText("Yesterday");
  await expect(row).toContainText("Test");
  expect((await row.boundingBox())?.height).toBeLessThan(50);
});
