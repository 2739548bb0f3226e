import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { save } from "~/shop/audit/save.server";
import { cents } from "~/shop/money";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { orderAddressRecord } from "~/shop/orders/order-records.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { Refusal } from "~/shop/refusal";
import { settings } from "~/shop/settings.tables";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { cards, draftRequestFor, jo, payWith } from "~/testing/riders.server";
import { testMember } from "~/testing/sign-in.server";

const { shop, db, seen, rowOf } = await openBoughtOrders();
const dana = await testMember(shop, "manager", "Dana");
const owner = await testMember(shop, "owner", "Olga");
const today = async () => officeAs(shop, owner).text("/");

/** Tax rates: Flagstaff and neighboring ZIPs have a local tax of 4 % besides the state's 6 %, so the tax on $36.00 is $3.60. */
const own = { stateRate: 60_000, delivery: "not" } as const;
const range = { zipFrom: "86001", zipTo: "86005", name: "Flagstaff", localRate: 40_000, day: "2026-07-01" };
const collect = () => collectIn(shop, "AZ", own, { ranges: [range] });

beforeEach(() => collectNowhere(shop));

/** Places a paid order of one tee at $36.00 with a tax in cents; returns its number. */
async function paid(tax: number, customer = jo): Promise<string> {
  const wish = await draftRequestFor(shop, [["Sprocket Tee", "M", "Ash"]], { customer });
  const request = await draftOrder(shop, { ...wish, amount: cents(wish.amount + tax) });
  await payWith(shop, cards.good, request.clientSecret);
  return (await settleOrder(shop, request.id)).number;
}

/** Corrects the address of an order to a ZIP; returns the error at the ZIP, or "saved". */
async function correct(number: string, postalCode: string): Promise<string> {
  const { version } = await seen(number);
  const edit = { kind: orderAddressRecord, id: number, values: { postalCode }, version };
  const outcome = await save(shop, dana, { submission: randomUUID(), edits: [edit] }).catch((error: unknown) => error);
  if (outcome instanceof Refusal) return outcome.fields["postalCode"] ?? outcome.code;
  return (outcome as { saved: boolean }).saved ? "saved" : "stale";
}

test("an address can be corrected inside a tax area, also after the rates have changed", async () => {
  await collect();
  const number = await paid(3_60);
  await collectIn(shop, "AZ", { ...own, stateRate: 70_000 }, { ranges: [range] });

  expect(await correct(number, "86004")).toBe("saved");
  expect(await rowOf(number)).toMatchObject({ postalCode: "86004", tax: 3_60, total: 43_59 });
});

test("a correction of an address that changes the tax is refused with both amounts and the steps to take, and the order stays unchanged", async () => {
  await collect();
  const number = await paid(3_60);

  const words = await correct(number, "85001");
  expect(words).toContain("Sales tax is $2.16 at 85001, and this order was charged $3.60.");
  expect(words).toContain("ask the shopper to order again");
  expect(await correct(number, "87101")).toContain("Sales tax is $0.00 at 87101");
  expect(await rowOf(number)).toMatchObject({ postalCode: "86001", region: "AZ" });
  // The order keeps its tax after the shop has stopped collecting tax in the state.
  await collectNowhere(shop);
  expect(await correct(number, "87101")).toContain("this order was charged $3.60");
});

test("the address of an order without tax can be corrected to any place where no tax is owed", async () => {
  const number = await paid(0);
  expect(await correct(number, "87101")).toBe("saved");

  await collect();
  expect(await correct(number, "86001")).toContain("Sales tax is $3.60 at 86001, and this order was charged $0.00.");
});

test("the screen Today lists orders without a matching tax rate until a member saves the rates of their state again [B-87]", async () => {
  const noRate = { ...own, stateRate: null };
  await collectIn(
    shop,
    "AZ",
    { ...noRate, changedAt: new Date(Date.now() - 60_000) },
    { ranges: [{ ...range, zipTo: "86003" }] },
  );
  expect(await today()).not.toContain("No rate of sales tax matched");

  const number = await paid(0, { ...jo, postalCode: "85001" });
  expect(await today()).toMatch(/No rate of sales tax matched in Arizona 1 order was taken without tax/);

  expect(await officeAs(shop, owner).text(`/orders/${number}`)).toContain(
    "Sales tax: no rate matched the address $0.00",
  );

  await collectIn(shop, "AZ", { ...own, changedAt: new Date(Date.now() + 1000) });
  expect(await today()).not.toContain("No rate of sales tax matched");
  expect((await rowOf(number)).tax).toBe(0);
});

test("when prices in the settings cannot be read, the screen Today says so", async () => {
  await db.insert(settings).values({ name: "deliveryFee", value: "four dollars" });
  await shop.reloadSettings();
  expect(await today()).toMatch(/Nobody can order right now The delivery fee cannot be read/);

  await db.delete(settings).where(eq(settings.name, "deliveryFee"));
  await shop.reloadSettings();
  expect(await today()).not.toContain("Nobody can order");
});
