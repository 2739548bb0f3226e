import { randomUUID } from "node:crypto";
import { refundedOrder, refundFormOf, typedRefund } from "~/back-office/orders/order-refund.server";
import { type Refund, sumOfRefund } from "~/back-office/orders/order-refund-parts";
import { save } from "~/shop/audit/save.server";
import { cents } from "~/shop/money";
import { answerDelay } from "~/shop/orders/delays/answer-delay.server";
import { lastDelayOf } from "~/shop/orders/delays/order-delays.server";
import { tellDelayAsMember } from "~/shop/orders/delays/tell-delay.server";
import { memberOrder } from "~/shop/orders/member-order.server";
import { cancelAsMember } from "~/shop/orders/order-acts.server";
import { orderAddressRecord } from "~/shop/orders/order-records.server";
import { refundAsMember } from "~/shop/orders/refunds/refund-as-member.server";
import { CREDIT, creditOf } from "~/shop/orders/refunds/store-credit";
import { handleGatewayEvent } from "~/shop/orders/settling/handle-gateway-event.server";
import { Refusal } from "~/shop/refusal";
import { disputed } from "../disputes.server";
import type { Account, Terms } from "./account";
import { type Act, type Done, nothing, Refused } from "./act";
import type { ActsShop, Bought } from "./acts-shop.server";
import { change, swapped } from "./change-acts.server";
import { exchanged, lost, refundedHere, returned } from "./sent-acts.server";

const purchase = (name: string, buys: Account["bought"]): Act => ({ name, buys, do: async () => nothing });

/** Amount in cents that a gift card pays of an order: more than a half, so that refunds reach it. */
export const BY_CARD = 180_00;

/** Refunds by the form of the order's page, as its button says. */
async function refundBy(
  acts: ActsShop,
  { number }: Bought,
  typed: Record<string, string> | ((page: Refund) => Record<string, string>),
): Promise<number> {
  const { shop } = acts;
  const member = acts.member();
  const found = await refundedOrder(shop, member, number);
  if (!found) throw new Error("There is no form.");
  const page = await refundFormOf(shop, member, found, new Date());
  const chosen = typeof typed === "function" ? typed(page) : typed;
  const values = { reason: "Changed their mind", restock: "yes", "goodwill-tax": "yes", ...chosen };
  const promised = sumOfRefund(page, values) ?? 0;
  const { wanted, ...wrong } = typedRefund(values, found);
  if (!wanted) throw new Refused(promised, promised === 0 ? "nothing to refund" : JSON.stringify(wrong));
  const { pieces: lines, here: _here, ...more } = wanted;
  await refundAsMember(shop, member, await acts.form(number), { ...more, lines });
  return promised;
}

/** Fields by which a form gives store credit. */
const AS_CREDIT = { [CREDIT.tick]: "yes", [CREDIT.words]: "Agreed to it by telephone" };

/** Refunds one tee as store credit, of which what no gift card had paid is on a new card afterwards. */
async function giveCredit(acts: ActsShop, order: Bought): Promise<Done> {
  const { number, account } = order;
  const before = await acts.creditCards(number);
  let left = cents(0);
  const promised = await refundBy(acts, order, ({ creditLeft }) => {
    left = creditLeft;
    return { "pieces-0": "1", ...AS_CREDIT };
  });
  const after = await acts.creditCards(number);
  const [given = 0, ...more] = [...after].flatMap(([id, amount]) => (before.has(id) ? [] : [amount]));
  const wanted = creditOf(cents(promised), left);
  if (given !== wanted || more.length > 0) throw new Error(`The new card has ${given}, not ${wanted}.`);
  account.move("tee", -1, -1);
  return { promised, expected: account.refund(account.line("tee")) };
}

/** Disputes half of the money that the shop keeps of an order, of the order's own payment. */
const dispute = (state: "to-answer" | "won" | "lost"): Act["do"] =>
  async function (acts, { number, account }) {
    const payment = account.first;
    const amount = account.halfOf(payment);
    if (amount === 0) throw new Refused(0, "nothing left at the gateway");
    await disputed(acts.shop, number, { state, amount: cents(amount) });
    payment.isHeld ||= state !== "won";
    if (state === "lost") account.lose(payment, amount);
    return nothing;
  };

const shopAct = (terms: Partial<Terms>): Act["do"] =>
  async function (acts) {
    await acts.setTerms({ ...acts.terms(), ...terms });
    return nothing;
  };

/** All acts of the pairs. An act that needs a sent piece sends one first, and leaves the other pieces for the act after it. */
export const ACTS: Act[] = [
  purchase("purchase", { hasCode: false, isTaxed: false }),
  purchase("purchase with a code", { hasCode: true, isTaxed: false }),
  purchase("purchase with tax", { hasCode: false, isTaxed: true }),
  purchase("purchase with a code and tax", { hasCode: true, isTaxed: true }),
  { ...purchase("purchase with a gift card", { hasCode: true, isTaxed: true, card: BY_CARD }), isApart: true },
  {
    name: "card given back",
    isApart: true,
    buys: { hasCode: true, isTaxed: true, card: BY_CARD },
    async do(acts, order) {
      // More than the gateway has of the order, so that a part goes back onto the card.
      const amount = order.account.first.amount + 40_00;
      const promised = await refundBy(acts, order, { goodwill: (amount / 100).toFixed(2) });
      return { promised, expected: order.account.goodwill(amount) };
    },
  },
  { ...purchase("purchase by a gift card alone", { hasCode: false, isTaxed: true, card: 1_000_00 }), isApart: true },
  { ...purchase("purchase with an offer", { hasCode: false, isTaxed: true, offer: "off" }), isApart: true },
  {
    ...purchase("purchase with a code and a present", { hasCode: true, isTaxed: true, offer: "present" }),
    isApart: true,
  },
  {
    name: "part refund",
    async do(acts, order) {
      const promised = await refundBy(acts, order, { "pieces-0": "1" });
      const { account } = order;
      account.move("tee", -1, -1);
      return { promised, expected: account.refund(account.line("tee")) };
    },
  },
  { name: "store credit", do: giveCredit },
  {
    name: "refund of delivery alone",
    async do(acts, order) {
      const promised = await refundBy(acts, order, { delivery: "yes" });
      return { promised, expected: order.account.refundDelivery() };
    },
  },
  {
    name: "refund of all",
    async do(acts, order) {
      const promised = await refundBy(acts, order, ({ lines, delivery, fees }) => ({
        ...Object.fromEntries(lines.map(({ position, left }) => [`pieces-${position}`, String(left)])),
        ...(delivery > 0 && { delivery: "yes" }),
        ...(fees > 0 && { fees: "yes" }),
      }));
      return { promised, expected: order.account.refundAll() };
    },
  },
  {
    name: "goodwill",
    async do(acts, order) {
      const amount = 2 * Math.round(order.account.kept * 0.15);
      const promised = await refundBy(acts, order, { goodwill: (amount / 100).toFixed(2) });
      return { promised, expected: order.account.goodwill(amount) };
    },
  },
  {
    name: "refund at the gateway",
    async do(acts, order) {
      const { shop } = acts;
      const { number, account } = order;
      const requestId = await acts.requestOf(number);
      const payment = account.first;
      const amount = account.halfOf(payment);
      if (amount === 0) throw new Refused(0, "nothing left at the gateway");
      if (payment.isHeld) throw new Refused(0, "refused by the gateway");
      await shop.payments.refund(requestId, cents(amount), `at the gateway ${randomUUID()}`);
      await handleGatewayEvent(shop, { id: randomUUID(), type: "any", requestId, kind: "refund-changed" });
      return { promised: null, expected: account.spread(payment, amount) };
    },
  },
  { name: "change for less", do: (acts, order) => change(acts, order, swapped(order), "cuffs") },
  {
    name: "change that takes out",
    do: (acts, order) => change(acts, order, order.account.line("henley", "tee"), null),
  },
  { name: "change for more, paid", do: (acts, order) => change(acts, order, swapped(order), "hoodie") },
  { name: "change for more, unpaid", do: (acts, order) => change(acts, order, swapped(order), "hoodie", false) },
  { name: "exchange, even", do: exchanged("largeTee") },
  { name: "exchange for more", do: exchanged("hoodie") },
  { name: "return", do: returned() },
  { name: "return for store credit", isApart: true, do: returned(AS_CREDIT) },
  { name: "lost parcel sent again", do: lost("again") },
  { name: "lost parcel paid back", do: lost("refund") },
  {
    name: "cancel",
    async do(acts, order) {
      const { shop } = acts;
      const { number, account } = order;
      const member = acts.member();
      const page = await memberOrder(shop, member, number);
      await cancelAsMember(shop, member, await acts.form(number), "The shopper asked for it");
      return { promised: page?.money?.refundable ?? 0, expected: account.cancel() };
    },
  },
  {
    name: "delay, called off",
    isApart: true,
    async do(acts, { number, account }) {
      const { shop, db } = acts;
      await tellDelayAsMember(shop, acts.member(), await acts.form(number), null);
      const delay = await lastDelayOf(db, number);
      await answerDelay(shop, delay?.id ?? "", "cancel");
      return { promised: null, expected: account.callOffRest() };
    },
  },
  { name: "dispute opened", do: dispute("to-answer") },
  { name: "dispute won", do: dispute("won") },
  { name: "dispute lost", do: dispute("lost") },
  { name: "code edited", isOfShop: true, do: shopAct({ percent: 50 }) },
  { name: "delivery fee lowered", isOfShop: true, do: shopAct({ deliveryFee: 2_00 }) },
  { name: "threshold lowered", isOfShop: true, do: shopAct({ freeFrom: 100_00 }) },
  {
    name: "address corrected",
    async do(acts, { number }) {
      const { shop } = acts;
      const { submission, version } = await acts.form(number);
      const values = { address: `${version} Mesa Road` };
      const edit = { kind: orderAddressRecord, id: number, version, values };
      const answer = await save(shop, acts.member(), { submission, edits: [edit] });
      if (!answer.saved) throw new Refusal("edited-meanwhile");
      return nothing;
    },
  },
];

/** Further acts that take goods back, whose pairs are with acts alone that could reach all money of an order. */
export const TAKING_BACK: Act[] = [
  { name: "exchange for less", do: exchanged("sunsetTee") },
  { name: "refund of goods here", do: refundedHere },
];
