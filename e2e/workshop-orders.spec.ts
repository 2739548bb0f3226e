import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase, fits, lettersTo, openAlive, rider, violations } from "./support";
import { signInAs } from "./support/member";
import { tabTo } from "./support/keyboard";

const aNumber = () => String(10_000_000 + Math.floor(Math.random() * 89_999_999));

const NOTE = "Rings at the gate, code";

/** Inserts a paid order of a tee and gloves without parcels; returns its number. */
async function anOrder(email: string, number = aNumber()): Promise<string> {
  const [payment, request] = [randomUUID(), `pi_${randomUUID()}`];
  const line = `insert into order_lines (order_number, position, product_id, variant_id, name, size, color, quantity, price_cents,
      discount_share_cents, tax_cents, final_sale, kind_for_tax)
    select $1, $2, v.product_id, v.id, p.name, v.size, v.color, 1, $3, 0, 0, false, 'clothing'
    from variants v join products p on p.id = v.product_id where p.name = $4 order by v.id limit 1`;
  const statements: [string, unknown[]][] = [
    [
      `insert into orders (number, state, email, name, phone, address, city, postal_code, region, order_value_cents,
         discount_cents, delivery_fee_cents, tax_cents, total_cents, paid_at)
       values ($1, 'paid', $2, 'Jo Delacroix', '+1', '88 Sandstone Avenue', 'Flagstaff', '86001', 'AZ', 12300, 0, 399, 0, 12699, now())`,
      [number, email],
    ],
    [line, [number, 0, 3400, "Ride Dirty Tee"]],
    [line, [number, 1, 8900, "Gauntlet Leather Gloves"]],
    [
      `insert into sandbox_requests (id, key, client_secret, amount_cents, currency, method, status)
       values ($1, $2, $1, 12699, 'usd', 'Credit Card', 'succeeded')`,
      [request, payment],
    ],
    [
      `insert into payments (id, order_number, gateway, gateway_id, method, amount_cents, state, received_at, live)
       values ($1, $2, 'sandbox', $3, 'Credit Card', 12699, 'received', now(), true)`,
      [payment, number, request],
    ],
  ];
  for (const [statement, values] of statements) await atTheDatabase(statement, values);
  return number;
}

/** Inserts a sent parcel with all pieces of an order. */
async function allLeft(number: string): Promise<void> {
  await atTheDatabase(
    `with left_in as (insert into parcels (order_number, carrier) values ($1, 'UPS') returning id)
    insert into parcel_lines (parcel_id, order_number, position, quantity) select id, $1, position, 1 from left_in, (values (0), (1)) as own (position)`,
    [number],
  );
  await atTheDatabase(`update orders set state = 'shipped' where number = $1`, [number]);
}

test("[B-75] [B-18] flow 5 of docs/back-office-rulings.md: a member refunds one of two lines and puts its piece back into stock, by keyboard at 390 px", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const email = rider("jo");
  const number = await anOrder(email);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signInAs(context, "manager");

  await test.step("Tab and Enter open the refund dialog of the order's page", async () => {
    await openAlive(page, `/back-office/orders/${number}`);
    expect(await violations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await page.getByRole("textbox", { name: "Note" }).fill(NOTE);
    await tabTo(page, "link", /^Refund/);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: /^Refund #/ })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
  });

  await test.step("Escape asks for confirmation when the dialog has been changed", async () => {
    await tabTo(page, "button", "One more Gauntlet Leather Gloves");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Refund $89.00" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /stay/i }).press("Enter");
    await expect(page.getByRole("textbox", { name: "Pieces of Gauntlet Leather Gloves" })).toHaveValue("1");
  });

  await test.step("the refund is requested and confirmed, one piece goes back into stock, and one letter is sent", async () => {
    await tabTo(page, "button", "Refund $89.00");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: /^\$89\.00 of order/ })).toBeVisible();
    // An unsaved note is kept, also when the page reloads its data.
    const note = page.getByRole("textbox", { name: "Note" });
    await expect(note).toHaveValue(NOTE);
    await note.focus();
    await expect(page.getByText("$89.00 given back, confirmed")).toBeVisible({ timeout: 30_000 });
    await expect(note).toBeFocused();
    await expect(note).toHaveValue(NOTE);
    await expect(page.getByText("Kept", { exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const moved = await atTheDatabase("select cause, quantity from stock_movements where reference = $1", [number]);
    expect(moved).toEqual([{ cause: "return", quantity: 1 }]);
    await expect.poll(async () => (await lettersTo(email)).length).toBe(1);
  });
  await context.close();
});

test("one form receives and refunds goods that a shopper returns in person, updates stock, return and refund, and sends one letter", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const email = rider("jo");
  const number = await anOrder(email);
  await allLeft(number);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signInAs(context, "manager");
  await openAlive(page, `/back-office/orders/${number}/refund`);

  const here = page.getByRole("checkbox", { name: /^It lies here: Ride Dirty Tee/ });
  const more = page.getByRole("button", { name: "One more Ride Dirty Tee" });
  await expect(here).toHaveCount(0);
  await more.click();
  await here.check();
  await expect(page.getByRole("checkbox", { name: "It is damaged, not back in stock" })).not.toBeChecked();
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await fits(page)).toBe(true);
  }
  expect(await violations(page)).toEqual([]);

  await page.getByRole("button", { name: "Refund $34.00" }).click();
  await expect(page.getByRole("status").filter({ hasText: "What lay here is taken in" })).toBeVisible();
  await expect(page.getByText("$34.00 given back, confirmed")).toBeVisible({ timeout: 30_000 });
  await expect(
    page
      .getByText("Back with you, refunded")
      .or(page.getByText(/back with you/i))
      .first(),
  ).toBeVisible();
  const moved = await atTheDatabase("select cause, quantity from stock_movements where reference = $1", [number]);
  expect(moved).toEqual([{ cause: "return", quantity: 1 }]);
  await expect.poll(async () => (await lettersTo(email)).length).toBe(1);

  // Returned pieces cannot be refunded again; pieces that the shopper still has can be.
  await openAlive(page, `/back-office/orders/${number}/refund`);
  await page.getByRole("button", { name: "One more Gauntlet Leather Gloves" }).click();
  await expect(page.getByRole("checkbox", { name: /^It lies here: Gauntlet/ })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Pieces of Ride Dirty Tee" })).toHaveCount(0);
  await context.close();
});

test("[B-115] a member tells of a delay at 390 px; its letter leads to a page without an account, where the shopper waits and then cancels, by keyboard", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const email = rider("jo");
  const number = await anOrder(email);
  const viewport = { width: 390, height: 844 };
  const office = await browser.newContext({ viewport });
  await signInAs(office, "manager");
  const page = await office.newPage();

  await test.step("the order's page leads to the form, and the sentence names the deed", async () => {
    await openAlive(page, `/back-office/orders/${number}`);
    await tabTo(page, "link", "It takes longer");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "It takes longer" })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await page.getByRole("button", { name: "Tell the shopper" }).press("Enter");
    await expect(page.getByRole("status").filter({ hasText: /is told of a delay without a day/ })).toBeVisible();
    await expect(page.getByText(/the order ends on .* unless the shopper chooses to wait/).first()).toBeVisible();
  });

  const link = async () =>
    /http:\/\/[^\s"]*(\/order-delay\/[\w-]+\/[\w-]+)/.exec((await lettersTo(email)).join("\n"))?.[1] ?? "";
  await expect.poll(link).not.toBe("");
  const shopper = await browser.newContext({ viewport });
  const own = await shopper.newPage();
  await openAlive(own, await link());
  await expect(own.getByRole("heading", { level: 1, name: "It takes longer" })).toBeVisible();
  expect(await violations(own)).toEqual([]);
  expect(await fits(own)).toBe(true);
  await tabTo(own, "button", "I will wait");
  await own.keyboard.press("Enter");
  await expect(own.getByRole("heading", { level: 1, name: "Thank you for waiting" })).toBeVisible();
  await tabTo(own, "button", "Cancel what has not left");
  await own.keyboard.press("Enter");
  await expect(own.getByRole("heading", { level: 1, name: "Cancelled" })).toBeVisible();
  expect(await violations(own)).toEqual([]);
  const [order] = await atTheDatabase("select state from orders where number = $1", [number]);
  expect(order).toEqual({ state: "cancelled" });
  await office.close();
  await shopper.close();
});

test("[B-136] the letter that asks for reviews leads to a page for all goods, by keyboard at 390 px and without script; its other link ends such letters", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const email = rider("mika");
  const number = await anOrder(email);
  await allLeft(number);
  await atTheDatabase(
    "insert into settings (name, value) values ('reviewLetter', 'true'), ('shopAddress', '\"1 Route 66, Flagstaff\"') on conflict (name) do update set value = excluded.value",
  );
  await atTheDatabase("insert into pgboss.job (name, data) values ('ask-for-review', $1)", [
    JSON.stringify({ orderNumber: number }),
  ]);
  const link = async (start: string) =>
    new RegExp(`http://[^\\s"]*(/${start}/[\\w/-]+)`).exec((await lettersTo(email)).join("\n"))?.[1] ?? "";
  await expect.poll(() => link("order-review"), { timeout: 60_000 }).not.toBe("");

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await openAlive(page, await link("order-review"));
  await expect(page.getByRole("heading", { level: 1, name: "How is it?" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
  await tabTo(page, "button", "Send reviews");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Please choose a rating.").first()).toBeVisible();
  const tee = page.getByRole("group", { name: "Ride Dirty Tee" });
  await tee.getByRole("radio", { name: "1 star" }).focus();
  for (let star = 1; star < 4; star += 1) await page.keyboard.press("ArrowRight");
  await expect(tee.getByRole("radio", { name: "4 stars" })).toBeChecked();
  await tee.getByRole("combobox", { name: "Fit" }).selectOption("True to size");
  await tee.getByRole("textbox", { name: "Review" }).fill("Shrinks a little.");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Send reviews" }).press("Enter");
  await expect(page.getByText("You have reviewed: Ride Dirty Tee.")).toBeVisible();
  await openAlive(page, await link("no-more-letters"));
  expect(await violations(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
  await context.close();

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const own = await plain.newPage();
  await own.goto(await link("order-review"));
  const gloves = own.getByRole("group", { name: "Gauntlet Leather Gloves" });
  await gloves.getByRole("radio", { name: "2 stars" }).check();
  await gloves.getByRole("textbox", { name: "Review" }).fill("Cold hands.");
  await own.getByRole("button", { name: "Send review" }).click();
  await expect(own.getByText("You have reviewed: Ride Dirty Tee, Gauntlet Leather Gloves.")).toBeVisible();
  const stored = await atTheDatabase(
    "select rating, fit, verified from reviews where order_number = $1 order by rating",
    [number],
  );
  expect(stored).toEqual([
    { rating: 2, fit: null, verified: true },
    { rating: 4, fit: "true", verified: true },
  ]);

  await own.goto(await link("no-more-letters"));
  await own.getByRole("button", { name: "No more letters that ask for reviews" }).click();
  await expect(own.getByText("We do not ask this address for reviews any more.")).toBeVisible();
  await plain.close();
});
