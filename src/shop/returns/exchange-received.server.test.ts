import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { memberAccounts } from "~/shop/members/members.tables";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { cents, sum } from "~/shop/money";
import { ledgerOf } from "~/shop/orders/changes/changeable-order.server";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { strayReservations } from "~/shop/orders/drafting/stray-reservations.server";
import { saleEvents } from "~/shop/orders/ledger/sale-events.tables";
import { changeLinks } from "~/shop/orders/letter-links.server";
import { sendChangeLetter } from "~/shop/orders/letters/change-letters.server";
import { refundReplacements, replacementsOf } from "~/shop/orders/parcels/replacements.server";
import { reconcilePayments, settleIfReceived } from "~/shop/orders/settling/reconcile-payments.server";
import { sandboxRequests } from "~/shop/payments/payments.tables";
import { refundableMoney, refundsOf } from "~/shop/payments/refunds.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { memberAs } from "~/testing/members.server";
import { cards, leftOf, lineOf, payWith } from "~/testing/riders.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { returnsOf } from "./returns.server";
import { startAsMember } from "./start-as-member.server";

const { shop, db, seen, shipped, rowOf } = await openBoughtOrders();
const { pages, acceptsForms } = testPages();
const app = testApp(shop, { pages, acceptsForms });
const member = memberAs("owner", "Dana");
const dana = officeAs(shop, member);
await db.insert(memberAccounts).values({ ...member, passkeyUser: member.id });

const TEE = ["Sprocket Tee", "M", "Ash"] as const;
const GLOVES = ["Gauntlet Leather Gloves", "M", "Black"] as const;
const tee = await lineOf(shop, [...TEE]);
const gloves = await lineOf(shop, [...GLOVES]);
const DEARER = cents(26_40);

/** Makes the gloves `more` cents more expensive than the tee. */
async function priceGloves(more: number): Promise<void> {
  const set = { price: cents(tee.price + more), salePrice: null };
  await db.update(products).set(set).where(eq(products.id, gloves.product));
  await db.update(variants).set({ price: null, salePrice: null }).where(eq(variants.productId, gloves.product));
}

/** A tee that came back too small and was taken in. */
async function received(): Promise<{ order: string; back: string }> {
  const order = await shipped([[...TEE]]);
  const values = { "quantity-0": "1", "reason-0": "too-small" };
  const form = { submission: crypto.randomUUID(), number: order };
  await startAsMember(shop, member, form, { round: "0", values, isHere: true });
  const [back = ""] = await returnsOf(db, order);
  expect((await sent(`/returns/${back}/receive`, { "came-0-as-new": "1" })).status).toBe(302);
  return { order, back };
}

const stepForm = async (path: string) => {
  const html = await (await dana.fetch(path)).text();
  const { submission = "", version = "", orderVersion = "" } = fieldsIn(formIn(html, 'name="orderVersion"'));
  return { html, ids: { submission, version, orderVersion } };
};
async function sent(path: string, fields: Record<string, string> = {}): Promise<Response> {
  const { html } = await stepForm(path);
  return dana.post(path, { ...fieldsIn(formIn(html, 'name="orderVersion"')), ...fields });
}

/** The form's fields that name the gloves, as its search offers them. */
async function wantsGloves(back: string): Promise<Record<string, string>> {
  const wish = { "exchange-0": "another", "other-0": "gauntlet" };
  const found = await (await sent(`/returns/${back}/exchange`, { ...wish, step: "look" })).text();
  const option = /<option value="(\d+:-?\d+)"[^>]*>Gauntlet Leather Gloves, Black \/ M/.exec(found)?.[1] ?? "";
  return { ...wish, "instead-0": option };
}
async function exchanged(back: string): Promise<string> {
  const answer = await sent(`/returns/${back}/exchange`, await wantsGloves(back));
  expect(answer.status).toBe(302);
  return dana.text(place(answer));
}

async function moneyOf(order: string) {
  const money = await db.transaction((tx) => refundableMoney(tx, order));
  if (!money) throw new Error("no payments");
  return money;
}
const backOf = async (order: string) => (await refundsOf(db, order)).map(({ amount }) => amount);

/** Pays the difference by its link, as the shopper does. */
async function pay(back: string): Promise<void> {
  const change = await exchangeToPay(db, back);
  if (!change) throw new Error("no difference");
  const path = new URL(await changeLinks.address(shop, change.id)).pathname;
  const body = new URLSearchParams({ act: "pay", method: "Credit Card" });
  const headers = { origin: shop.address };
  await app.fetch(new Request(new URL(path, shop.address), { method: "POST", body, headers }));
  const payment = (await moneyOf(change.orderNumber)).payments.changes.find(({ changeId }) => changeId === change.id);
  const id = payment?.gatewayId ?? "";
  const [request] = await db.select().from(sandboxRequests).where(eq(sandboxRequests.id, id));
  await payWith(shop, cards.good, request?.clientSecret ?? "");
  await settleIfReceived(shop, id);
}

/** Expects that payments less refunds are the total less what was given, that no stock drifts, and that the ledger adds up. */
async function expectSound(order: string): Promise<void> {
  const money = await moneyOf(order);
  const { total } = await rowOf(order);
  const { captured, refunded, given } = await ledgerOf(db, order, money);
  expect(captured - refunded).toBe(total - given);
  for (const { left } of money.leftOf) expect(left).toBeGreaterThanOrEqual(0);
  expect([await stockDrift(db), await strayReservations(db)]).toEqual([[], []]);
  const events = await db.select().from(saleEvents).where(eq(saleEvents.orderNumber, order));
  const sold = events.filter(({ refundId, disputeId }) => refundId === null && disputeId === null);
  expect(sum(sold.map(({ amount }) => amount))).toBe(total);
}

const settled = async (back: string, fields: Record<string, string> = {}) => {
  const answer = await sent(`/returns/${back}/settle`, fields);
  return answer.status === 302 ? dana.text(place(answer)) : answer.text();
};

test("the form at settling offers every size at any price, the next one first, and another product by its name", async () => {
  const { back } = await received();
  expect(await dana.text(`/returns/${back}/settle`)).toContain("Exchange it");
  const { html } = await stepForm(`/returns/${back}/exchange`);
  const [, first] = [...html.matchAll(/<option value="[^"]*"[^>]*>([^<]*)/g)].map(([, label]) => label);
  expect(first).toMatch(/^Ash \/ L/);
  expect(html).toContain("the next size stands first");
  const none = await sent(`/returns/${back}/exchange`, { "exchange-0": "" });
  expect([none.status, await none.text()]).toEqual([422, expect.stringContaining("Choose what is sent instead.")]);
});

test("settle with a difference, then pay: the goods are kept, the return waits, and is settled with them", async () => {
  await priceGloves(DEARER);
  const { order, back } = await received();
  const left = (await leftOf(shop, [...GLOVES])) ?? 0;
  expect(await exchanged(back)).toContain("It waits for $26.40: the shopper has a link to pay.");
  expect(await leftOf(shop, [...GLOVES])).toBe(left - 1);
  const change = await exchangeToPay(db, back);
  await sendChangeLetter(shop, { changeId: change?.id ?? "", letter: "asked" });
  expect(shop.letters.at(-1)?.text).toContain("$26.40");
  expect(shop.letters.at(-1)?.text).not.toMatch(/send (?:your parcel|it) back/i);
  const waiting = await dana.text(`/returns/${back}`);
  expect(waiting).toContain("The difference waits for its payment");
  expect(waiting).not.toContain("Exchange it at any price");
  expect(await settled(back)).not.toContain("is settled");
  await expectSound(order);

  await pay(back);
  await sendChangeLetter(shop, { changeId: change?.id ?? "", letter: "changed" });
  expect(shop.letters.at(-1)?.text).not.toMatch(/parcel back in time|kept for you until|send it soon/i);
  expect(await settled(back)).toContain("is settled: 1 exchanged.");
  expect(await backOf(order)).toEqual([]);
  expect((await replacementsOf(db, order)).map(({ state }) => state)).toEqual(["waiting"]);
  await expectSound(order);
});

test("settle with a difference, then not pay: its time ends, the goods are free, and the price goes back", async () => {
  await priceGloves(DEARER);
  const { order, back } = await received();
  const left = (await leftOf(shop, [...GLOVES])) ?? 0;
  await exchanged(back);
  await reconcilePayments(shop, new Date(Date.now() + 73 * HOUR));
  expect(await leftOf(shop, [...GLOVES])).toBe(left);
  expect(await settled(back)).toContain("is settled: 1 refunded.");
  expect(await backOf(order)).toEqual([tee.price]);
  await expectSound(order);
});

test("settle with a difference, then cancel: a member ends it, and another exchange can be asked", async () => {
  await priceGloves(DEARER);
  const { order, back } = await received();
  const left = (await leftOf(shop, [...GLOVES])) ?? 0;
  await exchanged(back);
  expect((await sent(`/returns/${back}/end-exchange`)).status).toBe(302);
  expect(await leftOf(shop, [...GLOVES])).toBe(left);
  await exchanged(back);
  await pay(back);
  expect(await settled(back)).toContain("is settled: 1 exchanged.");
  await expectSound(order);
});

test("settle with a difference, pay, then refund: price and difference go back once", async () => {
  await priceGloves(DEARER);
  const { order, back } = await received();
  const left = (await leftOf(shop, [...GLOVES])) ?? 0;
  await exchanged(back);
  await pay(back);
  expect(await settled(back, { "refund-0": "1", "exchange-0": "0" })).toContain("is settled: 1 refunded.");
  expect(sum(await backOf(order))).toBe(tee.price + DEARER);
  expect(await leftOf(shop, [...GLOVES])).toBe(left);
  await expectSound(order);

  const later = await received();
  await exchanged(later.back);
  await pay(later.back);
  await settled(later.back);
  await refundReplacements(shop, await seen(later.order), { return: later.back });
  expect(sum(await backOf(later.order))).toBe(tee.price + DEARER);
  await expectSound(later.order);
});

test("goods that cost less are kept without a payment, and the difference goes back with the settlement", async () => {
  await priceGloves(-5_00);
  const { order, back } = await received();
  expect(await exchanged(back)).toContain("Settle it now: nothing is to pay.");
  expect(await settled(back)).toContain("is settled: 1 exchanged.");
  expect(await backOf(order)).toEqual([5_00]);
  await expectSound(order);
});

test("the same form twice, and two members at once, keep the goods once and ask for one difference", async () => {
  await priceGloves(DEARER);
  const { order, back } = await received();
  const left = (await leftOf(shop, [...GLOVES])) ?? 0;
  const wish = await wantsGloves(back);
  const path = `/returns/${back}/exchange`;
  const [mine, theirs] = [await stepForm(path), await stepForm(path)];
  const post = ({ ids }: typeof mine) => dana.post(path, { ...ids, ...wish });
  const both = (await Promise.all([post(mine), post(theirs)])).map(({ status }) => status);
  expect(both.toSorted()).toEqual([302, 409]);
  // The form that was first is sent once more.
  expect((await post(both[0] === 302 ? mine : theirs)).status).toBe(302);
  expect(await leftOf(shop, [...GLOVES])).toBe(left - 1);
  expect(await dana.text(path)).not.toContain("Keep it for the shopper");
  await expectSound(order);
});
