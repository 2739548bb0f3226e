import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase, fits, lettersTo, openAlive, rider, violations } from "./support";
import { openCard } from "./support/gift-cards";
import { signInAs } from "./support/member";

interface Sent {
  number: string;
  back: string;
  email: string;
}

const drawn = (from: number, count: number) => String(from + Math.floor(Math.random() * count));

/**
 * Inserts a shipped order of two tees, $68.00, with a return of one of them that has come back; a gift card paid `byCard` cents of it
 * and the method the rest.
 */
async function cameBack(method: "Credit Card" | "Klarna", byCard = 0): Promise<Sent> {
  const [number, back] = [drawn(10_000_000, 89_999_999), `R${drawn(1_000_000, 8_999_999)}`];
  const email = rider("jo");
  const [payment, request] = [randomUUID(), `pi_${randomUUID()}`];
  const rest = 6800 - byCard;
  const statements: [string, unknown[]][] = [
    [
      `insert into orders (number, state, email, name, phone, address, city, postal_code, region, order_value_cents,
         discount_cents, delivery_fee_cents, tax_cents, total_cents, paid_at)
       values ($1, 'shipped', $2, 'Jo Delacroix', '+1', '88 Sandstone Avenue', 'Flagstaff', '86001', 'AZ', 6800, 0, 0, 0, 6800, now())`,
      [number, email],
    ],
    [
      `insert into order_lines (order_number, position, product_id, variant_id, name, size, color, quantity, price_cents,
         discount_share_cents, tax_cents, final_sale, kind_for_tax)
       select $1, 0, v.product_id, v.id, p.name, v.size, v.color, 2, 3400, 0, 0, false, 'clothing'
       from variants v join products p on p.id = v.product_id where p.name = 'Ride Dirty Tee' order by v.id limit 1`,
      [number],
    ],
    [
      `insert into sandbox_requests (id, key, client_secret, amount_cents, currency, method, status)
       values ($1, $2, $1, $3, 'usd', $4, 'succeeded')`,
      [request, payment, rest, method],
    ],
    [
      `insert into payments (id, order_number, gateway, gateway_id, method, amount_cents, state, received_at, live)
       values ($1, $2, 'sandbox', $3, $4, $5, 'received', now(), false)`,
      [payment, number, request, method, rest],
    ],
    [
      `with sent as (insert into parcels (order_number, carrier) values ($1, 'UPS') returning id)
       insert into parcel_lines (parcel_id, order_number, position, quantity) select id, $1, 0, 2 from sent`,
      [number],
    ],
    [
      `insert into returns (number, order_number, request_key, state, approved_at, answered_at, received_at, version)
       values ($1, $2, $1, 'received', now(), now(), now(), 2)`,
      [back, number],
    ],
    [
      `insert into return_lines (return_number, order_number, position, quantity, reason) values ($1, $2, 0, 1, 'too-small')`,
      [back, number],
    ],
    [`insert into return_pieces (return_number, position, condition, quantity) values ($1, 0, 'as-new', 1)`, [back]],
  ];
  for (const [statement, values] of statements) await atTheDatabase(statement, values);
  if (byCard > 0) {
    const { id } = await openCard(byCard);
    await atTheDatabase(
      `insert into payments (id, order_number, kind, gift_card_id, gateway, gateway_id, method, amount_cents, state, received_at, live, requested_at)
       values ($1::uuid, $2, 'gift-card', $3, 'gift-card', $5, 'Gift Card', $4, 'received', now(), false, now() + interval '1 millisecond')`,
      [randomUUID(), number, id, byCard, `${id} ${number}`],
    );
  }
  return { number, back, email };
}

/** The page has no violation, and fits its window. */
async function looksRight(page: Page): Promise<void> {
  expect([await violations(page), await fits(page)]).toEqual([[], true]);
}

const LOOKS = [
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
  { width: 1440, height: 900, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
] as const;

for (const { width, height, colorScheme } of LOOKS)
  test(`[B-130] a member settles a return with store credit, and follows its money to the card and back, at ${width} px, ${colorScheme}`, async ({
    browser,
  }) => {
    test.setTimeout(90_000);
    const { back, number, email } = await cameBack("Credit Card");
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    const page = await context.newPage();
    await signInAs(context, "owner");

    await openAlive(page, `/back-office/returns/${back}/settle`);
    const tick = page.getByRole("checkbox", { name: /The shopper agreed to store credit: \$34\.00 is put/ });
    await tick.check();
    await looksRight(page);
    await page.getByRole("button", { name: "Settle with $34.00 store credit" }).click();
    await expect(page.getByText("Write what the shopper agreed to").first()).toBeVisible();
    await page.getByRole("textbox", { name: /What the shopper agreed to, and how/ }).fill("Agreed by phone");
    await looksRight(page);
    await page.getByRole("button", { name: "Settle with $34.00 store credit" }).click();
    await expect(page.getByText(/on the gift card ending \w{4}/).first()).toBeVisible();
    // The return opens at its head, not where the button of the form was.
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await looksRight(page);

    await page.getByRole("link", { name: "See the gift card" }).click();
    await expect(page.getByRole("heading", { name: /Gift card ending/ })).toBeVisible();
    await expect(page.getByText("Agreed by phone")).toBeVisible();
    await looksRight(page);
    await page.getByRole("table", { name: "Entries" }).getByRole("link").click();
    await page.waitForURL(new RegExp(`/orders/${number}$`));
    await expect(page.getByRole("link", { name: /Store credit: gift card ending/ })).toBeVisible();
    await looksRight(page);

    await expect.poll(() => lettersTo(email).then((all) => all.length), { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    await context.close();
  });

test("[B-127] one piece of each of two orders comes back: Klarna's money goes back to Klarna before the gift card's, and each page says where", async ({
  browser,
}) => {
  test.setTimeout(90_000);
  const [byBankCard, byBoth] = [await cameBack("Credit Card"), await cameBack("Klarna", 50_00)];
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signInAs(context, "owner");
  for (const { back } of [byBankCard, byBoth]) {
    await openAlive(page, `/back-office/returns/${back}/settle`);
    await page.getByRole("button", { name: "Settle and refund $34.00" }).click();
    await expect(page.getByText("1 refunded, 1 back on the shelf")).toBeVisible();
  }
  const backOf = async (number: string) =>
    (
      await atTheDatabase<{ words: string }>(
        `select method || ' ' || refunds.amount_cents as words from refunds join payments on payments.id = payment_id
         where order_number = $1 order by payments.requested_at`,
        [number],
      )
    ).map(({ words }) => words);
  expect(await backOf(byBankCard.number)).toEqual(["Credit Card 3400"]);
  expect(await backOf(byBoth.number)).toEqual(["Klarna 1800", "Gift Card 1600"]);

  for (const { number } of [byBankCard, byBoth]) {
    await openAlive(page, `/back-office/orders/${number}`);
    await expect(
      page
        .getByLabel("Money")
        .getByText(/Refunded/)
        .first(),
    ).toBeVisible();
    await looksRight(page);
  }
  await expect(page.getByText(/Paid by gift card ending \w{4} and Klarna/i)).toBeVisible();
  await context.close();
});
