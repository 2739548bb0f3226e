import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { alive, atTheDatabase, fits, openAlive, rider, violations, withoutPopUp } from "./support";
import { enterCard } from "./support/checkout";
import { signInAs } from "./support/member";
import { tabTo } from "./support/keyboard";

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

/** Types into a select that has the focus until it has the wanted option, as a keyboard does. */
async function choose(page: Page, name: string | RegExp, option: string) {
  await tabTo(page, "combobox", name);
  await page.keyboard.type(option);
  await expect(page.getByRole("combobox", { name }).locator("option:checked")).toHaveText(option);
}

test("[B-94] by keyboard alone: too small, in another size, with the next one offered, also at twice the size", async ({
  page,
}) => {
  const email = rider("small");
  const number = await aSentTee(email);
  await page.goto("/return-or-exchange");
  await alive(page);
  await tabTo(page, "textbox", "Order");
  await page.keyboard.type(number);
  await page.keyboard.press("Tab");
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  const form = page.getByRole("region", { name: "Start Return" });
  await expect(form.getByRole("combobox", { name: /^Send back/ })).toBeVisible();
  await choose(page, /^Send back/, "1 of 1");
  await choose(page, /^Reason/, "Too small");
  await choose(page, /^What would you like/, "Another size or color");

  const instead = form.getByRole("combobox", { name: /^What you want instead/ });
  const next = (await instead.locator("option:checked").textContent()) ?? "";
  const offered = await instead.locator("option").allTextContents();
  expect(offered.indexOf(next), "the next size stands first").toBe(1);
  await expect(form.getByText(`The next size: ${next}`)).toBeVisible();
  // 320 px is a window of 640 px at twice its size.
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect([width, await fits(page)]).toEqual([width, true]);
    await expect(form.getByText(`The next size: ${next}`)).toBeVisible();
  }
  expect(await violations(page), "with both questions answered").toEqual([]);
  await tabTo(page, "button", "Get a return number");
  await page.keyboard.press("Enter");
  await expect(form).toContainText(/R-\d{3} \d{4}/);
  const lines = await atTheDatabase<{ reason: string; exchange_for: string }>(
    `select reason, exchange_for from return_lines join returns on returns.number = return_number where returns.order_number = $1`,
    [number],
  );
  expect(lines).toEqual([{ reason: "too-small", exchange_for: next }]);
});

test("[B-94] a member exchanges what came back for a dearer piece on a phone; the choice is repeated whole", async ({
  browser,
}) => {
  const number = await aSentTee(rider("came"));
  const back = `R${1_000_000 + Math.floor(Math.random() * 8_999_999)}`;
  await atTheDatabase(
    "insert into returns (number, order_number, request_key, state, approved_at, received_at) values ($1, $2, $1, 'received', now(), now())",
    [back, number],
  );
  await atTheDatabase(
    "insert into return_lines (return_number, order_number, position, quantity, reason) values ($1, $2, 0, 1, 'too-small')",
    [back, number],
  );
  await atTheDatabase(
    "insert into return_pieces (return_number, position, condition, quantity) values ($1, 0, 'as-new', 1)",
    [back],
  );
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signInAs(context, "manager");
  await openAlive(page, `/back-office/returns/${back}/exchange`);
  const wanted = page.getByRole("combobox", { name: /^Wanted instead/ });
  const next = (await wanted.locator("option").nth(1).textContent()) ?? "";
  await wanted.selectOption({ index: 1 });
  await expect(page.getByText(`The next size: ${next}`)).toBeVisible();

  await wanted.selectOption("Another product");
  await page.getByRole("textbox", { name: "Name or SKU of the other product" }).fill("Gauntlet Leather Gloves");
  await page.getByRole("button", { name: /^Look/ }).click();
  const which = page.getByRole("combobox", { name: "Which of these" });
  const dearer = (await which.locator("option:not([disabled])", { hasText: "more" }).first().textContent()) ?? "";
  await which.selectOption({ label: dearer });
  await expect(page.getByText(`Instead: ${dearer}`)).toBeVisible();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    expect([width, await fits(page)]).toEqual([width, true]);
  }
  const cut = await page.locator("select").evaluateAll((all) => all.map((one) => getComputedStyle(one).textOverflow));
  expect(new Set(cut), "no select cuts its text unmarked").toEqual(new Set(["ellipsis"]));
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Keep it for the shopper" }).click();
  await expect(page.getByRole("status").filter({ hasText: "kept" })).toBeVisible();
  await context.close();
});
