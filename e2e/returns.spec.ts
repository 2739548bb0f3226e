import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { alive, atTheDatabase, lettersTo, rider, violations, withoutPopUp } from "./support";

test.beforeEach(({ page }) => withoutPopUp(page));

test.describe("starting a return", () => {
  const form = (page: Page) => page.getByRole("region", { name: "Start Return" });

  test("asks for order number and e-mail address, with an example, and says when no such order exists (R-2.15-08, R-2.15-09)", async ({
    page,
  }) => {
    await page.goto("/return-or-exchange");
    await alive(page);
    await expect(form(page).getByRole("textbox", { name: "Order", exact: true })).toHaveAttribute(
      "placeholder",
      /^#[\d ]+$/,
    );
    for (const [name, address] of [
      ["Home", "/"],
      ["Keep shopping", "/shop/women"],
      ["Return & Exchange Policy", "/return-policy"],
    ] as const)
      await expect(page.getByRole("main").getByRole("link", { name })).toHaveAttribute("href", address);

    await form(page).getByRole("button", { name: "Start Return" }).click();
    await expect(form(page).getByRole("textbox", { name: "Order" })).toHaveAccessibleDescription(
      "Please enter your order number.",
    );

    await form(page).getByRole("textbox", { name: "Order" }).fill("#1234 5678");
    await form(page).getByRole("textbox", { name: "Email" }).fill(rider("nobody"));
    await form(page).getByRole("button", { name: "Start Return" }).click();
    await expect(form(page).getByRole("alert")).toHaveText("No order was found with this number and e-mail address.");
    await expect(form(page).getByRole("textbox", { name: "Order" })).toHaveValue("#1234 5678");
  });

  test("a shopper chooses lines of an order; the return number is shown at once and sent by letter", async ({
    page,
  }) => {
    const email = rider("sam");
    const number = await anOrderBy(email);
    await page.goto("/return-or-exchange");
    await alive(page);
    await form(page)
      .getByRole("textbox", { name: "Order" })
      .fill(`#${number.slice(0, 4)} ${number.slice(4)}`);
    await form(page).getByRole("textbox", { name: "Email" }).fill(email.toUpperCase());
    await form(page).getByRole("button", { name: "Start Return" }).click();
    await expect(form(page)).toContainText("Comes back only if it arrived damaged, faulty or wrong.");

    await form(page).getByRole("button", { name: "Get a return number" }).click();
    await expect(form(page).getByRole("alert")).toHaveText("Please choose at least one item to send back.");
    expect(await violations(page), "with an order to choose from").toEqual([]);

    await form(page).getByRole("combobox", { name: "Send back Sprocket Tee" }).selectOption("1");
    await form(page).getByRole("button", { name: "Get a return number" }).click();
    const reason = form(page).getByRole("combobox", { name: "Reason for Sprocket Tee" });
    await expect(reason).toHaveAccessibleDescription("Please choose a reason.");
    await reason.selectOption("Too small");
    const wish = form(page).getByRole("combobox", { name: "What would you like? For Sprocket Tee" });
    await wish.selectOption("Another size or color");
    const instead = form(page).getByRole("combobox", { name: "What you want instead of Sprocket Tee" });
    // A size with the same price, so its option shows no price difference.
    const wanted = "Ash / L";
    await expect(instead.locator("option:checked"), "the next size is chosen").toHaveText(wanted);
    await expect(form(page).getByText(`The next size: ${wanted}`)).toBeVisible();
    await form(page).getByRole("button", { name: "Get a return number" }).dblclick();

    await expect(form(page)).toContainText(/R-\d{3} \d{4}/);
    const lines = await atTheDatabase(
      `select quantity, reason, exchange_for from return_lines join returns on returns.number = return_number
       where returns.order_number = $1`,
      [number],
    );
    expect(lines).toEqual([{ quantity: 1, reason: "too-small", exchange_for: wanted }]);
    const started = [expect.stringMatching(/^Your return R-\d{3} \d{4}$/)];
    await expect.poll(() => subjectsTo(email), { timeout: 15_000 }).toEqual(started);
    expect(await violations(page), "with a return number").toEqual([]);

    await page.goto("/order-status");
    await page.getByRole("textbox", { name: "Order number" }).fill(number);
    await page.getByRole("textbox", { name: "Email" }).first().fill(email);
    await page.getByRole("button", { name: "Show my order" }).click();
    await expect(page.getByRole("main")).toContainText(/R-\d{3} \d{4}/);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await violations(page), `order with a return at ${width} px`).toEqual([]);
    }
    expect(await subjectsTo(email), "after a double click").toEqual(started);
  });

  test("chosen lines stay chosen when the form is refused for too many requests", async ({ page }) => {
    const email = rider("ash");
    const number = await anOrderBy(email);
    await page.goto("/return-or-exchange");
    await alive(page);
    await form(page).getByRole("textbox", { name: "Order" }).fill(number);
    await form(page).getByRole("textbox", { name: "Email" }).fill(email);
    await form(page).getByRole("button", { name: "Start Return" }).click();
    const tees = form(page).getByRole("combobox", { name: "Send back Sprocket Tee" });
    await tees.selectOption("2");
    await form(page).getByRole("combobox", { name: "Reason for Sprocket Tee" }).selectOption("Too small");
    // Sends the requests from within the page, so that they have the same IP address as the form.
    await page.evaluate(async (address) => {
      const body = new URLSearchParams({ order: "11111111", email: address });
      for (let time = 0; time < 10; time += 1) await fetch("/return-or-exchange", { method: "POST", body });
    }, email);

    await form(page).getByRole("button", { name: "Get a return number" }).click();

    await expect(form(page).getByRole("alert")).toContainText("Too many requests.");
    await expect(tees).toHaveValue("2");
    await expect(form(page).getByRole("combobox", { name: "Reason for Sprocket Tee" })).toHaveValue("too-small");
  });

  const subjectsTo = async (email: string) =>
    (await lettersTo(email)).map((letter) => /^Subject: (.*)$/m.exec(letter)?.[1]?.trim() ?? "");

  /** Inserts an order of two tees and a pair of gloves with a sent parcel; returns its number. */
  async function anOrderBy(email: string): Promise<string> {
    const number = String(10_000_000 + Math.floor(Math.random() * 89_999_999));
    const [tee] = await atTheDatabase<{ id: string }>("select id from products where name = 'Sprocket Tee'");
    const [gloves] = await atTheDatabase<{ id: string }>(
      "select id from products where name = 'Gauntlet Leather Gloves'",
    );
    await atTheDatabase(
      `insert into orders (number, state, email, name, phone, address, city, postal_code, order_value_cents, discount_cents,
         delivery_fee_cents, tax_cents, total_cents, paid_at)
       values ($1, 'shipped', $2, 'Sam Oneil', '+1', '1 Road', 'Flagstaff', '86001', 17100, 0, 399, 0, 17499, now())`,
      [number, email],
    );
    for (const [position, [product, name, quantity, price]] of [
      [tee?.id, "Sprocket Tee", 2, 3600],
      [gloves?.id, "Gauntlet Leather Gloves", 1, 9900],
    ].entries())
      await atTheDatabase(
        `insert into order_lines (order_number, position, product_id, variant_id, name, size, color, quantity, price_cents,
           discount_share_cents, tax_cents, final_sale, kind_for_tax)
         select $1, $2, $3, id, $4, size, color, $5, $6, 0, 0, false, 'clothing' from variants
         where product_id = $3 and size = 'M' and color in ('Ash', 'Black') order by color limit 1`,
        [number, position, product, name, quantity, price],
      );
    const [parcel] = await atTheDatabase<{ id: number }>(
      "insert into parcels (order_number, carrier) values ($1, 'UPS') returning id",
      [number],
    );
    await atTheDatabase(
      `insert into parcel_lines (parcel_id, order_number, position, quantity)
       select $1, order_number, position, quantity from order_lines where order_number = $2`,
      [parcel?.id, number],
    );
    return number;
  }
});
