import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { test } from "./support/test";
import { alive, atTheDatabase, rider, violations, withoutPopUp } from "./support";
import { enterCard } from "./support/checkout";

test.use({ viewport: { width: 390, height: 844 } });
test.beforeEach(({ page }) => withoutPopUp(page));

/** Inserts a paid order of a tee with a sent parcel; returns its number. */
async function aSentTee(email: string): Promise<string> {
  const number = String(10_000_000 + Math.floor(Math.random() * 89_999_999));
  const [payment, request] = [randomUUID(), `pi_${randomUUID()}`];
  await atTheDatabase(
    `insert into orders (number, state, email, name, phone, address, city, postal_code, region, order_value_cents, discount_cents,
       delivery_fee_cents, tax_cents, total_cents, paid_at)
     values ($1, 'shipped', $2, 'Sam Oneil', '+19285550100', '88 Sandstone Avenue', 'Flagstaff', '86001', 'AZ', 3400, 0, 0, 0, 3400, now())`,
    [number, email],
  );
  await atTheDatabase(
    `insert into order_lines (order_number, position, product_id, variant_id, name, size, color, quantity, price_cents,
       discount_share_cents, tax_cents, final_sale, kind_for_tax)
     select $1, 0, v.product_id, v.id, p.name, v.size, v.color, 1, 3400, 0, 0, false, 'clothing'
     from variants v join products p on p.id = v.product_id where p.name = 'Ride Dirty Tee' order by v.id limit 1`,
    [number],
  );
  await atTheDatabase(
    `insert into payments (id, order_number, gateway, gateway_id, method, amount_cents, state, received_at, live)
     values ($1, $2, 'sandbox', $3, 'Credit Card', 3400, 'received', now(), true)`,
    [payment, number, request],
  );
  await atTheDatabase(
    `with sent as (insert into parcels (order_number, carrier) values ($1, 'UPS') returning id)
     insert into parcel_lines (parcel_id, order_number, position, quantity) select id, $1, 0, 1 from sent`,
    [number],
  );
  return number;
}

test("[B-94] a guest exchanges a tee for gloves on a phone, and pays the difference with a card", async ({ page }) => {
  const email = rider("swap");
  const number = await aSentTee(email);
  await page.goto("/return-or-exchange");
  await alive(page);
  const form = page.getByRole("region", { name: "Start Return" });
  await form.getByRole("textbox", { name: "Order" }).fill(number);
  await form.getByRole("textbox", { name: "Email" }).fill(email);
  await form.getByRole("button", { name: "Start Return" }).click();
  await form.getByRole("combobox", { name: /^Send back/ }).selectOption("1");
  await form.getByRole("combobox", { name: /^Reason/ }).selectOption("Not what I expected");
  await form.getByRole("combobox", { name: /^What would you like/ }).selectOption("Another product");
  await form.getByRole("textbox", { name: "Name of the other product" }).fill("Gauntlet Leather Gloves");
  await form.getByRole("button", { name: "Get a return number" }).click();

  const instead = form.getByRole("combobox", { name: "Size and color" });
  await expect(instead).toHaveAccessibleDescription("Please choose one of these.");
  const label = (await instead.locator("option:not([disabled])").nth(1).textContent()) ?? "";
  const sum = /\$[\d.]+(?= more)/.exec(label)?.[0] ?? "";
  await instead.selectOption({ label });
  expect(await violations(page), "with something chosen").toEqual([]);
  await form.getByRole("button", { name: "Get a return number" }).click();

  await expect(form).toContainText(`${sum} to pay`);
  expect(await violations(page), "with a difference to pay").toEqual([]);
  await form.getByRole("link", { name: `Pay ${sum}` }).click();
  await expect(page.getByRole("heading", { name: "Your exchange", level: 1 })).toBeVisible();
  expect(await violations(page), "where it is paid").toEqual([]);
  await enterCard(page, "4242 4242 4242 4242");
  // The page knows nothing of the payer: a card without its ZIP is not sent.
  const zip = page.getByRole("textbox", { name: "ZIP of the card's address" });
  await expect(zip).toHaveValue("");
  await page.getByRole("button", { name: `PAY ${sum}` }).click();
  await expect(zip).toHaveAccessibleDescription("Invalid postal code");
  await page.getByRole("radio", { name: "Klarna" }).check();
  await expect(page.getByRole("textbox", { name: "Street" })).toHaveValue("");
  expect(await violations(page), "with the fields of Klarna").toEqual([]);
  await page.getByRole("radio", { name: "Credit Card" }).check();
  await enterCard(page, "4242 4242 4242 4242");
  await zip.fill("84532");
  await page.getByRole("button", { name: `PAY ${sum}` }).click();
  await expect(page.getByRole("heading", { name: "Your exchange is paid", level: 1 })).toBeVisible({ timeout: 15_000 });
  const kept = await atTheDatabase<{ state: string; paid: boolean }>(
    "select state, paid_at is not null as paid from order_replacements where order_number = $1",
    [number],
  );
  expect(kept).toEqual([{ state: "reserved", paid: true }]);
});
