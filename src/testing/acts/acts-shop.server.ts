import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Member } from "~/shop/members/member";
import { cents, sum } from "~/shop/money";
import { askForChange } from "~/shop/orders/changes/ask-for-change.server";
import { changeById } from "~/shop/orders/changes/open-change.server";
import { settleChange } from "~/shop/orders/changes/settle-change.server";
import { cardById, leftOnCard, openedCode } from "~/shop/gift-cards/gift-cards.server";
import { giftCardLines } from "~/shop/orders/gift-cards/gift-card-lines.tables";
import { creditCardsOf } from "~/shop/orders/gift-cards/credit-cards.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { orders } from "~/shop/orders/orders.tables";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { EXECUTE_REFUND, type ExecuteRefund } from "~/shop/orders/refunds/request-refund.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { arrivedPayments, paymentsOf } from "~/shop/payments/order-payments.server";
import { payments } from "~/shop/payments/payments.tables";
import { refundsOf } from "~/shop/payments/refunds.server";
import type { OfferRule } from "~/shop/offers/offer";
import { openChangePayments } from "../change-payments.server";
import { cardLine, sellGiftCards } from "../gift-card-product.server";
import { openCard, type TestCard } from "../gift-cards.server";
import { offerOf } from "../offers.server";
import { memberAs } from "../members.server";
import { cards, jo, payWith } from "../riders.server";
import { openTestShop, type TestShop } from "../test-shop.server";
import { Account, BOUGHT, type GoodsKey, OFFERED, type Paid, SOLD } from "./account";
import { CODE, lineFor, openGoods, openTerms } from "./acts-terms.server";

/** Milliseconds after which a test of pairs hangs: a busy machine is many times slower than a quiet one. */
export const HANGS = 1_200_000;

export type ActsShop = Awaited<ReturnType<typeof openActsShop>>;

/** One order of the test with the account that the test keeps of it. */
export interface Bought {
  number: string;
  email: string;
  account: Account;
  /** Its payments and what of them went back, as last read; only acts on this order may change them. */
  money: Money;
  /** Gift card that paid a part, with what it was worth before; unset without one. */
  card?: TestCard & { worth: number };
  /** Gift card that it bought beside its goods; unset without one. */
  sold?: Pick<TestCard, "id" | "code"> & { position: number };
}

/** Amount that arrived with each payment of an order, oldest first, and its part that went back, in cents. */
export type Money = readonly Pick<Paid, "amount" | "back">[];

/** A shop with the goods of `GOODS`, a state that taxes and one that does not, and a code; it buys orders and runs refunds. */
export async function openActsShop() {
  const shop = await openTestShop({ prepares: true });
  await openChangePayments(shop);
  const goods = await openGoods(shop);
  const terms = await openTerms(shop);
  const items = await Promise.all(BOUGHT.map(([each, pieces]) => lineFor(shop, each, pieces)));
  await sellGiftCards(shop, [SOLD / 100]);
  const { present, offers } = await offersOf(shop, goods);
  /** All orders that were bought, oldest first. */
  const bought: Bought[] = [];
  const anotherBuyer = buyersOfCards();

  /**
   * Buys the goods of `BOUGHT` for the price that the account computes; each order has another mailbox, unless a rider is given. Who
   * buys a gift card has another address and payment card, too, by which they are bounded. `own` is the card that pays a part, in place
   * of a new one.
   */
  async function buy(how: Account["bought"], rider: Partial<typeof jo> = {}, own?: TestCard): Promise<Bought> {
    const account = new Account(how, terms.terms());
    const { email = `rider-${bought.length}@example.com` } = rider;
    const card = how.card ? { ...(own ?? (await openCard(shop, how.card))), worth: how.card } : undefined;
    const { expiry, ...address } = how.sold ? anotherBuyer() : {};
    const place = { ...address, ...(how.isTaxed ? {} : { city: "Las Vegas", postalCode: "89101" }) };
    const running = how.offer ? offers[how.offer] : [];
    // Walks buy at the same time, and only some of them under offers.
    const offering = { ...shop, offers: () => running };
    const { id, clientSecret } = await draftOrder(offering, {
      items: [...items, ...(how.offer === "present" ? [present] : []), ...cardsIn(how)],
      customer: { ...jo, ...rider, email, ...place },
      method: "Credit Card",
      amount: cents(account.paid),
      ...(how.hasCode && { discountCode: CODE }),
      ...(card && { giftCards: [card.code] }),
    });
    if (account.first.amount > 0) await payWith(shop, cards.good, clientSecret, expiry);
    const { number } = await settleOrder(shop, id);
    const money = account.payments.map(({ amount }) => ({ amount, back: 0 }));
    const sold = how.sold ? await soldCardOf(shop, number) : undefined;
    const order: Bought = { number, email, account, money, ...(card && { card }), ...(sold && { sold }) };
    bought.push(order);
    return order;
  }

  return {
    shop,
    db: shop.db,
    bought,
    buy,
    ...goods,
    ...terms,
    ...moneyOf(shop),
    /** A member who has just signed in; a new one, since letters and refunds of one member are bounded. */
    member: (): Member => memberAs("owner", "Dana"),
    /** Goods of a wanted change, for their usual price. */
    async wanted(each: GoodsKey) {
      const { product, size, color, quantity } = await lineFor(shop, each);
      return { product, size, color, quantity };
    },
  };
}

/** Line of the gift card that an order buys. */
const cardsIn = ({ sold }: Account["bought"]) => (sold ? [cardLine(sold / 100, { email: "friend@example.com" })] : []);

/** Draws the address and the end of the payment card of a buyer of gift cards, each only once. */
function buyersOfCards(): () => { address: string; expiry: string } {
  let buyer = 0;
  return () => {
    buyer += 1;
    const month = String(1 + (buyer % 12)).padStart(2, "0");
    return { address: `${buyer} Card Road`, expiry: `${month}/${35 + Math.floor(buyer / 12)}` };
  };
}

/** Gift card that an order bought. */
async function soldCardOf({ db, sealer }: TestShop, number: string): Promise<NonNullable<Bought["sold"]>> {
  const [line] = await db.select().from(giftCardLines).where(eq(giftCardLines.orderNumber, number));
  const card = line && (await cardById(db, line.cardId));
  if (!card) throw new Error("The order made no gift card.");
  return { id: card.id, code: openedCode(sealer, card) ?? "", position: line.position };
}

/** Offers under which orders are bought, by their names in an account, and the line of the present that one of them gives. */
async function offersOf(shop: TestShop, { variantOf }: Pick<Awaited<ReturnType<typeof openGoods>>, "variantOf">) {
  const present = { ...(await lineFor(shop, OFFERED.present)), present: true };
  const off: OfferRule = { kind: "off-from-pieces", pieces: 6, off: { by: "percent", percent: OFFERED.percent } };
  const gives: OfferRule = {
    kind: "present",
    from: cents(1),
    productId: present.product,
    variantId: variantOf(OFFERED.present),
    called: "Black tee",
  };
  return { present, offers: { off: [offerOf(off)], present: [offerOf(gives)] } };
}

/** Functions for the money of orders, and for forms about them. */
function moneyOf(shop: TestShop) {
  const { db } = shop;

  return {
    /** Runs the refunds of an order that were requested. Those of other orders may belong to transactions that are still open. */
    async work(number: string): Promise<void> {
      if (!shop.payloads.some(({ name }) => name === EXECUTE_REFUND)) return;
      const own = new Set((await refundsOf(db, number)).map(({ id }) => id));
      const jobs = shop.payloads.filter(
        ({ name, payload }) => name === EXECUTE_REFUND && own.has((payload as ExecuteRefund).refundId),
      );
      for (const job of jobs) {
        shop.payloads.splice(shop.payloads.indexOf(job), 1);
        await executeRefund(shop, (job.payload as ExecuteRefund).refundId);
      }
    },

    /** Form of a member about an order, as the page has just shown it. */
    async form(number: string) {
      const [order] = await db.select({ version: orders.version }).from(orders).where(eq(orders.number, number));
      return { submission: randomUUID(), number, version: order?.version ?? 0 };
    },

    async money(number: string): Promise<Money> {
      const all = await paymentsOf(db, number);
      const back = (await refundsOf(db, number)).filter(({ state }) => state !== "failed");
      return (all ? arrivedPayments(all) : []).toReversed().map(({ id, amount }) => ({
        amount,
        back: sum(back.filter(({ paymentId }) => paymentId === id).map((refund) => refund.amount)),
      }));
    },

    /** Pays the difference of a waiting change like its shopper. */
    async payChange(changeId: string): Promise<void> {
      const request = await askForChange(shop, changeId, "Credit Card");
      await payWith(shop, cards.good, request.clientSecret);
      await settleChange(shop, request.id);
      if ((await changeById(db, changeId))?.state !== "applied") throw new Error("The paid change was not applied.");
    },

    /** Worth of the gift cards that were given as store credit for an order, by the cards' ids. */
    async creditCards(number: string): Promise<Map<string, number>> {
      const cards = [...(await creditCardsOf(db, number)).values()];
      return new Map(
        await Promise.all(cards.map(async ({ cardId }) => [cardId, await leftOnCard(db, cardId)] as const)),
      );
    },

    /** Id of the order's first payment at the gateway. */
    async requestOf(number: string): Promise<string> {
      const isFirst = and(eq(payments.orderNumber, number), eq(payments.kind, "order"));
      const [first] = await db.select().from(payments).where(isFirst);
      return first?.gatewayId ?? "";
    },
  };
}
