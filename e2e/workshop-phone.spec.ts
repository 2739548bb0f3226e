import { expect, type Page } from "@playwright/test";
import { pathOf, screens } from "../bench/screens.mjs";
import { test } from "./support/test";
import { violations } from "./support/axe";
import { atTheDatabase } from "./support/database";
import { signInAs } from "./support/member";

/** Numbers of orders that no other test uses. */
const NUMBERS = ["70020001", "70020002", "70020003"];

test.beforeEach(async ({ context }) => {
  await signInAs(context, "owner");
  await atTheDatabase(
    `insert into orders (number, state, email, name, phone, address, city, postal_code, region, order_value_cents,
       discount_cents, delivery_fee_cents, tax_cents, total_cents, paid_at)
     select number, 'paid', 'thumb@ride.example', 'Thumb Prentice', '+1', '90 Sandstone Avenue', 'Flagstaff', '86001', 'AZ',
       3400, 0, 399, 0, 3799, timestamptz '2020-02-01' + place * interval '1 hour'
     from unnest($1::text[]) with ordinality as wanted (number, place) on conflict do nothing`,
    [NUMBERS],
  );
  await atTheDatabase(
    `insert into order_lines (order_number, position, product_id, variant_id, name, size, color, quantity, price_cents,
       discount_share_cents, tax_cents, final_sale, kind_for_tax)
     select number, 0, variant.product_id, variant.id, product.name, variant.size, variant.color, 1, 3400, 0, 0, false, 'clothing'
     from unnest($1::text[]) as number cross join lateral (select * from variants order by id limit 1) as variant
     join products product on product.id = variant.product_id on conflict do nothing`,
    [NUMBERS],
  );
  await atTheDatabase(
    `insert into payments (id, order_number, gateway, gateway_id, method, amount_cents, state, received_at, live)
     select md5(number)::uuid, number, 'sandbox', 'thumb-' || number, 'Credit Card', 3799, 'received', now(), true
     from unnest($1::text[]) as number on conflict do nothing`,
    [NUMBERS],
  );
});

const open = (page: Page, path: string) => page.goto(`/back-office${path}`);
const ORDERS = "/orders?q=thumb+prentice&sort=oldest";
const firstRow = (page: Page) => page.getByRole("row").nth(1);

/** Left and right edge and height of each view's link, from left to right. */
const views = (page: Page) =>
  page
    .getByRole("navigation", { name: /^(Views|Kinds)$/ })
    .getByRole("link")
    .evaluateAll((all) =>
      all.map((link) => {
        const { left, right, height } = link.getBoundingClientRect();
        return { left, right, height };
      }),
    );

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test("[B-75] at 390 px the views of each list are in a scrolling row without overlap, and the current view is visible", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/orders", "/returns", "/queue", "/goods", "/goods?status=archived"]) {
    await open(page, path);
    const places = await views(page);
    expect(places.length).toBeGreaterThan(2);
    for (const [index, { left, height }] of places.entries()) {
      expect(height).toBeGreaterThanOrEqual(44);
      expect(left).toBeGreaterThanOrEqual(places[index - 1]?.right ?? -Infinity);
    }
    const current = await page.locator(".views [aria-current]").boundingBox();
    expect(current?.x).toBeGreaterThanOrEqual(0);
    expect((current?.x ?? 0) + (current?.width ?? 0)).toBeLessThanOrEqual(390);
    expect([path, await fits(page), await violations(page)]).toEqual([path, true, []]);
  }
  const last = page.getByRole("navigation", { name: "Views" }).getByRole("link").first();
  await last.focus();
  const seen = await last.boundingBox();
  expect(seen?.x).toBeGreaterThanOrEqual(0);
});

test("[B-75] at 390 px the list of orders begins near the top, and a member reaches the buttons of a refund without scrolling", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/orders");
  expect((await firstRow(page).boundingBox())?.y).toBeLessThan(300);
  const [bar, save] = [
    page.getByRole("navigation", { name: "Workshop, short" }),
    page.getByRole("link", { name: "Save as spreadsheet" }),
  ];
  await expect(bar.getByRole("link", { name: /Messages/ })).toBeVisible();
  for (const link of await bar.getByRole("link").all())
    expect((await link.boundingBox())?.width).toBeGreaterThanOrEqual(44);
  const lastRow = await page.getByRole("row").last().boundingBox();
  expect((await save.boundingBox())?.y).toBeGreaterThan(lastRow?.y ?? Infinity);

  await open(page, `/orders/${NUMBERS[0]}`);
  const refund = page.getByRole("link", { name: "Refund", exact: true });
  expect((await refund.boundingBox())?.y).toBeLessThan(844);
  expect(await violations(page)).toEqual([]);
  await refund.click();
  const button = page.getByRole("dialog").getByRole("button").last();
  const { y = Infinity, height = 0 } = (await button.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(844);
});

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const)
  test(`at ${width} px the list does not move when a member ticks the first order`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, ORDERS);
    const before = (await firstRow(page).boundingBox())?.y;
    await firstRow(page).getByRole("checkbox").check();
    await expect(page.getByRole("region", { name: "What is chosen" })).toContainText("1 order chosen");
    expect((await firstRow(page).boundingBox())?.y).toBe(before);
    await page.getByRole("button", { name: "Choose none" }).click();
    expect((await firstRow(page).boundingBox())?.y).toBe(before);
  });

test("the tick of the head says whether all orders are chosen, some or none", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, ORDERS);
  const all = page.getByRole("checkbox", { name: /^Choose all/ });
  await all.check();
  await firstRow(page).getByRole("checkbox").uncheck();
  await expect(all).toBeChecked({ indeterminate: true });
  await firstRow(page).getByRole("checkbox").check();
  await expect(all).toBeChecked();
  await page.getByRole("button", { name: "Choose none" }).click();
  await expect(all).not.toBeChecked();
});

test("at 768 px an order in the list has two lines: name, state and sum above number, goods and time", async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await open(page, ORDERS);
  const cells = await firstRow(page)
    .getByRole("cell")
    .evaluateAll((all) =>
      all.flatMap((cell) => {
        const { top, bottom, height } = cell.getBoundingClientRect();
        return height > 0 && !cell.querySelector("input") ? [(top + bottom) / 2] : [];
      }),
    );
  const { y = 0, height = 0 } = (await firstRow(page).boundingBox()) ?? {};
  const upper = cells.filter((middle) => middle < y + height / 2);
  expect([upper.length, cells.length - upper.length]).toEqual([3, 3]);
  expect([await fits(page), await violations(page)]).toEqual([true, []]);
});

test("a product's screen cuts no SKU of its grids at 1440 px; at 390 px its sections and variants are collapsed until opened", async ({
  page,
}) => {
  const [product] = await atTheDatabase<{ id: string }>(
    `select product_id as id from variants where retired_at is null group by product_id
     having count(distinct color) > 1 order by count(*) desc, product_id limit 1`,
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `/goods/${product?.id}`);
  const cut = await page
    .getByLabel(/^SKU of /)
    .evaluateAll((all) => all.filter((field) => field.scrollWidth > field.clientWidth).length);
  expect([cut, await fits(page), await violations(page)]).toEqual([0, true, []]);

  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/goods/${product?.id}`);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(8000);
  const sku = page.getByLabel(/^SKU of /).first();
  await expect(sku).toBeHidden();
  await page
    .getByLabel(/^Sale, .*shelf/)
    .first()
    .check();
  await expect(sku).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toBeHidden();
  await page.getByRole("heading", { name: "In search results" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
  expect([await fits(page), await violations(page)]).toEqual([true, []]);
});

/** Returns the visible links and buttons of a page that are less than 24 px high or wide, with their size. */
const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("a[href], button, summary")].flatMap((target) => {
      const [box] = target.getClientRects();
      const isShown = target.checkVisibility({ checkVisibilityCSS: true }) && (box?.width ?? 0) > 1;
      // Skips the link of a table row: its ::after makes it as large as the row.
      const isOfRow = getComputedStyle(target, "::after").position === "absolute";
      // A link in a text that is being edited is a part of its sentence.
      const isOfText = target.closest("[contenteditable]") !== null;
      if (!box || !isShown || isOfRow || isOfText || (box.height >= 24 && box.width >= 24)) return [];
      return [`${target.textContent.trim()} ${Math.round(box.width)}x${Math.round(box.height)}`];
    }),
  );

test("[B-75] at 390 px no link or button of any screen is too small for a thumb", async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const small: string[] = [];
  let seen = 0;
  for (const { pattern, isDoor, example } of screens()) {
    const [record] = example ? await atTheDatabase<Record<string, string>>(example) : [{}];
    if (isDoor || typeof example !== "string" || !record) continue;
    const answer = await page.goto(`/back-office${pathOf(pattern, record)}`, { waitUntil: "domcontentloaded" });
    if (answer?.status() !== 200) continue;
    seen += 1;
    small.push(...(await tooSmall(page)).map((target) => `${pattern}: ${target}`));
  }
  expect(small).toEqual([]);
  expect(seen).toBeGreaterThan(40);
});
