import { randomUUID } from "node:crypto";
import { afterAll, expect, test, vi } from "vitest";
import { cents } from "~/shop/money";

const RULE = "~/shop/delivery-rule";
// Delivery to Hawaii costs $9.99: nothing but the rule of delivery is changed for it. Test files share their modules, so that
// this one loads its own.
vi.resetModules();
vi.doMock(RULE, async (original: () => Promise<typeof import("~/shop/delivery-rule")>) => {
  const real = await original();
  const ruleOf: typeof real.deliveryRule = (settings) => {
    const { usual } = real.deliveryRule(settings);
    return { usual, elsewhere: [{ zips: ["967", "968"], terms: { ...usual, deliveryFee: cents(9_99) } }] };
  };
  return { deliveryRule: ruleOf };
});
afterAll(() => {
  vi.doUnmock(RULE);
  vi.resetModules();
});

const { trialIn } = await import("../tax/trial.server");
const { save } = await import("~/shop/audit/save.server");
const { orderDraftOf } = await import("~/shop/bag/order-draft");
const { feedItems } = await import("~/shop/catalog/feeds/feed-items");
const { productById } = await import("~/shop/catalog/catalog.server");
const { deliveryEverywhere, openDelivery } = await import("~/shop/delivery-terms.server");
const { previewOfChange } = await import("~/shop/orders/changes/make-change.server");
const { draftOrder, requestAmount } = await import("~/shop/orders/drafting/draft-order.server");
const { quoteMadeOrder } = await import("~/shop/orders/made/quote-made-order.server");
const { orderAddressRecord } = await import("~/shop/orders/order-records.server");
const { quoteOrder } = await import("~/shop/orders/quoting/quote-order.server");
const { openTerms } = await import("~/shop/tax/open-terms.server");
const { settleOrder } = await import("~/shop/orders/settling/settle-order.server");
const { openBoughtOrders } = await import("~/testing/bought-orders.server");
const { wishFor } = await import("~/testing/made-orders.server");
const { cards, draftRequestFor, jo, payWith } = await import("~/testing/riders.server");
const { testMember } = await import("~/testing/sign-in.server");

const { shop, db, tee, bought, rowOf, seen } = await openBoughtOrders();
const dana = await testMember(shop, "manager", "Dana");
const PICKS = [[...tee]] as Parameters<typeof draftRequestFor>[1];
const toHawaii = { ...jo, city: "Honolulu", postalCode: "96813" };
const AT_HOME = { deliveryFee: 3_99, total: 39_99 };
const IN_HAWAII = { deliveryFee: 9_99, total: 45_99 };
const now = new Date();

test("a quote has the delivery fee of its address", async () => {
  const { items } = await draftRequestFor(shop, PICKS);
  const at = async (postalCode: string) => (await quoteOrder(shop, { items, address: { postalCode } }, now)).summary;

  expect(await at("86001")).toMatchObject(AT_HOME);
  expect(await at("96813")).toMatchObject(IN_HAWAII);
});

test("a draft has the delivery fee of its address, and the total without it is refused with the right sums", async () => {
  const wish = await draftRequestFor(shop, PICKS, { customer: toHawaii });
  await expect(draftOrder(shop, wish)).rejects.toMatchObject({
    code: "prices-changed",
    details: { summary: { deliveryFee: 9.99, total: 45.99 } },
  });

  const { id, clientSecret } = await draftOrder(shop, { ...wish, amount: cents(45_99) });
  await payWith(shop, cards.good, clientSecret);
  expect(await rowOf((await settleOrder(shop, id)).number)).toMatchObject(IN_HAWAII);
});

test("an order that is placed without a draft has the delivery fee of its address", async () => {
  const { items } = await draftRequestFor(shop, PICKS);
  const { id, clientSecret } = await requestAmount(shop, { amount: cents(45_99), method: "Credit Card" });
  await payWith(shop, cards.good, clientSecret);
  const bag = items.map((item) => ({ ...item, name: "", image: "" }));
  const orderDetails = orderDraftOf(bag, null, openDelivery(shop).terms);

  const { number } = await settleOrder(shop, id, { clientSecret, customer: toHawaii, orderDetails });
  expect(await rowOf(number)).toMatchObject(IN_HAWAII);
});

test("an order that a member makes has the delivery fee of its address, which a member can give away whole", async () => {
  const wish = await wishFor(shop, 1, { customer: toHawaii });

  expect(await quoteMadeOrder(shop, wish, now)).toMatchObject({ summary: IN_HAWAII, given: 0 });
  expect(await quoteMadeOrder(shop, { ...wish, freeDelivery: true }, now)).toMatchObject({
    summary: { deliveryFee: 0, total: 36_00 },
    given: 9_99,
  });
});

test("a change of an order follows the delivery fee of its address", async () => {
  const number = await bought(PICKS);
  await db.execute(`update orders set postal_code = '96813' where number = '${number}'`);
  const { items } = await draftRequestFor(shop, PICKS);
  const comes = items.map((item) => ({ ...item, size: "L" }));

  const computed = await previewOfChange(shop, number, { goes: [], comes, asksDelivery: true });
  expect(computed.sums).toMatchObject({ deliveryFee: 9_99, total: 2 * 36_00 + 9_99 });
});

test("a correction of a ZIP is refused if delivery to it costs something else, and says both amounts", async () => {
  const number = await bought(PICKS);
  const correct = async (postalCode: string) =>
    save(shop, dana, {
      submission: randomUUID(),
      edits: [{ kind: orderAddressRecord, id: number, values: { postalCode }, version: (await seen(number)).version }],
    });

  await expect(correct("96813")).rejects.toMatchObject({
    fields: { postalCode: expect.stringContaining("Delivery costs $9.99 to 96813, and $3.99 to 86001.") },
  });
  expect(await correct("85001")).toMatchObject({ saved: true });
});

test("a trial of rates counts the delivery fee of its place", async () => {
  const search = new URLSearchParams({ to: "96813", name: "", kind: "clothing", price: "36", quantity: "1" });
  const view = await trialIn(shop, await testMember(shop, "owner", "Olga"), { search, now });

  expect(view.errors).toEqual({});
  expect(view.result).toMatchObject({ value: "$36.00", delivery: "$9.99" });
});

test("a bag has the usual fee, and asks for a quote once its address is known, although no state collects tax", () => {
  expect(openTerms({ ...shop, taxes: () => null })).toEqual({
    delivery: openDelivery(shop).terms,
    dependOnAddress: true,
  });
  expect(openDelivery(shop).terms.deliveryFee).toBe(3_99);
});

test("the product feed has the usual fee, and that of each range of ZIPs with another one", async () => {
  const { items } = await draftRequestFor(shop, PICKS);
  const product = await productById(db, items[0]?.product ?? "");
  const delivery = deliveryEverywhere(shop);
  const sold = product ? feedItems({ ...shop, settings: shop.settings(), delivery }, product, new Map()) : [];

  expect(sold.map((item) => item["g:shipping"])).toContainEqual([
    { "g:country": "US", "g:price": "3.99 USD" },
    { "g:country": "US", "g:postal_code": "967*", "g:price": "9.99 USD" },
    { "g:country": "US", "g:postal_code": "968*", "g:price": "9.99 USD" },
  ]);
});
