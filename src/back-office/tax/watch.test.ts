import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { memberAccounts } from "~/shop/members/members.tables";
import { cents } from "~/shop/money";
import { saleEvents } from "~/shop/orders/ledger/sale-events.tables";
import { dayBefore, dayIn } from "~/shop/shop-time";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { sectionOf, textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { nearLimits } from "../today/tax-troubles";

const { shop, db, bought } = await openBoughtOrders();
const dana = memberAs("owner", "Dana");
const owner = officeAs(shop, dana);
await db.insert(memberAccounts).values({ ...dana, passkeyUser: dana.id });
const number = await bought();
const today = dayIn(new Date(), shop.settings().timeZone);

/** Adds a sale of goods to the ledger; the amount is in cents. */
const sold = (state: string, amount: number, day = today, more: Partial<typeof saleEvents.$inferInsert> = {}) =>
  db.insert(saleEvents).values({
    at: new Date(`${day}T18:00:00Z`),
    day,
    orderNumber: number,
    position: 0,
    kind: "sale",
    part: "line",
    amount: amount as (typeof saleEvents.$inferInsert)["amount"],
    state,
    ...more,
  });
const watched = async () =>
  textOf(sectionOf(await (await owner.fetch("/settings/tax")).text(), "Where you come near a limit"));
const limitsOf = async () => fieldsIn(formIn(await (await owner.fetch("/settings/tax/limits")).text(), "amount-GA"));

test("[B-90] the watch sums the same sales as the ledger: goods after discount, of this year or of the last twelve months", async () => {
  const { rows } = await db.execute<{ sum: number }>(
    sql`select sum(amount_cents)::int as sum from sale_events where kind in ('sale', 'discount') and state = 'AZ'`,
  );
  expect(rows[0]?.sum).toBeGreaterThan(0);
  expect(await watched()).toContain(`Arizona$${((rows[0]?.sum ?? 0) / 100).toFixed(2)} of $100,000`);

  await sold("CO", 50_000_00);
  await sold("CO", -4_000_00, today, { kind: "discount" });
  await sold("CO", -20_000_00, today, { refundId: null, kind: "goodwill" });
  await sold("CO", 9_000_00, dayBefore(today, 360));
  await sold("CO", 30_000_00, dayBefore(today, 800));
  await sold("CO", 3_000_00, today, { kind: "tax" });
  expect(await watched()).toContain("Colorado$55,000.00 of $100,000");
  expect(await watched()).toContain("55%");
});

test("[B-90] Today shows a state from 80 % of its limit on until a member notes it; a changed limit is reported again", async () => {
  await sold("GA", 83_500_00);
  expect(await owner.text("/")).toContain("Georgia stands at 83% of a limit");
  expect(await owner.text("/")).toContain("ask an adviser");
  expect(await watched()).toContain("Near: 83%. Ask an adviser");
  expect(await owner.text("/")).not.toContain("Colorado stands at");

  const form = fieldsIn(formIn(await (await owner.fetch("/settings/tax")).text(), 'value="note:GA"'));
  const [noted, again] = [await owner.post("/settings/tax", form), await owner.post("/settings/tax", form)];
  expect([noted.status, again.status]).toEqual([302, 302]);
  expect(await owner.text("/")).not.toContain("Georgia stands at");
  expect(await watched()).toContain("Near: 83%");
  expect(await owner.text("/log")).toContain("Georgia noted");

  const saved = await owner.post("/settings/tax/limits", { ...(await limitsOf()), "amount-GA": "90,000" });
  expect(saved.status).toBe(302);
  expect(await owner.text(place(saved))).toContain("Limits of states");
  expect(await owner.text("/")).toContain("Georgia stands at 92% of a limit");
  expect(await limitsOf()).toMatchObject({ "amount-GA": "90,000", "sales-GA": "200", "amount-TX": "500,000" });
});

test("several states near their limits are one line on Today, the nearest first", () => {
  const near = (state: string, percent: number) => ({
    state,
    percent,
    by: "amount" as const,
    amount: cents(1),
    sales: 1,
  });
  const states = [near("GA", 92), near("LA", 88), near("KS", 87), near("IA", 86), near("ID", 85)];
  const lines = nearLimits(states.map((one) => ({ ...one, limit: { amount: null, sales: null } })));
  expect(lines.map(({ title }) => title)).toEqual([
    "5 states stand near a limit: Georgia 92%, Louisiana 88%, Kansas 87% and 2 more",
  ]);
});

test("[B-90] a state that already collects tax is not watched, and is watched again once it does not", async () => {
  expect(await watched()).toContain("Georgia");
  expect(await owner.text("/")).toContain("Georgia stands at");
  await collectIn(shop, "GA", {});
  expect(await watched()).not.toContain("Georgia");
  expect(await owner.text("/")).not.toContain("Georgia stands at");
  await collectNowhere(shop);
  expect(await watched()).toContain("Georgia");
  expect(await owner.text("/")).toContain("Georgia stands at");
});

test("a state without a limit is not watched, and the page of limits shows its sales", async () => {
  await owner.post("/settings/tax/limits", { ...(await limitsOf()), "amount-GA": "", "sales-GA": "" });
  expect(await watched()).not.toContain("Georgia");
  expect(await owner.text("/settings/tax/limits")).toContain("Georgia $83,500.00, 1 sale");
});

test.each([
  ["amount-CO", "-1"],
  ["amount-CO", "1e9"],
  ["amount-CO", "2,000,000"],
  ["sales-CO", "0"],
  ["sales-CO", "many"],
])("an unreadable limit stays in its field, and nothing is saved: %s, %j", async (field, typed) => {
  const before = shop.settings().taxLimits;
  const answer = await owner.post("/settings/tax/limits", { ...(await limitsOf()), [field]: typed });
  expect(answer.status).toBe(422);
  expect(fieldsIn(formIn(await answer.text(), "amount-GA"))).toMatchObject({ [field]: typed });
  expect(shop.settings().taxLimits).toEqual(before);
});

test("[B-12] members without the right to change settings can read the limits; a packer sees no line about them on Today", async () => {
  const fields = await limitsOf();
  const bookkeeper = officeAs(shop, memberAs("bookkeeper"));
  expect((await bookkeeper.fetch("/settings/tax/limits")).status).toBe(200);
  expect((await bookkeeper.post("/settings/tax/limits", fields)).status).toBe(403);
  const packer = officeAs(shop, memberAs("packer"));
  expect((await packer.fetch("/settings/tax/limits")).status).toBe(403);
  expect(await packer.text("/")).not.toContain("of a limit");
});
