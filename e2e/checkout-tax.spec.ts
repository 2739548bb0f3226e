import { expect, type Page } from "@playwright/test";
import { test } from "./support/test";
import { atTheDatabase, fits, lineOf, NEW_DATA_DIR, remember, violations } from "./support";
import {
  confirmed,
  enterCard,
  fillBag,
  giveAddress,
  nameMyself,
  pay,
  sectionOf,
  TEE,
  toPayment,
} from "./support/checkout";
import { tabTo } from "./support/keyboard";
import { signInAs } from "./support/member";

// Uses the second shop, because tax in a state would change the totals of other tests.
test.use({ baseURL: `http://localhost:${process.env.E2E_NEW_PORT}` });
// One after another: each sets the tax rate of the shop.
test.describe.configure({ mode: "default" });

const summary = (page: Page) => page.getByRole("complementary", { name: "Order summary" });
const row = (page: Page, name: string) =>
  summary(page)
    .locator("div", { has: page.getByRole("term").filter({ hasText: name }) })
    .getByRole("definition");
const told = (page: Page) => page.getByRole("region", { name: "BILLING ADDRESS" }).getByRole("status");

/** Makes the shop collect tax in New York at a rate in parts per million, and waits until quotes contain the tax. */
async function collectAt(page: Page, rate: number): Promise<void> {
  await atTheDatabase(
    `insert into tax_states (state, registered, state_rate) values ('NY', true, $1)
      on conflict (state) do update set registered = true, state_rate = $1`,
    [rate],
    NEW_DATA_DIR,
  );
  const { product, size, color } = await lineOf(page, "Ride Dirty Tee");
  const data = { items: [{ product, size, color, quantity: 1 }], address: { postalCode: "12207" } };
  const quoted = async () => (await page.request.post("/api/pay/quote", { data })).json();
  await expect.poll(async () => (await quoted()).summary.tax).toBe(Math.round((34 * rate) / 10_000) / 100);
}

/** Changes the ZIP code of the saved address with the keyboard only. */
async function moveTo(page: Page, zip: string): Promise<void> {
  const edit = page.getByRole("button", { name: "Edit billing address" });
  await edit.focus();
  await edit.press("Enter");
  await expect(row(page, "Sales tax")).toHaveText("with your address");
  const field = sectionOf(page, "BILLING ADDRESS").getByRole("textbox", { name: "ZIP" });
  await field.focus();
  await field.press("ControlOrMeta+a");
  await page.keyboard.type(zip);
  await page.keyboard.press("Enter");
}

test("when the address changes, the checkout gets a new quote, shows the difference before payment, and charges the new total [B-73]", async ({
  page,
}) => {
  await collectAt(page, 80_000);
  await remember(page, { cart: [await lineOf(page, "Ride Dirty Tee")] });
  await page.goto("/cart");
  await expect(summary(page)).toContainText("Tax is counted with your address.");
  await expect(row(page, "TOTAL")).toHaveText("$37.99");

  await toPayment(page);
  await expect(row(page, "TOTAL")).toHaveText("$37.99");
  await expect(row(page, "Sales tax")).toHaveCount(0);
  await expect(told(page)).toHaveText("");

  await moveTo(page, "12207");
  await expect(row(page, "Sales tax")).toHaveText("$2.72");
  await expect(row(page, "TOTAL")).toHaveText("$40.71");
  await expect(told(page)).toHaveText("Sales tax of $2.72 for ZIP 12207. Your total is $40.71 instead of $37.99.");
  expect(await violations(page)).toEqual([]);

  await page.route("**/api/pay/quote", (route) => route.abort());
  await moveTo(page, "97201");
  await expect(summary(page).getByRole("alert")).toContainText("We could not count the sales tax for your address.");
  await expect(sectionOf(page, "BILLING ADDRESS")).toContainText("97201");
  await page.unroute("**/api/pay/quote");
  await summary(page).getByRole("button", { name: "Count again" }).press("Enter");
  await expect(told(page)).toHaveText("We collect no sales tax for ZIP 97201. Your total is $37.99 instead of $40.71.");

  await moveTo(page, "12207");
  await expect(row(page, "TOTAL")).toHaveText("$40.71");
  await enterCard(page, "4242 4242 4242 4242");
  await collectAt(page, 90_000);
  await pay(page).press("Enter");
  const asked = summary(page).getByRole("alert");
  await expect(asked).toContainText("Sales tax of $3.06 for your address is part of it now.");
  await expect(asked).toContainText("The new total is $41.05. Nothing has been charged.");
  expect(await violations(page)).toEqual([]);
  await asked.getByRole("button", { name: "Accept the new total" }).press("Enter");
  await expect(row(page, "TOTAL")).toHaveText("$41.05");
  await pay(page).press("Enter");
  await expect(confirmed(page)).toContainText("$41.05");
  await expect(confirmed(page)).toContainText("Sales tax, included");
  expect(await violations(page)).toEqual([]);
});

test("an address to which nothing is delivered is marked, and the words stand at the address and at the button [B-114]", async ({
  page,
}) => {
  await collectAt(page, 80_000);
  const words = "We do not send to Vermont. Write to us, we quote freight.";
  await page.route("**/api/pay/quote", (route) =>
    route.fulfill({
      status: 422,
      contentType: "application/problem+json",
      json: {
        type: "about:blank",
        title: "Unprocessable Content",
        status: 422,
        detail: words,
        code: "not-delivered-here",
        errors: [{ field: "address.postalCode", message: words }],
      },
    }),
  );
  await toPayment(page);
  await expect(told(page)).toHaveText(words);
  await expect(summary(page)).toContainText(words);
  await expect(sectionOf(page, "BILLING ADDRESS")).toHaveClass(/is-refused/);
  await expect(pay(page)).toBeDisabled();
  expect(await violations(page)).toEqual([]);
});

/** Zone with a faster method: the states around it keep the flat fee. */
const OHIO = {
  id: "ohio",
  name: "Ohio",
  boxes: false,
  states: ["OH"],
  zips: [],
  delivers: true,
  words: "",
  by: "one",
  price: 450,
  steps: [],
  freeFrom: null,
  isFreeToo: false,
  days: null,
  faster: { name: "Overnight", price: 2490, days: { least: 1, most: 2 } },
};

test("a parcel goes by the faster method of its zone, by keyboard at 390 px from the bag to slip and label [B-114]", async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await atTheDatabase(
    `insert into settings (name, value, version, changed_at) values ('deliveryZones', $1, 1, now())`,
    [JSON.stringify([OHIO])],
    NEW_DATA_DIR,
  );
  const { product, size, color } = await lineOf(page, TEE);
  const data = { items: [{ product, size, color, quantity: 1 }], address: { postalCode: "43201" } };
  const quoted = async () => (await page.request.post("/api/pay/quote", { data })).json();
  await expect.poll(async () => (await quoted()).fasterDelivery?.name).toBe("Overnight");
  await page.setViewportSize({ width: 390, height: 844 });

  await test.step("the bag says from which fee", async () => {
    await fillBag(page);
    await page.goto("/cart");
    await expect(row(page, "delivery fee")).toHaveText("from $3.99");
    await (await tabTo(page, "button", "CONTINUE TO CHECKOUT")).press("Enter");
  });

  const delivery = sectionOf(page, "DELIVERY");
  await test.step("the checkout offers it once the address is known, and says what it changes where it is chosen", async () => {
    await nameMyself(page);
    await giveAddress(page, { city: "Columbus", zip: "43201" });
    await expect(told(page)).toHaveText("Delivery to ZIP 43201 costs $4.50. Your total is $38.50 instead of $37.99.");
    const methods = delivery.getByRole("group", { name: "How fast" });
    await methods.getByRole("radio", { name: "Standard, $4.50" }).press("ArrowDown");
    await expect(methods.getByRole("radio", { name: "Overnight, $24.90, 1 to 2 business days" })).toBeChecked();
    await expect(row(page, "Delivery Fee (Overnight)")).toHaveText("$24.90");
    await expect(delivery.getByRole("status")).toContainText("Your total is $58.90 instead of $38.50.");
    expect([await fits(page), await violations(page)]).toEqual([true, []]);
    await delivery.getByRole("textbox", { name: "Phone" }).fill("(614) 555-0100");
    await delivery.getByRole("button", { name: "Save and continue" }).press("Enter");
    await expect(delivery).toContainText("Same as billing, Overnight");
    await page.reload();
    await expect(delivery).toContainText("Same as billing, Overnight");
    await expect(row(page, "TOTAL")).toHaveText("$58.90");
  });

  const number = await test.step("it is paid, and confirmation and order name it", async () => {
    await enterCard(page, "4242 4242 4242 4242");
    await pay(page).press("Enter");
    await expect(confirmed(page)).toContainText("1 to 2 business days once it has left us");
    const text = (await confirmed(page).textContent()) ?? "";
    await confirmed(page).getByRole("button", { name: "See your order" }).press("Enter");
    await expect(page.getByText("Delivery Fee (Overnight)")).toBeVisible();
    expect([await fits(page), await violations(page)]).toEqual([true, []]);
    return /#(\d{4}) (\d{4})/.exec(text)?.slice(1).join("") ?? "";
  });

  await test.step("who packs it reads it on the order, the slip and the label", async () => {
    await signInAs(context, "packer", { port: process.env.E2E_NEW_PORT ?? "", folder: NEW_DATA_DIR });
    await page.goto(`/back-office/orders/${number}`);
    await expect(page.getByText("It goes by Overnight.")).toBeVisible();
    await page.goto(`/back-office/orders/print?kind=slip,label&numbers=${number}`);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("article", { name: /^Packing slip/ })).toContainText("Delivery: Overnight.");
    await expect(page.getByRole("article", { name: /^Label/ })).toContainText("Parcel 1 of 1, Overnight");
  });
  await atTheDatabase("delete from settings where name = 'deliveryZones'", [], NEW_DATA_DIR);
});

/** A zone of the second shop as it is stored. */
const zone = (name: string, values: Partial<typeof OHIO>) => ({
  ...OHIO,
  id: name,
  name,
  states: [],
  faster: null,
  ...values,
});
const PLACES = [
  zone("Alaska and Hawaii", { states: ["AK", "HI"], price: 1490 }),
  zone("Territories", { states: ["PR", "VI", "GU", "AS", "MP"], price: 1990 }),
  zone("APO, FPO and DPO", { states: ["AA", "AE", "AP"], price: 990 }),
  zone("PO boxes", { boxes: true, price: 500 }),
];

/** Addresses beside the 48 states, with what delivery costs there and the whole order. */
const PARCELS = [
  {
    street: "88 Sandstone Avenue",
    city: "Anchorage",
    zip: "99501",
    paper: "Anchorage, AK 99501",
    fee: "$14.90",
    total: "$48.90",
  },
  {
    street: "12 Marine Corps Drive",
    city: "Tamuning",
    zip: "96913",
    paper: "Tamuning, GU 96913",
    fee: "$19.90",
    total: "$53.90",
  },
  { street: "PO Box 12", city: "Denver", zip: "80202", paper: "Denver, CO 80202", fee: "$5.00", total: "$39.00" },
  { street: "Unit 2050 Box 4190", city: "APO", zip: "09012", paper: "APO, AE 09012", fee: "$9.90", total: "$43.90" },
];

test("Alaska, Guam, a PO box in Denver and APO AE go from the bag to slip and label at 390 px [B-114]", async ({
  page,
  context,
}) => {
  test.setTimeout(150_000);
  await atTheDatabase(
    `insert into settings (name, value, version, changed_at) values ('deliveryZones', $1, 1, now())`,
    [JSON.stringify(PLACES)],
    NEW_DATA_DIR,
  );
  const { product, size, color } = await lineOf(page, TEE);
  const data = { items: [{ product, size, color, quantity: 1 }], address: { postalCode: "99501" } };
  const quoted = async () => (await page.request.post("/api/pay/quote", { data })).json();
  await expect.poll(async () => (await quoted()).summary?.deliveryFee).toBe(14.9);
  await page.setViewportSize({ width: 390, height: 844 });

  const numbers: string[] = [];
  for (const { street, city, zip, fee, total } of PARCELS)
    await test.step(`a parcel to ${city}`, async () => {
      await fillBag(page);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto("/cart");
      await expect(row(page, "delivery fee")).toHaveText("from $3.99");
      await page.getByRole("button", { name: "CONTINUE TO CHECKOUT" }).click();
      await nameMyself(page);

      const billing = sectionOf(page, "BILLING ADDRESS");
      const search = billing.getByRole("combobox", { name: "Search for your address" });
      await search.fill(street);
      await billing.getByRole("button", { name: "Save and continue" }).click();
      await expect(billing.getByRole("textbox", { name: "Street" })).toHaveValue(street);
      await billing.getByRole("textbox", { name: "City" }).fill(city);
      await billing.getByRole("textbox", { name: "ZIP" }).fill(zip);
      await billing.getByRole("button", { name: "Save and continue" }).click();
      await expect(told(page)).toContainText(`costs ${fee}. Your total is ${total} instead of $37.99.`);
      await expect(row(page, "delivery fee")).toHaveText(fee);
      expect([city, await fits(page), await violations(page)]).toEqual([city, true, []]);

      const delivery = sectionOf(page, "DELIVERY");
      await delivery.getByRole("textbox", { name: "Phone" }).fill("(907) 555-0100");
      await delivery.getByRole("button", { name: "Save and continue" }).click();
      await enterCard(page, "4242 4242 4242 4242");
      await pay(page).click();
      await expect(confirmed(page)).toContainText(total);
      const text = (await confirmed(page).textContent()) ?? "";
      numbers.push(/#(\d{4}) (\d{4})/.exec(text)?.slice(1).join("") ?? "");
      await confirmed(page).getByRole("button", { name: "See your order" }).click();
      await expect(page.getByText(zip).first()).toBeVisible();
      expect([city, await fits(page), await violations(page)]).toEqual([city, true, []]);
    });

  await signInAs(context, "packer", { port: process.env.E2E_NEW_PORT ?? "", folder: NEW_DATA_DIR });
  await page.goto(`/back-office/orders/print?kind=slip,label&numbers=${numbers.join(",")}`);
  await page.emulateMedia({ media: "print" });
  for (const { street, paper } of PARCELS)
    for (const kind of [/^Packing slip/, /^Label/]) {
      const sheet = page.getByRole("article", { name: kind }).filter({ hasText: street });
      await expect(sheet).toContainText(paper);
    }
  await atTheDatabase("delete from settings where name = 'deliveryZones'", [], NEW_DATA_DIR);
});
