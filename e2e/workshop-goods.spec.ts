import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { violations } from "./support/axe";
import { atTheDatabase } from "./support/database";
import { signInAs } from "./support/member";
import { tabTo } from "./support/keyboard";

test.beforeEach(({ context }) => signInAs(context, "manager"));

const open = (page: Page, path: string) => page.goto(`/back-office${path}`);
const message = (page: Page) => page.locator(".act-message");

test("[B-18, B-75] a member sets colors, sizes and prices of a product by keyboard, and leaving it unsaved asks for confirmation", async ({
  page,
}) => {
  await open(page, "");
  await page.keyboard.press("g");
  await page.keyboard.press("g");
  await page.waitForURL(/\/goods$/);
  await page.getByRole("link", { name: "A new product" }).press("Enter");

  await test.step("a new product with two colors and six sizes gets twelve variants", async () => {
    await page.getByLabel("Name", { exact: true }).focus();
    await page.keyboard.type("Keyboard Jacket");
    await tabTo(page, "textbox", /^Price$/);
    await page.keyboard.type("259");
    await page.getByLabel("Category").focus();
    await page.keyboard.type("Men, J");
    await page.getByLabel("Tax kind").focus();
    await page.keyboard.type("Clo");
    await page.getByLabel(/^Colors/).focus();
    await page.keyboard.type("Black, Sand");
    await page.keyboard.press("Tab");
    await page.keyboard.type("XS, S, M, L, XL, XXL");
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Keyboard Jacket" })).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(2 * 7);
    await expect(page.getByText("1 thing is missing.")).toBeVisible();
  });

  await test.step("arrow keys and Enter move between cells, and a pasted column fills the cells below", async () => {
    await page.getByLabel("Price of Black, XS", { exact: true }).focus();
    await page.keyboard.type("249");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByLabel("Price of Black, S", { exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "251\n252\n253\n");
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    });
    await expect(page.getByLabel("Price of Black, L", { exact: true })).toHaveValue("253");
    await expect(page.getByText("4 changes, not saved")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  await test.step("leaving the page asks for confirmation until the changes are saved", async () => {
    await page.getByRole("link", { name: "Goods", exact: true }).first().press("Enter");
    await expect(page.getByRole("dialog", { name: /not saved/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+s");
    await expect(message(page)).toContainText("4 variants: price is changed.");
    await page.getByRole("link", { name: "Goods", exact: true }).first().press("Enter");
    await page.waitForURL(/\/goods$/);
  });
});

test("[B-75] at 390 px a product's screen and the list of goods fit the window, also after a refused save", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await atTheDatabase(
    `insert into products (id, name, position) values ('e2egoods', 'Narrow Jacket', 9998) on conflict do nothing`,
  );
  await atTheDatabase(
    `insert into product_colors (product_id, name, swatch, position) values ('e2egoods', 'Black', '#121212', 0) on conflict do nothing`,
  );
  await atTheDatabase(
    `insert into variants (product_id, size, color, stock, position) values ('e2egoods', 'S', 'Black', 3, 0), ('e2egoods', 'M', 'Black', 0, 1) on conflict do nothing`,
  );
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  for (const path of [
    "/goods?q=jacket",
    "/goods/bulk/percent?q=jacket&percent=15",
    "/goods/bulk/plans",
    "/goods/categories",
    "/goods/size-guides/new",
    "/goods/e2egoods/status",
    "/goods/e2egoods/quick",
    "/goods/e2egoods",
  ]) {
    await open(page, path);
    expect([path, await fits(), await violations(page)]).toEqual([path, true, []]);
  }
  await page.getByLabel("Fit").fill("Mine");
  await atTheDatabase(`update products set fit = 'Theirs', version = version + 1 where id = 'e2egoods'`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Nothing you typed is lost.")).toBeVisible();
  expect([await fits(), await violations(page)]).toEqual([true, []]);
});

test("values that were saved are not offered for restoring after a reload", async ({ page }) => {
  const [product] = await atTheDatabase<{ id: string }>(
    `select product_id as id from product_colors where images <> '[]' order by position, product_id limit 1`,
  );
  await open(page, `/goods/${product?.id}`);
  const price = page.locator("input[name=price]");
  await price.fill("94");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(message(page)).toBeVisible();
  await expect(price).toHaveValue("94.00");
  await expect(page.getByText("You typed something here that was not saved.")).toBeHidden();

  await open(page, `/goods/${product?.id}`);
  await expect(price).toHaveValue("94.00");
  await expect(page.getByText("You typed something here that was not saved.")).toBeHidden();
});

test("text typed into one form of a page is kept when another form is sent", async ({ page }) => {
  const [product] = await atTheDatabase<{ id: string }>(
    `select product_id as id from product_colors where images <> '[]' order by position desc, product_id limit 1`,
  );
  await open(page, `/goods/${product?.id}`);
  const [words, fit] = [page.getByLabel(/^Words for picture 1/).first(), page.getByLabel("Fit", { exact: true })];
  const later = page.getByRole("button", { name: /^Later: picture 2/ }).first();
  await words.fill("A rider leans on a fence");
  await page.locator("input[name=price]").fill("97");
  await expect(page.getByText("2 changes, not saved")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(message(page)).toContainText(": price and words for pictures are changed.");
  await expect(words).toHaveValue("A rider leans on a fence");

  await fit.fill("Cut wide");
  await words.fill("Another one");
  await atTheDatabase(
    `update media_uses set alt = 'Theirs', version = version + 1 where alt = 'A rider leans on a fence'`,
  );
  await later.click();
  await expect(page.getByText(/it says “Theirs” now/)).toBeVisible();
  await expect(words).toHaveValue("Another one");
  await expect(fit).toHaveValue("Cut wide");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const saved = () =>
    atTheDatabase<{ alt: string }>(`select alt from media_uses where alt in ('Theirs', 'Another one')`);
  await expect.poll(saved).toEqual([{ alt: "Another one" }]);
});

test("after a form is sent, the same form is empty again, and other forms of the page keep their text", async ({
  page,
}) => {
  await open(page, "/goods/categories");
  const [added, line] = [page.getByLabel("Name", { exact: true }), page.getByLabel(/^Name of/).first()];
  const stood = await line.inputValue();
  await line.fill("Half a name");
  await added.fill("Rain gear of the test");
  await page.getByRole("button", { name: "Add it" }).click();
  await expect(message(page)).toContainText("Rain gear of the test");
  await expect(added).toHaveValue("");
  await expect(line).toHaveValue("Half a name");

  await line.fill(stood);
  // The field has its saved value again, so leaving the page asks for no confirmation.
  await page.getByRole("link", { name: "Goods", exact: true }).first().click();
  await page.waitForURL(/\/goods$/);
});

test("[B-52] a save stores valid cells at once, and cells with errors after they are corrected", async ({ page }) => {
  await open(page, "/goods/bulk?q=Gauntlet");
  const [one, two] = [page.getByLabel(/^Price: /).first(), page.getByLabel(/^Price: /).nth(1)];
  await one.fill("61");
  await two.fill("-1");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("1 change is saved, 1 cell is not");
  await expect(one).toHaveValue("61.00");
  await two.fill("62");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(message(page)).toBeVisible();
  await open(page, "/goods/bulk?q=Gauntlet");
  await expect(two).toHaveValue("62.00");
});
