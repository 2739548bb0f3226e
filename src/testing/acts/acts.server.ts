import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { refundedOrder, refundForm, typedRefund } from "~/back-office/orders/order-refund.server";
import { type Refund, sumOfRefund } from "~/back-office/orders/order-refund-parts";
import { lostForm, typedDecision } from "~/back-office/orders/order-lost.server";
import { settleSum } from "~/back-office/returns/settle-sum";
import { save } from "~/shop/audit/save.server";
import { cents } from "~/shop/money";
import { changeAsMember, endChangeAsMember } from "~/shop/orders/changes/change-as-member.server";
import { exchangeToPay, waitingChangeOf } from "~/shop/orders/changes/open-change.server";
import { previewOfChange } from "~/shop/orders/changes/make-change.server";
import { memberOrder } from "~/shop/orders/member-order.server";
import { orderAddressRecord } from "~/shop/orders/order-records.server";
import { cancelAsMember, shipAsMember } from "~/shop/orders/order-acts.server";
import { parcels } from "~/shop/orders/orders.tables";
import { lineProgress } from "~/shop/orders/parcels/line-progress.server";
import { loseAsMember } from "~/shop/orders/parcels/lost-acts.server";
import { refundAsMember } from "~/shop/orders/refunds/refund-as-member.server";
import { handleGatewayEvent } from "~/shop/orders/settling/handle-gateway-event.server";
import { Refusal } from "~/shop/refusal";
import { receiveAsMember } from "~/shop/returns/receive-return.server";
import { returnFile } from "~/shop/returns/return-file.server";
import { returnByNumber } from "~/shop/returns/returns.server";
import { linesToSettle } from "~/shop/returns/lines-to-settle.server";
import { settleAsMember } from "~/shop/returns/settle-return.server";
import { usualSettlement } from "~/shop/returns/settlement";
import { startAsMember } from "~/shop/returns/start-as-member.server";
import { type Account, GOODS, type GoodsKey, type Kept, type Terms } from "./account";
import type { ActsShop, Bought } from "./acts-shop.server";

/** What an act did: what its page had promised, and what the account says, in cents that go back; negative if they are paid. */
export interface Done {
  promised: number | null;
  expected: number;
}

export interface Act {
  name: string;
  /** Makes the order of a pair that this act begins; other acts begin with the order that has the most parts. */
  buys?: Account["bought"];
  /** Whether the act changes the shop, and no order. */
  isOfShop?: true;
  do: (acts: ActsShop, order: Bought) => Promise<Done>;
}

const nothing: Done = { promised: null, expected: 0 };

/** Position of the latest line of these goods. */
async function position({ db, variantOf }: ActsShop, { number }: Bought, goods: GoodsKey): Promise<number> {
  const lines = await lineProgress(db, number);
  return lines.findLast(({ variantId }) => variantId === variantOf(goods))?.position ?? -1;
}

const purchase = (name: string, buys: Account["bought"]): Act => ({ name, buys, do: async () => nothing });

/** Refunds by the form of the order's page, as its button says. */
async function refundBy(
  acts: ActsShop,
  { number }: Bought,
  typed: Record<string, string> | ((page: Refund) => Record<string, string>),
): Promise<number> {
  const { shop } = acts;
  const member = acts.member();
  const page = await refundForm(shop, member, number, new Date());
  const found = await refundedOrder(shop, member, number);
  if (!page || !found) throw new Error("There is no form.");
  const chosen = typeof typed === "function" ? typed(page) : typed;
  const values = { reason: "Changed their mind", restock: "yes", "goodwill-tax": "yes", ...chosen };
  const promised = sumOfRefund(page, values) ?? 0;
  const { wanted, ...wrong } = typedRefund(values, found);
  if (!wanted) throw new Refused(promised, promised === 0 ? "nothing to refund" : JSON.stringify(wrong));
  const { pieces: lines, here: _here, ...more } = wanted;
  await refundAsMember(shop, member, await acts.form(number), { ...more, lines });
  return promised;
}

/** An act that its form refused, beside its fields, and what the button had promised. */
export class Refused extends Error {
  readonly promised: number;

  constructor(promised: number, words: string) {
    super(words);
    this.promised = promised;
  }
}

/** Sends one tee in a parcel of its own; returns the parcel's id. */
async function sendTee(acts: ActsShop, order: Bought): Promise<number> {
  const { db, shop } = acts;
  const { number } = order;
  const lines = [{ position: 0, quantity: 1 }];
  const parcel = { carrier: "UPS", trackingNumber: `1Z${randomUUID()}`, lines };
  await shipAsMember(shop, acts.member(), await acts.form(number), parcel);
  order.account.move("tee", 0, -1);
  const sent = await db.select({ id: parcels.id }).from(parcels).where(eq(parcels.orderNumber, number));
  return Math.max(...sent.map(({ id }) => id));
}

/** Sends a tee and starts its return with these values of the form; returns the return's number. */
async function startBack(acts: ActsShop, order: Bought, values: Record<string, string>): Promise<string> {
  const { shop } = acts;
  const { number } = order;
  await sendTee(acts, order);
  const round = String(order.account.returns);
  const form = { submission: randomUUID(), number };
  const back = await startAsMember(shop, acts.member(), form, { round, values, isHere: false });
  order.account.returns += 1;
  return back;
}

/** Receives the one piece of a return and settles it as its form proposes; returns what the form says that goes back. */
async function settleBack(acts: ActsShop, order: Bought, back: string, delivery = false): Promise<number> {
  const { shop, db } = acts;
  const form = async () => ({
    submission: randomUUID(),
    number: back,
    version: (await returnByNumber(db, back))?.row.version ?? 0,
  });
  await receiveAsMember(shop, acts.member(), await form(), { "came-0-as-new": "1" });
  const member = acts.member();
  const file = await returnFile(shop, member, back);
  const lines = await linesToSettle(db, back);
  const usual = usualSettlement(lines).lines[0];
  const values: Record<string, string> = {
    "restock-0-as-new": "1",
    "refund-0": String(usual?.refunded ?? 0),
    "exchange-0": String(usual?.exchanged ?? 0),
    "variant-0": String(usual?.exchangeVariantId ?? ""),
    ...(delivery && { delivery: "yes" }),
  };
  const promised = settleSum(lines, values, file?.moneyLeft ?? { delivery: cents(0), all: cents(0) });
  const orderVersion = (await acts.form(order.number)).version;
  await settleAsMember(shop, member, { ...(await form()), orderVersion }, values);
  order.account.move("tee", -1, 0);
  return promised ?? Number.NaN;
}

const returned = (delivery: boolean): Act["do"] =>
  async function (acts, order) {
    const back = await startBack(acts, order, { "quantity-0": "1", "reason-0": "too-small" });
    const promised = await settleBack(acts, order, back, delivery);
    const { account } = order;
    return { promised, expected: account.refund(account.line("tee")) + (delivery ? account.refundDelivery() : 0) };
  };

/** Goods that are swapped: the gloves, or what an earlier change put in their place. */
const swapped = ({ account }: Bought): Kept => account.line("gloves", "cuffs", "hoodie");

/** Changes the order, by what its page shows; `isPaid`: whether a difference is paid. */
async function change(
  acts: ActsShop,
  order: Bought,
  gone: Kept,
  goods: GoodsKey | null,
  isPaid = true,
): Promise<Done> {
  const { shop, db } = acts;
  const { number, account } = order;
  const replaces = await position(acts, order, gone.goods);
  const comes = goods === null ? [] : [{ ...(await acts.lineFor(goods)), replaces }];
  const wanted = { goes: [{ position: replaces, quantity: 1 }], comes };
  const { difference } = await previewOfChange(shop, number, wanted);
  await changeAsMember(shop, acts.member(), await acts.form(number), { ...wanted, difference });
  if (difference > 0) {
    const waiting = await waitingChangeOf(db, number);
    if (!waiting) throw new Error("The change does not wait for its payment.");
    if (!isPaid && goods) {
      // The pieces are kept for the change as long as it waits.
      account.reserve(goods);
      const expected = account.differenceOf(gone, goods, acts.terms());
      if (difference !== expected) throw new Error(`The change asks for ${difference}, not ${expected}.`);
      return nothing;
    }
    await acts.payChange(waiting.id);
  }
  return { promised: -difference, expected: -account.swap(gone, goods, acts.terms()) };
}

/** Ends a change that waits for its payment, if there is one; returns whether it did. */
export async function endWaiting(acts: ActsShop, { number, account }: Bought): Promise<boolean> {
  const { shop, db } = acts;
  const waiting = await waitingChangeOf(db, number);
  if (!waiting) return false;
  await endChangeAsMember(shop, acts.member(), { submission: randomUUID(), number }, waiting.id);
  account.release();
  return true;
}

/** Exchanges a tee for other goods, from the start of its return until it is settled. */
const exchanged = (goods: GoodsKey): Act["do"] =>
  async function (acts, order) {
    const { db } = acts;
    const { account } = order;
    // The form names the goods with the difference that it showed, without tax, and is refused if that is another one.
    const less = account.bought.hasCode ? (100 - account.terms.percent) / 100 : 1;
    const shown = `${acts.variantOf(goods)}:${(GOODS[goods].price - GOODS.tee.price) * less}`;
    const instead: Record<string, string> =
      goods === "largeTee"
        ? { "exchange-0": shown }
        : { "exchange-0": "another", "other-0": "longhaul hoodie", "instead-0": shown };
    const back = await startBack(acts, order, { "quantity-0": "1", "reason-0": "exchange", ...instead });
    const asked = await exchangeToPay(db, back);
    if (asked) await acts.payChange(asked.id);
    const promised = await settleBack(acts, order, back);
    if (promised !== 0) throw new Error(`An exchange promises ${promised}.`);
    const expected = -account.exchange(account.line("tee"), goods);
    account.move("tee", 1, 0);
    return { promised: asked ? -asked.difference : 0, expected };
  };

const lost = (kind: "again" | "refund"): Act["do"] =>
  async function (acts, order) {
    const { shop } = acts;
    const { account, number } = order;
    const parcelId = await sendTee(acts, order);
    const member = acts.member();
    await loseAsMember(shop, member, await acts.form(number), { parcelId, again: [], refund: [] });
    const page = await lostForm(shop, member, number, parcelId);
    const each = /\$([\d,.]+) for one/.exec(page?.lines[0]?.each ?? "")?.[1] ?? "0";
    const { decision } = typedDecision({ [`${kind}-0`]: "1" });
    if (!decision) throw new Error("The decision is wrong.");
    await loseAsMember(shop, member, await acts.form(number), { parcelId, ...decision });
    if (kind === "again") {
      account.move("tee", 1, 1);
      const line = account.line("tee");
      line.promised = (line.promised ?? 0) + 1;
      return nothing;
    }
    return { promised: Math.round(Number(each) * 100), expected: account.refund(account.line("tee")) };
  };

const dispute = (kind: "dispute-opened" | "dispute-won" | "dispute-lost"): Act["do"] =>
  async function (acts, order) {
    const { shop } = acts;
    const { number, account } = order;
    const requestId = await acts.requestOf(number);
    const amount = Math.floor(account.kept / 2);
    if (amount === 0) throw new Refused(0, "nothing left at the gateway");
    const about = { id: `dp_${randomUUID()}`, reason: "fraudulent", amount: cents(amount), answerBy: undefined };
    const told = (each: typeof kind) =>
      handleGatewayEvent(shop, { id: randomUUID(), type: "any", requestId, kind: each, dispute: about });
    await told("dispute-opened");
    if (kind !== "dispute-opened") await told(kind);
    if (kind === "dispute-lost") account.lose(amount);
    return nothing;
  };

const shopAct = (change: (terms: Terms) => Partial<Terms>): Act["do"] =>
  async function (acts) {
    await acts.setTerms({ ...acts.terms(), ...change(acts.terms()) });
    return nothing;
  };

/** All acts of the pairs. An act that needs a sent piece sends one first, and leaves the other pieces for the act after it. */
export const ACTS: Act[] = [
  purchase("purchase", { hasCode: false, isTaxed: false }),
  purchase("purchase with a code", { hasCode: true, isTaxed: false }),
  purchase("purchase with tax", { hasCode: false, isTaxed: true }),
  purchase("purchase with a code and tax", { hasCode: true, isTaxed: true }),
  {
    name: "part refund",
    async do(acts, order) {
      const promised = await refundBy(acts, order, { "pieces-0": "1" });
      const { account } = order;
      account.move("tee", -1, -1);
      return { promised, expected: account.refund(account.line("tee")) };
    },
  },
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
      const amount = Math.floor(account.kept / 2);
      if (amount === 0) throw new Refused(0, "nothing left at the gateway");
      await shop.payments.refund(requestId, cents(amount), `at the gateway ${randomUUID()}`);
      await handleGatewayEvent(shop, { id: randomUUID(), type: "any", requestId, kind: "refund-changed" });
      return { promised: null, expected: account.spread(amount) };
    },
  },
  { name: "change for less", do: (acts, order) => change(acts, order, swapped(order), "cuffs") },
  { name: "change that takes out", do: (acts, order) => change(acts, order, order.account.line("henley", "tee"), null) },
  { name: "change for more, paid", do: (acts, order) => change(acts, order, swapped(order), "hoodie") },
  { name: "change for more, unpaid", do: (acts, order) => change(acts, order, swapped(order), "hoodie", false) },
  { name: "exchange, even", do: exchanged("largeTee") },
  { name: "exchange for more", do: exchanged("hoodie") },
  { name: "return", do: returned(false) },
  { name: "return with delivery", do: returned(true) },
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
      return { promised: page?.money?.kept ?? 0, expected: account.cancel() };
    },
  },
  { name: "dispute opened", do: dispute("dispute-opened") },
  { name: "dispute won", do: dispute("dispute-won") },
  { name: "dispute lost", do: dispute("dispute-lost") },
  { name: "code edited", isOfShop: true, do: shopAct(() => ({ percent: 50 })) },
  { name: "delivery fee lowered", isOfShop: true, do: shopAct(() => ({ deliveryFee: 2_00 })) },
  { name: "threshold lowered", isOfShop: true, do: shopAct(() => ({ freeFrom: 100_00 })) },
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
