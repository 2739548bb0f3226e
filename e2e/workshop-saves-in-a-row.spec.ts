import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { atTheDatabase } from "./support/database";
import { violations } from "./support/axe";
import { signInAs } from "./support/member";
import { test } from "./support/test";
import { fits } from "./support";

test.beforeEach(({ context }) => signInAs(context, "owner"));

const message = (page: Page) => page.locator(".act-message");
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const notSaved = (page: Page) => page.getByText("Not saved. Try again.", { exact: true });

/**
 * Inserts a draft of a product with one variant, complete enough to be put on the shop among the headwear, which no test counts;
 * returns its id and its variant's.
 */
async function aDraft(name: string): Promise<{ id: string; variant: number }> {
  const id = randomUUID().replaceAll("-", "").slice(0, 24);
  const images = `(select images from product_colors where images <> '[]' order by product_id, position limit 1)`;
  await atTheDatabase(
    `insert into products (id, name, description, position, price_cents, category_id, kind_for_tax, published_status)
      select $1, $2, 'Waxed canvas.', 9000, 12900, category_id, 'clothing', 'draft' from products where name = 'Dust Bandana'`,
    [id, name],
  );
  await atTheDatabase(
    `insert into product_colors (product_id, name, swatch, position, images) values ($1, 'Black', '#121212', 0, ${images})`,
    [id],
  );
  const [variant] = await atTheDatabase<{ id: number }>(
    `insert into variants (product_id, size, color, stock, position) values ($1, 'M', 'Black', 0, 0) returning id`,
    [id],
  );
  return { id, variant: variant?.id ?? 0 };
}

/** Inserts a paid order of a tee; returns its number. */
async function aPaidOrder(): Promise<string> {
  const number = String(10_000_000 + Math.floor(Math.random() * 89_999_999));
  await atTheDatabase(
    `insert into orders (number, state, email, name, phone, address, city, postal_code, region, order_value_cents,
       discount_cents, delivery_fee_cents, tax_cents, total_cents, paid_at)
     values ($1, 'paid', 'row@example.com', 'Jo Delacroix', '+1', '88 Sandstone Avenue', 'Flagstaff', '86001', 'AZ', 3400, 0, 399, 0, 3799, now())`,
    [number],
  );
  await atTheDatabase(
    `insert into order_lines (order_number, position, product_id, variant_id, name, size, color, quantity, price_cents,
        discount_share_cents, tax_cents, final_sale, kind_for_tax)
      select $1, 0, v.product_id, v.id, p.name, v.size, v.color, 1, 3400, 0, 0, false, 'clothing'
      from variants v join products p on p.id = v.product_id where p.name = 'Ride Dirty Tee' order by v.id limit 1`,
    [number],
  );
  const [payment, request] = [randomUUID(), `pi_${randomUUID()}`];
  await atTheDatabase(
    `insert into sandbox_requests (id, key, client_secret, amount_cents, currency, method, status)
     values ($1, $2, $1, 3799, 'usd', 'Credit Card', 'succeeded')`,
    [request, payment],
  );
  await atTheDatabase(
    `insert into payments (id, order_number, gateway, gateway_id, method, amount_cents, state, received_at, live)
     values ($1, $2, 'sandbox', $3, 'Credit Card', 3799, 'received', now(), true)`,
    [payment, number, request],
  );
  return number;
}

const stockOf = async (id: string) => {
  const [row] = await atTheDatabase<{ stock: number }>(`select stock from variants where product_id = $1`, [id]);
  return row?.stock;
};
const productOf = async (id: string) => {
  const [row] = await atTheDatabase<{ fit: string | null; status: string }>(
    `select fit, published_status as status from products where id = $1`,
    [id],
  );
  return row;
};

test("[B-16, B-21] a product's stock is saved, typed again and saved, then another field, then it is put on the shop, all from one open page", async ({
  page,
}) => {
  const { id } = await aDraft("Row Jacket");
  await page.goto(`/back-office/goods/${id}`);
  const stock = page.getByLabel("Stock of Black, M", { exact: true });
  await stock.fill("3");
  await save(page).click();
  await expect(message(page)).toContainText("3 pieces more");
  await expect(stock).toHaveValue("3");
  await expect(save(page)).toBeHidden();

  await stock.fill("5");
  await page.getByLabel(/^Why the stock changes/).fill("Found two more");
  await save(page).click();
  await expect(message(page)).toContainText("2 pieces more");
  await expect(save(page)).toBeHidden();
  expect(await stockOf(id)).toBe(5);

  await page.getByLabel("Fit", { exact: true }).fill("Cut wide");
  await save(page).click();
  await expect.poll(() => productOf(id)).toMatchObject({ fit: "Cut wide" });
  await expect(save(page)).toBeHidden();

  await stock.fill("6");
  await page.getByLabel(/^Why the stock changes/).fill("One more");
  await save(page).click();
  await expect(message(page)).toContainText("1 piece more");
  await page.getByRole("button", { name: "Put on the shop" }).click();
  await expect.poll(() => productOf(id)).toMatchObject({ fit: "Cut wide", status: "published" });
  expect(await stockOf(id)).toBe(6);
});

test("[B-16] notes and acts of an order are each done once, in a row from one open page, also the same note twice", async ({
  page,
}) => {
  const number = await aPaidOrder();
  await page.goto(`/back-office/orders/${number}`);
  const [note, add] = [page.getByRole("textbox", { name: "Note" }), page.getByRole("button", { name: "Add note" })];
  for (const words of ["Rings twice", "Gate is blue", "Gate is blue"]) {
    await note.fill(words);
    await add.dblclick();
    await expect(note).toHaveValue("");
  }
  await page
    .getByRole("button", { name: /packed/i })
    .first()
    .click();
  await expect(message(page)).toContainText(/packed/i);
  const notes = await atTheDatabase(`select note as text from order_notes where order_number = $1 order by id`, [
    number,
  ]);
  expect(notes.map((row) => (row as { text: string }).text)).toEqual(["Rings twice", "Gate is blue", "Gate is blue"]);
});

test("[B-16] settings and the draft of a text are saved twice in a row from one open page", async ({ page }) => {
  await page.goto("/back-office/settings/delivery");
  const ships = page.getByLabel("Leaves within");
  for (const days of ["4 days", "5 days"]) {
    await ships.fill(days);
    await save(page).click();
    await expect(message(page)).toContainText(days);
    await expect(save(page)).toBeHidden();
  }
  await page.reload();
  await expect(ships).toHaveValue("5 days");

  await page.goto("/back-office/words/contact");
  const headline = page.locator("[name=headline]");
  const saveDraft = page.getByRole("button", { name: "Save the draft" });
  for (const words of ["Ask us once", "Ask us twice"]) {
    await headline.fill(words);
    await saveDraft.click();
    await expect(saveDraft).toBeHidden();
    await expect(headline).toHaveValue(words);
  }
  await page.reload();
  await expect(headline).toHaveValue("Ask us twice");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(headline).not.toHaveValue("Ask us twice");
});

/** Drops the answer to the next form after the shop has acted, as a line does, or answers it with a proxy's page. */
async function dropNext(page: Page, how: "line" | "proxy"): Promise<void> {
  let isDropped = false;
  await page.route(/\.data(\?|$)/, async (route) => {
    if (isDropped || route.request().method() !== "POST") return route.fallback();
    isDropped = true;
    await route.fetch({ maxRedirects: 0 });
    if (how === "line") await route.abort("connectionreset");
    else await route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" });
  });
}

for (const [how, width] of [
  ["line", 390],
  ["proxy", 1440],
] as const)
  test(`[B-20] when the ${how} drops the answer to a save, the form stays filled and says so beside its button; sent again it is done once, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const { id } = await aDraft(`Dropped Jacket ${how}`);
    await page.goto(`/back-office/goods/${id}`);
    const stock = page.getByLabel("Stock of Black, M", { exact: true });
    await stock.fill("3");
    await dropNext(page, how);
    await save(page).click();
    await expect(notSaved(page)).toBeVisible();
    await expect(stock).toHaveValue("3");
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeHidden();
    const [button, words] = [await save(page).boundingBox(), await notSaved(page).boundingBox()];
    expect(Math.abs((button?.y ?? 0) - (words?.y ?? 1e6))).toBeLessThan(80);
    expect(await fits(page)).toBe(true);
    expect(await violations(page)).toEqual([]);
    await save(page).click();
    await expect(message(page)).toContainText("3 pieces more");
    await expect(notSaved(page)).toBeHidden();
    expect(await stockOf(id)).toBe(3);

    // Typed on after a lost answer: never answered with the first result, and never added to it.
    await stock.fill("5");
    await page.getByLabel(/^Why the stock changes/).fill("Counted");
    await dropNext(page, how);
    await save(page).click();
    await expect(notSaved(page)).toBeVisible();
    await stock.fill("9");
    await save(page).click();
    await expect(page.getByRole("alert")).toContainText("saved once before");
    await expect(stock).toHaveValue("9");
    await save(page).click();
    await expect(message(page)).toContainText("4 pieces more");
    expect(await stockOf(id)).toBe(9);

    await page.context().setOffline(true);
    await page.getByLabel("Fit", { exact: true }).fill("Cut wide");
    await save(page).click();
    await expect(notSaved(page)).toBeVisible();
    await page.context().setOffline(false);
    await save(page).click();
    await expect.poll(() => productOf(id)).toMatchObject({ fit: "Cut wide" });
    await expect(notSaved(page)).toBeHidden();
  });

test("a double click on Save is one act, and Back to a page that was sent shows what is saved", async ({ page }) => {
  const { id } = await aDraft("Clicked Jacket");
  await page.goto(`/back-office/goods/${id}`);
  const stock = page.getByLabel("Stock of Black, M", { exact: true });
  await stock.fill("4");
  await save(page).dblclick();
  await expect(message(page)).toContainText("4 pieces more");
  const moves = await atTheDatabase(
    `select m.id from stock_movements m join variants v on v.id = m.variant_id where v.product_id = $1`,
    [id],
  );
  expect(moves).toHaveLength(1);
  await page.goto("/back-office/goods");
  await page.goBack();
  await expect(stock).toHaveValue("4");
  await stock.fill("6");
  await page.getByLabel(/^Why the stock changes/).fill("Counted");
  await save(page).click();
  await expect(message(page)).toContainText("2 pieces more");
  expect(await stockOf(id)).toBe(6);
});
