import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { memberAccounts } from "~/shop/members/members.tables";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { orderLines } from "~/shop/orders/orders.tables";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { officeAs } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { openPaidDrafts } from "~/testing/paid-drafts.server";
import { cards, draftRequestFor, payWith } from "~/testing/riders.server";

const { shop, db, tee, paidDraft, numberOf, claimOf } = await openPaidDrafts();
const members = [memberAs("owner", "Dana"), memberAs("manager", "Sam")];
await db.insert(memberAccounts).values(members.map((member) => ({ ...member, passkeyUser: member.id })));
const [dana, sam] = members.map((member) => officeAs(shop, member)) as [Office, Office];
type Office = ReturnType<typeof officeAs>;

const [variant] = await db
  .select({ id: variants.id })
  .from(variants)
  .innerJoin(products, eq(products.id, variants.productId))
  .where(and(eq(products.name, "Sprocket Tee"), eq(variants.size, "M"), eq(variants.color, "Ash")));
const id = variant?.id ?? 0;
// Removes the product's sale price, so that shoppers pay the price in the grid.
await db.execute(sql`update products set sale_price_cents = null where name = 'Sprocket Tee'`);
await db.execute(sql`update variants set price_cents = 4000, sale_price_cents = null where id = ${id}`);

const GRID = "/goods/bulk?q=Sprocket%20Tee";
const grid = async (office: Office) => fieldsIn(formIn(await (await office.fetch(GRID)).text(), "bulk__grid"));
const priced = async (office: Office, price: string) =>
  office.post(GRID, { ...(await grid(office)), [`price:${id}`]: price });
const priceNow = async () => (await db.select().from(variants).where(eq(variants.id, id)))[0]?.price;
const paidFor = async (number: string) =>
  (await db.select().from(orderLines).where(eq(orderLines.orderNumber, number))).map(({ price }) => price);

test("a shopper who pays while a price changes gets the order at the price that was shown", async () => {
  const { wish, request, number } = await paidDraft();
  expect((await priced(dana, "55.00")).status).toBe(302);
  const order = await settleOrder(shop, request.id, claimOf(wish));
  expect(order.summary.total).toBe(request.amount);
  expect(await paidFor(number)).toEqual([40_00]);
});

test("a price saved while a payment begins takes effect before or after the payment, and no shopper pays a price that was not shown", async () => {
  for (const price of ["41.00", "42.00", "43.00", "44.00"]) {
    const before = await priceNow();
    const wish = await draftRequestFor(shop, tee);
    const [begun, saved] = await Promise.allSettled([draftOrder(shop, wish), priced(dana, price)]);
    expect(saved).toMatchObject({ status: "fulfilled", value: { status: 302 } });
    const pay = async (draft: { id: string; clientSecret: string }) => {
      await payWith(shop, cards.good, draft.clientSecret);
      await settleOrder(shop, draft.id, claimOf(wish));
      return paidFor(await numberOf(draft.id));
    };
    const outcome: unknown = begun.status === "fulfilled" ? await pay(begun.value) : begun.reason;
    expect([[before], expect.objectContaining({ code: "prices-changed" })]).toContainEqual(outcome);
  }
  expect(await priceNow()).toBe(44_00);
});

test("when two members save the same grid at the same moment, one price is stored, and the other member gets a message with the first one's name", async () => {
  const [mine, theirs] = [await grid(dana), await grid(sam)];
  const answers = await Promise.all([
    dana.post(GRID, { ...mine, [`price:${id}`]: "61.00" }),
    sam.post(GRID, { ...theirs, [`price:${id}`]: "62.00" }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 422]);
  const refused = answers.findIndex(({ status }) => status === 422);
  const [winner, price] = refused === 0 ? ["Sam", "62.00"] : ["Dana", "61.00"];
  expect(await answers[refused]?.text()).toContain(`${winner} changed this meanwhile; it is $${price}.`);
  expect(await priceNow()).toBe(Number(price) * 100);
});
