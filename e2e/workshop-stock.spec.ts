import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { violations } from "./support/axe";
import { openAlive } from "./support/browser";
import { atTheDatabase } from "./support/database";
import { signInAs } from "./support/member";
import { fits } from "./support";

const open = (page: Page, path: string) => page.goto(`/back-office${path}`);

/** A shelf of this run only: a second run in the same shop counts other variants. */
const SHELF = `Phone ${randomBytes(4).toString("hex")}`;

/** Height of the button with a name, in pixels. */
const heightOf = async (page: Page, name: string) =>
  (await page.getByRole("button", { name, exact: true }).boundingBox())?.height ?? 0;

test("[B-58, B-75, flow 9] two members count a shelf on phones by touch and search, also after a reload, and finish the count once", async ({
  page,
  browser,
}) => {
  await signInAs(page.context(), "packer");
  await page.setViewportSize({ width: 390, height: 844 });
  const variants = await atTheDatabase<{ id: number; sku: string; stock: number }>(
    `update variants set shelf = $1 where id in (
       select id from variants where stock > 20 and sku <> '' and retired_at is null order by id desc limit 3)
     returning id, sku, stock`,
    [SHELF],
  );

  await test.step("a member opens the stock from the bottom bar and begins to count a shelf", async () => {
    await open(page, "");
    await page.getByRole("navigation", { name: "Workshop, short" }).getByRole("link", { name: "Stock" }).click();
    await page.getByRole("link", { name: "Stock-take" }).click();
    await page.getByLabel("Which shelf").selectOption(SHELF);
    await page.getByRole("button", { name: "Begin to count" }).click();
    await expect(page.getByText("0 of 3 counted")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    for (const name of ["One fewer", "One more", "Next piece"])
      expect(await heightOf(page, name)).toBeGreaterThanOrEqual(80);
  });

  await test.step("the first variant is counted with two buttons", async () => {
    await page.getByRole("button", { name: "One fewer" }).click();
    await expect(page.getByText("1 fewer")).toBeVisible();
    await page.getByRole("button", { name: "Next piece" }).click();
    await expect(page.getByText("1 of 3 counted")).toBeVisible();
    await expect(page.getByRole("button", { name: "Next piece" })).toBeFocused();
  });

  await test.step("a variant is found by its SKU and counted by keyboard, and a reload keeps the count", async () => {
    const counted = await page.getByRole("table", { name: "Counted" }).getByRole("link").first().getAttribute("href");
    const other = variants.find(({ id }) => !counted?.endsWith(`pair=${id}`));
    await page.getByLabel("Find a piece: name, SKU or barcode").fill(other?.sku.toLowerCase() ?? "");
    // The search answers while one types; Enter opens what fits exactly.
    await expect(page.getByRole("link", { name: other?.sku ?? "none" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Counted" })).toBeVisible();
    await expect(page.getByText(other?.sku ?? "none")).toBeVisible();
    await page.getByRole("textbox", { name: "Counted" }).fill(String((other?.stock ?? 0) + 2));
    await page.keyboard.press("Enter");
    await expect(page.getByText("2 of 3 counted")).toBeVisible();
    await page.reload();
    await expect(page.getByText("2 of 3 counted")).toBeVisible();
  });

  await test.step("another member continues the stock-take", async () => {
    const context = await browser.newContext();
    await signInAs(context, "packer");
    const second = await context.newPage();
    await openAlive(second, page.url().replace(/\?.*/, ""));
    await second.getByRole("button", { name: "Next piece" }).click();
    await expect(second.getByText("3 of 3 counted")).toBeVisible();
    await context.close();
  });

  await test.step("stock changes only when the stock-take is finished", async () => {
    const levels = async () =>
      (await atTheDatabase<{ sum: number }>(`select sum(stock)::int as sum from variants where shelf = $1`, [SHELF]))[0]
        ?.sum ?? 0;
    const before = await levels();
    await page.reload();
    await expect(page.getByText("Everything is counted.")).toBeVisible();
    await page.getByRole("button", { name: "Finish with 2 differences" }).click();
    await expect(page.locator(".act-message")).toBeVisible();
    expect(await levels()).toBe(before + 1);
  });
});

test("[B-52] arrows and Enter move in the grid, a pasted column fills the cells below, and an invalid cell is marked while the rest is saved", async ({
  page,
}) => {
  await signInAs(page.context(), "manager");
  await open(page, "/goods/bulk");
  const costs = page.locator('[data-column="cost"]');
  const values = await costs.evaluateAll((cells) => cells.slice(0, 4).map((cell) => (cell as HTMLInputElement).value));
  // Text typed after a click on a cell replaces the cell's value.
  await costs.first().click();
  await page.keyboard.type("12");
  await expect(costs.first()).toHaveValue("12");
  await costs.first().fill(values[0] ?? "");
  await page.keyboard.press("ArrowDown");
  await expect(costs.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(costs.nth(2)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator('[data-column="salePrice"]').nth(1)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await costs.nth(1).evaluate((cell) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "41.10\r\n12,50\r\n43\r\n");
    cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(costs.nth(3)).toHaveValue("43");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("2 changes are saved, 1 cell is not: each says why.")).toBeVisible();
  await expect(costs.nth(2)).toHaveAttribute("aria-invalid", "true");
  await expect(costs.nth(2)).toHaveValue("12,50");
  await expect(costs.nth(1)).toHaveValue("41.10");
  expect(await violations(page)).toEqual([]);
  for (const [row, value] of values.entries()) await costs.nth(row).fill(value);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".act-message")).toBeVisible();
});
