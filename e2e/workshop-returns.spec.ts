import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase, fits, lettersTo, openAlive, rider, violations } from "./support";
import { signInAs } from "./support/member";
import { tabTo } from "./support/keyboard";

/** Inserts a shipped order of two tees with an unprocessed return of both; returns both numbers. */
async function aReturn(email: string): Promise<{ order: string; back: string }> {
  const order = String(10_000_000 + Math.floor(Math.random() * 89_999_999));
  const back = `R${1_000_000 + Math.floor(Math.random() * 8_999_999)}`;
  const [payment, request] = [randomUUID(), `pi_${randomUUID()}`];
  const statements: [string, unknown[]][] = [
    [
      `insert into orders (number, state, email, name, phone, address, city, postal_code, region, order_value_cents,
         discount_cents, delivery_fee_cents, tax_cents, total_cents, paid_at)
       values ($1, 'shipped', $2, 'Jo Delacroix', '+1', '88 Sandstone Avenue', 'Flagstaff', '86001', 'AZ', 6800, 0, 0, 0, 6800, now())`,
      [order, email],
    ],
    [
      `insert into order_lines (order_number, position, product_id, variant_id, name, size, color, quantity, price_cents,
         discount_share_cents, tax_cents, final_sale, kind_for_tax)
       select $1, 0, v.product_id, v.id, p.name, v.size, v.color, 2, 3400, 0, 0, false, 'clothing'
       from variants v join products p on p.id = v.product_id where p.name = 'Ride Dirty Tee' order by v.id limit 1`,
      [order],
    ],
    [
      `insert into sandbox_requests (id, key, client_secret, amount_cents, currency, method, status)
       values ($1, $2, $1, 6800, 'usd', 'Credit Card', 'succeeded')`,
      [request, payment],
    ],
    [
      `insert into payments (id, order_number, gateway, gateway_id, method, amount_cents, state, received_at, live)
       values ($1, $2, 'sandbox', $3, 'Credit Card', 6800, 'received', now(), true)`,
      [payment, order, request],
    ],
    [
      `with sent as (insert into parcels (order_number, carrier) values ($1, 'UPS') returning id)
       insert into parcel_lines (parcel_id, order_number, position, quantity) select id, $1, 0, 2 from sent`,
      [order],
    ],
    [`insert into returns (number, order_number, request_key) values ($1, $2, $1)`, [back, order]],
    [
      `insert into return_lines (return_number, order_number, position, quantity, reason) values ($1, $2, 0, 2, 'too-small')`,
      [back, order],
    ],
  ];
  for (const [statement, values] of statements) await atTheDatabase(statement, values);
  return { order, back };
}

async function follow(page: Page, role: "link" | "button", name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

test("[B-75] flow 6: a member processes a return from request to refund in two visits, by keyboard at 390 px", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const email = rider("jo");
  const { back } = await aReturn(email);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signInAs(context, "manager");

  await test.step("first visit: the return is found and approved, and its letter is sent", async () => {
    await openAlive(page, `/back-office/returns?q=${back}`);
    expect(await violations(page)).toEqual([]);
    await follow(page, "link", /^R-\d{3} \d{4}$/);
    await page.waitForURL(/\/returns\/R\d{7}$/);
    expect([await violations(page), await fits(page)]).toEqual([[], true]);
    await follow(page, "link", "Approve it");
    await page.waitForURL(/\/approve$/);
    await tabTo(page, "textbox", /Address of the label/);
    await page.keyboard.type("https://labels.example/1");
    await follow(page, "button", "Approve and send the letter");
    await expect(page.getByRole("status").filter({ hasText: "is approved with a label." })).toBeVisible();
  });

  await test.step("second visit: one piece has arrived as new, and one damaged", async () => {
    await openAlive(page, `/back-office/returns/${back}`);
    await follow(page, "link", "It is here");
    await page.waitForURL(/\/receive$/);
    expect([await violations(page), await fits(page)]).toEqual([[], true]);
    await tabTo(page, "textbox", "As new");
    await page.keyboard.type("1");
    await tabTo(page, "textbox", "Damaged or faulty");
    await page.keyboard.type("1");
    await follow(page, "button", "Take it in");
    await expect(page.getByText("Look at it and settle it")).toBeVisible();
  });

  await test.step("leaving a changed form asks for confirmation, and settling the return refunds both pieces", async () => {
    await follow(page, "link", "Settle it");
    await page.waitForURL(/\/settle$/);
    expect([await violations(page), await fits(page)]).toEqual([[], true]);
    await tabTo(page, "textbox", /Words to the shopper/);
    await page.keyboard.type("Thank you");
    await follow(page, "link", "Cancel");
    await expect(page.getByRole("dialog", { name: /not saved/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await follow(page, "button", /^Settle and refund \$\d+\.\d\d$/);
    await expect(page.getByText("2 refunded, 1 back on the shelf, 1 written off")).toBeVisible();
    await expect(page.getByText("$68.00")).toBeVisible();
  });

  await expect.poll(async () => (await lettersTo(email)).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  await context.close();
});

test("[B-38] one print has packing slip, label and return slip, each in its own paper size, without other parts of the screen", async ({
  browser,
}) => {
  const { order } = await aReturn(rider("jo"));
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "dark" });
  const page = await context.newPage();
  await signInAs(context, "packer");
  await openAlive(page, `/back-office/orders/print?kind=slip,label,return&numbers=${order}`);
  expect(await violations(page)).toEqual([]);

  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) =>
    [Number(width), Number(height)].map(Math.round).join(" x "),
  );
  expect(sizes).toEqual(["612 x 792", "288 x 432", "612 x 792"]);

  await page.emulateMedia({ media: "print" });
  for (const gone of [page.locator(".rail"), page.locator(".bar"), page.getByRole("button", { name: /^Print/ })])
    await expect(gone).toBeHidden();
  await expect(page.getByRole("img", { name: /Bar code/ }).first()).toBeVisible();
  await context.close();
});
