import { randomUUID } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { NothingLeftToDo } from "~/platform/jobs.server";
import { collectIn } from "~/testing/collected-tax.server";
import { openChangePayments } from "~/testing/change-payments.server";
import { memberAs } from "~/testing/members.server";
import { cards, jo, lineOf, payWith } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { returnToStock } from "~/shop/catalog/stock/reservations.server";
import { codeRecord } from "~/shop/discounts/code-record.server";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import type { Member } from "~/shop/members/member";
import { cents, type Cents } from "~/shop/money";
import { changeById } from "~/shop/orders/changes/open-change.server";
import { askForChange } from "~/shop/orders/changes/ask-for-change.server";
import { settleChange } from "~/shop/orders/changes/settle-change.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { orders } from "~/shop/orders/orders.tables";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { EXECUTE_REFUND } from "~/shop/orders/refunds/request-refund.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { payments } from "~/shop/payments/payments.tables";
import { refundsOf } from "~/shop/payments/refunds.server";
import { save } from "~/shop/audit/save.server";
import { saveSettings } from "~/shop/audit/settings-record.server";
import { settingVersions } from "~/shop/settings.server";
import { Account, BOUGHT, GOODS, type GoodsKey, TAX, type Terms, usualTerms } from "./account";

export const CODE = "ACTS";
/** Pieces of each variant that are taken into stock. */
export const STOCK = 50_000;

export type ActsShop = Awaited<ReturnType<typeof openActsShop>>;

/** One order of the test with the account that the test keeps of it. */
export interface Bought {
  number: string;
  email: string;
  account: Account;
}

/** A shop with the goods of `GOODS`, a state that taxes and one that does not, and a code; it buys orders and runs refunds. */
export async function openActsShop() {
  const shop = await openTestShop();
  const { db } = shop;
  await openChangePayments(shop);
  const owner = memberAs("owner", "Olga");
  for (const { name, price } of Object.values(GOODS)) {
    const [product] = await db
      .update(products)
      .set({ price: cents(price), salePrice: null })
      .where(eq(products.name, name))
      .returning();
    await db
      .update(variants)
      .set({ price: null, salePrice: null })
      .where(eq(variants.productId, product?.id ?? ""));
  }
  const variantOf = new Map<GoodsKey, number>();
  for (const [key, { name, size, color }] of Object.entries(GOODS)) {
    const [found] = await db
      .select({ id: variants.id })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .where(and(eq(products.name, name), eq(variants.size, size), eq(variants.color, color)));
    if (!found) throw new Error(`The demo shop has no ${name} ${size} ${color}.`);
    variantOf.set(key as GoodsKey, found.id);
  }
  const stocked = [...variantOf.values()].map((variantId) => ({ variantId, quantity: STOCK }));
  await db.transaction((tx) => returnToStock(tx, stocked, "tests", { kind: "system" }));
  const levels = await levelsNow();
  const fee = { name: "Road fee", amount: cents(TAX.fee), fromValue: cents(0), taxed: true };
  await collectIn(shop, "AZ", { stateRate: TAX.percent * 10_000, delivery: "with-taxed" }, { fees: [fee] });
  await db.insert(discountCodes).values({ code: CODE, kind: "percent", percent: usualTerms.percent, amount: null });
  let terms: Terms = usualTerms;
  /** All orders that were bought, oldest first. */
  const bought: Bought[] = [];
  let isReady = false;
  const items = await Promise.all(
    BOUGHT.map(([goods, pieces]) => lineOf(shop, [...pick(goods), pieces] as Parameters<typeof lineOf>[1])),
  );
  await setTerms(usualTerms);

  /** Sets delivery fee, threshold and code like an owner on their screens. */
  async function setTerms(wanted: Terms): Promise<void> {
    if (JSON.stringify(wanted) === JSON.stringify(terms) && isReady) return;
    isReady = true;
    const seen = Object.fromEntries(
      Object.entries(await settingVersions(db)).map(([name, { version }]) => [name, version]),
    );
    const changes = { deliveryFee: cents(wanted.deliveryFee), freeDeliveryFrom: cents(wanted.freeFrom) };
    await saveSettings(shop, owner, { submission: randomUUID(), changes, seen });
    const [code] = await db.select().from(discountCodes).where(eq(discountCodes.code, CODE));
    if (code?.percent !== wanted.percent) {
      const values = { off: { kind: "percent", percent: wanted.percent } };
      const edit = { kind: codeRecord, id: CODE, version: code?.version ?? 1, values };
      await save(shop, owner, { submission: randomUUID(), edits: [edit] });
    }
    terms = wanted;
  }

  /** Buys the goods of `BOUGHT` for the price that the account computes. */
  async function buy(how: Account["bought"]): Promise<Bought> {
    const account = new Account(how, terms);
    const email = `rider-${bought.length}@example.com`;
    const place = how.isTaxed ? {} : { city: "Las Vegas", postalCode: "89101" };
    const { id, clientSecret } = await draftOrder(shop, {
      items,
      customer: { ...jo, email, ...place },
      method: "Credit Card",
      amount: cents(account.paid),
      ...(how.hasCode && { discountCode: CODE }),
    });
    await payWith(shop, cards.good, clientSecret);
    const { number } = await settleOrder(shop, id);
    bought.push({ number, email, account });
    return { number, email, account };
  }

  /** Runs the refunds that were requested. */
  async function work(): Promise<void> {
    for (const { name, payload } of shop.payloads.splice(0))
      if (name === EXECUTE_REFUND)
        await executeRefund(shop, (payload as { refundId: string }).refundId).catch((error: unknown) => {
          // The recorded jobs keep those of a transaction that was rolled back.
          if (!(error instanceof NothingLeftToDo)) throw error;
        });
  }

  async function version(number: string): Promise<number> {
    const [order] = await db.select({ version: orders.version }).from(orders).where(eq(orders.number, number));
    return order?.version ?? 0;
  }

  /** Form of a member about an order, as the page has just shown it. */
  const form = async (number: string) => ({ submission: randomUUID(), number, version: await version(number) });

  /** Money that arrived for an order, and money that went back, in cents. */
  async function money(number: string): Promise<{ paid: number; back: number }> {
    const arrived = await db.select().from(payments).where(eq(payments.orderNumber, number));
    const back = (await refundsOf(db, number)).filter(({ state }) => state !== "failed");
    const sum = (rows: { amount: Cents }[]) => rows.reduce((all, { amount }) => all + amount, 0);
    return { paid: sum(arrived.filter(({ state }) => state === "received")), back: sum(back) };
  }

  /** Pays the difference of a waiting change like its shopper. */
  async function payChange(changeId: string): Promise<void> {
    const request = await askForChange(shop, changeId, "Credit Card");
    await payWith(shop, cards.good, request.clientSecret);
    await settleChange(shop, request.id);
    if ((await changeById(db, changeId))?.state !== "applied") throw new Error("The paid change was not applied.");
  }

  /** Id of the order's first payment at the gateway. */
  async function requestOf(number: string): Promise<string> {
    const [first] = await db
      .select()
      .from(payments)
      .where(and(eq(payments.orderNumber, number), eq(payments.kind, "order")));
    return first?.gatewayId ?? "";
  }

  /** Pieces of each goods that left the stock since the shop was opened. */
  async function outOfStock(): Promise<Map<GoodsKey, number>> {
    const now = await levelsNow();
    return new Map([...variantOf].map(([goods, id]) => [goods, (levels.get(id) ?? 0) - (now.get(id) ?? 0)]));
  }

  async function levelsNow(): Promise<Map<number, number>> {
    const rows = await db
      .select({ id: variants.id, stock: variants.stock })
      .from(variants)
      .where(inArray(variants.id, [...variantOf.values()]));
    return new Map(rows.map(({ id, stock }) => [id, stock ?? 0]));
  }

  /** A member who has just signed in; a new one, since letters and refunds of one member are bounded. */
  const member = (): Member => memberAs("owner", "Dana");

  return {
    shop,
    db,
    bought,
    buy,
    work,
    form,
    money,
    payChange,
    requestOf,
    outOfStock,
    member,
    setTerms,
    terms: () => terms,
    /** A line of a wanted change or exchange, for its usual price. */
    async lineFor(goods: GoodsKey) {
      const { product, size, color, quantity } = await lineOf(shop, [...pick(goods)]);
      return { product, size, color, quantity };
    },
    variantOf: (goods: GoodsKey) => variantOf.get(goods) ?? 0,
  };
}

const pick = (goods: GoodsKey) => [GOODS[goods].name, GOODS[goods].size, GOODS[goods].color] as const;
