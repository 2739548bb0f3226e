import { expect } from "@playwright/test";
import { test } from "./support/test";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { atTheDatabase, DATA_DIR, withoutPopUp } from "./support";

const EMAIL = "maya.trask@example.com";

test("a shopper finds a jacket, pays after one declined card, and the order is stored exactly once (R-1-01, R-2.1-05)", async ({
  page,
}) => {
  test.slow();
  await withoutPopUp(page);
  await page.goto("/about");
  await page.getByRole("combobox", { name: "Search products" }).fill("jacket");
  await page.getByRole("option", { name: /Outlaw Leather Jacket/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Outlaw Leather Jacket" })).toBeVisible();

  await page.getByRole("radio", { name: "Black", exact: true }).check();
  await page.getByRole("radio", { name: "M", exact: true }).check();
  await page.getByRole("button", { name: "Add to bag" }).first().click();
  await expect(page.getByText("Added To Bag!", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Bag, 1 item" }).click();
  await page.getByRole("button", { name: "Increase quantity" }).click();
  await expect(page.getByRole("link", { name: "Bag, 2 items" })).toBeVisible();
  await page.getByRole("button", { name: "CONTINUE TO CHECKOUT" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).fill(EMAIL);
  await page.getByRole("textbox", { name: "First name" }).fill("Maya");
  await page.getByRole("textbox", { name: "Last name" }).fill("Trask");
  await page.getByRole("button", { name: "Save and continue" }).click();

  await page.getByRole("checkbox").check();
  await page.getByRole("textbox", { name: "Street" }).fill("12 Quarry Road");
  await page.getByRole("textbox", { name: "City" }).fill("Moab");
  await page.getByRole("textbox", { name: "ZIP" }).fill("84532");
  await page.getByRole("button", { name: "Save and continue" }).click();

  await page.getByRole("textbox", { name: "Phone" }).fill("4355550100");
  await page.getByRole("button", { name: "Save and continue" }).click();

  await page.getByRole("radio", { name: "Credit Card" }).check();
  await page.getByRole("textbox", { name: "Card number" }).fill("4000 0000 0000 0002");
  await page.getByRole("textbox", { name: "Expiry (MM/YY)" }).fill("12/34");
  await page.getByRole("textbox", { name: "CVC" }).fill("123");
  await page.getByRole("button", { name: "COMPLETE PURCHASE" }).click();
  await expect(page.getByText("Your card was declined.", { exact: true })).toBeVisible();
  expect(await ordersOf(EMAIL, "paid")).toEqual([]);

  await page.getByRole("textbox", { name: "Card number" }).fill("4242 4242 4242 4242");
  await page.getByRole("button", { name: "COMPLETE PURCHASE" }).click();
  const dialog = page.getByRole("dialog", { name: "Order Confirmed!" });
  await expect(dialog).toContainText(/#\d{4} \d{4}/);
  const number = (await dialog.textContent())
    ?.match(/#(\d{4}) (\d{4})/)
    ?.slice(1)
    .join("");

  const orders = await ordersOf(EMAIL, "paid");
  expect(orders.map((order) => order.number)).toEqual([number]);
  expect(orders[0]).toMatchObject({ lines: 1, pieces: 2, payments: 1, received: orders[0]?.total });

  await expect
    .poll(
      async () =>
        (await lettersTo(EMAIL)).filter(
          (letter) =>
            letter.includes("Order Confirmed") || letter.includes(`${number?.slice(0, 4)} ${number?.slice(4)}`),
        ).length,
    )
    .toBe(1);
});

interface KeptOrder {
  number: string;
  total: number;
  lines: number;
  pieces: number;
  payments: number;
  received: number;
}

/** Reads an e-mail address's orders in a state from the tables, with counts and sums of their lines and payments. */
const ordersOf = (email: string, state: string): Promise<KeptOrder[]> =>
  atTheDatabase<KeptOrder>(
    `select o.number, o.total_cents as total,
       (select count(*)::int from order_lines l where l.order_number = o.number) as lines,
       (select sum(quantity)::int from order_lines l where l.order_number = o.number) as pieces,
       (select count(*)::int from payments p where p.order_number = o.number) as payments,
       (select sum(amount_cents)::int from payments p where p.order_number = o.number and p.state = 'received') as received
     from orders o where o.email = $1 and o.state = $2`,
    [email, state],
  );

async function lettersTo(address: string): Promise<string[]> {
  const outbox = join(DATA_DIR, "outbox");
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith(".eml"));
  const letters = await Promise.all(files.map((file) => readFile(join(outbox, file), "utf8")));
  return letters.filter((letter) => letter.includes(`To: ${address}`));
}
