import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { violations } from "./support/axe";
import { atTheDatabase } from "./support/database";
import { signInAs } from "./support/member";

/** Numbers of three paid orders, and the shopper's name: random, so that a second run in the same shop does not meet the first. */
const FIRST = 70_010_000 + 10 * Math.floor(Math.random() * 900_000);
const NUMBERS = [1, 2, 3].map((place) => String(FIRST + place));
const NAME = Array.from({ length: 9 }, () => "bcdfghklmnprstvw"[Math.floor(Math.random() * 16)]).join("");
/** The name with one wrong letter. */
const MISSPELT = `${NAME.slice(0, 4)}y${NAME.slice(5)}`;
const shown = (number: string) => `#${number.slice(0, 4)} ${number.slice(4)}`;

async function threeOrders(): Promise<void> {
  await atTheDatabase(
    `insert into orders (number, state, email, name, phone, address, city, postal_code, region, order_value_cents,
       discount_cents, delivery_fee_cents, tax_cents, total_cents, paid_at)
     select number, 'paid', 'lister@ride.example', $2, '+1', '88 Sandstone Avenue', 'Flagstaff', '86001', 'AZ',
       3400, 0, 399, 0, 3799, timestamptz '2020-01-01' + place * interval '1 hour'
     from unnest($1::text[]) with ordinality as wanted (number, place)`,
    [NUMBERS, `Lister ${NAME}`],
  );
  await atTheDatabase(
    `insert into order_lines (order_number, position, product_id, variant_id, name, size, color, quantity, price_cents,
       discount_share_cents, tax_cents, final_sale, kind_for_tax)
     select number, 0, variant.product_id, variant.id, product.name, variant.size, variant.color, 1, 3400, 0, 0, false, 'clothing'
     from unnest($1::text[]) as number cross join lateral (select * from variants order by id limit 1) as variant
     join products product on product.id = variant.product_id`,
    [NUMBERS],
  );
  await atTheDatabase(
    `insert into payments (id, order_number, gateway, gateway_id, method, amount_cents, state, received_at, live)
     select md5(number)::uuid, number, 'sandbox', 'list-' || number, 'Credit Card', 3799, 'received', now(), true from unnest($1::text[]) as number`,
    [NUMBERS],
  );
}

const open = (page: Page, path: string) => page.goto(`/back-office${path}`);
const chosen = (page: Page) => page.getByRole("region", { name: "What is chosen" });

test("[B-18, B-27, B-29, B-75] a member selects several orders and marks them as shipped by keyboard at 390 px", async ({
  page,
  context,
}) => {
  test.setTimeout(90_000);
  await signInAs(context, "packer");
  await threeOrders();
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/");

  await test.step("the keys G O open the list, / focuses its search, and the Back button restores the search", async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("o");
    await expect(page.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
    await page.keyboard.press("/");
    await page.keyboard.type(MISSPELT);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("row")).toHaveCount(4);
    expect(await violations(page)).toEqual([]);
    await open(page, `/orders?q=${MISSPELT}&sort=oldest`);
    await page.getByRole("link", { name: "Today" }).last().click();
    await page.goBack();
    await expect(page.getByRole("searchbox")).toHaveValue(MISSPELT);
  });

  await test.step("the keys J, X and Shift X select rows", async () => {
    await expect(chosen(page)).toBeHidden();
    await page.locator("h1").click();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(chosen(page)).toContainText("1 order chosen, 1 piece");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    await expect(chosen(page)).toContainText("3 orders chosen, 3 pieces");
    await page.getByRole("button", { name: "Paste tracking" }).press("Enter");
    await expect(page.getByRole("heading", { name: "Paste tracking" })).toBeVisible();
  });

  await test.step("pasted lines are checked while they are typed, and leaving the form asks for confirmation", async () => {
    const lines = NUMBERS.map((number, index) => `${number} 1Z999AA1012345678${index}`);
    await page.getByLabel("Your lines").fill([...lines, `${String(FIRST).slice(0, 7)} TRACK-99`].join("\n"));
    await expect(page.getByText(`Line 4: ${String(FIRST).slice(0, 7)} is one digit too short.`)).toBeVisible();
    await expect(
      page.getByText("3 orders ship, 3 letters wait in the outbox: no mail server is set up."),
    ).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("button", { name: /stay/i }).click();
    await page.getByLabel("Your lines").fill(lines.join("\n"));
    await expect(page.getByText("Line 4:")).toBeHidden();
    await page.getByRole("button", { name: "Ship 3 orders" }).press("Enter");
    await expect(page.locator(".act-message")).toContainText(
      "3 orders were sent. The letters about them wait in the outbox: no mail server is set up.",
    );
    await open(page, `/orders?q=${MISSPELT}`);
    await expect(page.getByText("On the way")).not.toHaveCount(0);
    await expect(page.getByText(shown(NUMBERS[0] ?? ""))).toBeVisible();
  });
});
