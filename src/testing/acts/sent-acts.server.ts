import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { lostForm, typedDecision } from "~/back-office/orders/order-lost.server";
import { refundedOrder, refundFormOf, typedRefund } from "~/back-office/orders/order-refund.server";
import { sumOfRefund, typedRefundOf } from "~/back-office/orders/order-refund-parts";
import { settleSum } from "~/back-office/returns/settle-sum";
import { cents } from "~/shop/money";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { shipAsMember } from "~/shop/orders/order-acts.server";
import { parcels } from "~/shop/orders/orders.tables";
import { loseAsMember } from "~/shop/orders/parcels/lost-acts.server";
import { linesToSettle } from "~/shop/returns/lines-to-settle.server";
import { receiveAsMember } from "~/shop/returns/receive-return.server";
import { refundHere } from "~/shop/returns/refund-here.server";
import { returnFile } from "~/shop/returns/return-file.server";
import { returns } from "~/shop/returns/returns.tables";
import { settleAsMember } from "~/shop/returns/settle-return.server";
import { usualSettlement } from "~/shop/returns/settlement";
import { startAsMember } from "~/shop/returns/start-as-member.server";
import { usualBack } from "~/shop/returns/usual-back.server";
import { BOUGHT, GOODS, type GoodsKey, OFFERED, total } from "./account";
import { type Act, nothing, Refused } from "./act";
import type { ActsShop, Bought } from "./acts-shop.server";

/** Goods that leave in parcels, with their lines in every order that has them. */
const POSITIONS = { tee: 0, [OFFERED.present]: BOUGHT.length } as const;
type Sent = keyof typeof POSITIONS;

/** Sends one piece in a parcel of its own; returns the parcel's id. */
async function send(acts: ActsShop, order: Bought, goods: Sent = "tee"): Promise<number> {
  const { db, shop } = acts;
  const { number } = order;
  const lines = [{ position: POSITIONS[goods], quantity: 1 }];
  const parcel = { carrier: "UPS", trackingNumber: `1Z${randomUUID()}`, lines, despiteDispute: true };
  await shipAsMember(shop, acts.member(), await acts.form(number), parcel);
  order.account.move(goods, 0, -1);
  order.account.hasLeft = true;
  const sent = await db.select({ id: parcels.id }).from(parcels).where(eq(parcels.orderNumber, number));
  return Math.max(...sent.map(({ id }) => id));
}

/** Sends a piece and starts its return with these values of the form; returns the return's number. */
async function startBack(
  acts: ActsShop,
  order: Bought,
  values: Record<string, string>,
  goods: Sent = "tee",
): Promise<string> {
  const { shop } = acts;
  const { number } = order;
  await send(acts, order, goods);
  const round = String(order.account.returns);
  const form = { submission: randomUUID(), number };
  const back = await startAsMember(shop, acts.member(), form, { round, values, isHere: false });
  order.account.returns += 1;
  return back;
}

/**
 * Receives the one piece of a return and settles it as its form proposes; returns what the form says that goes back. What its shopper read
 * before is the same.
 */
async function settleBack(
  acts: ActsShop,
  order: Bought,
  back: string,
  more: Record<string, string> = {},
  goods: Sent = "tee",
): Promise<number> {
  const { shop, db } = acts;
  const at = POSITIONS[goods];
  const shown = await usualBack(db, { returnNumber: back, orderNumber: order.number });
  const form = async () => {
    const [row] = await db.select({ version: returns.version }).from(returns).where(eq(returns.number, back));
    return { submission: randomUUID(), number: back, version: row?.version ?? 0 };
  };
  await receiveAsMember(shop, acts.member(), await form(), { [`came-${at}-as-new`]: "1" });
  const member = acts.member();
  const file = await returnFile(shop, member, back);
  const lines = await linesToSettle(db, back);
  const usual = usualSettlement(lines).lines[0];
  const proposed: Record<string, string> = {
    [`restock-${at}-as-new`]: "1",
    [`refund-${at}`]: String(usual?.refunded ?? 0),
    [`exchange-${at}`]: String(usual?.exchanged ?? 0),
    [`variant-${at}`]: String(usual?.exchangeVariantId ?? ""),
  };
  const values = { ...proposed, ...more };
  const left = file?.moneyLeft ?? { delivery: cents(0), all: cents(0) };
  const promised = settleSum(lines, values, left);
  const asProposed = settleSum(lines, proposed, left) ?? 0;
  const told = total((shown ?? []).map(({ amount }) => amount));
  if (shown ? told !== asProposed : asProposed > 0 && file?.moneyLeft?.hold !== "disputed")
    throw new Error(`Its shopper read that ${told} goes back, not ${asProposed}.`);
  const orderVersion = (await acts.form(order.number)).version;
  await settleAsMember(shop, member, { ...(await form()), orderVersion }, values);
  order.account.move(goods, -1, 0);
  return promised ?? Number.NaN;
}

/** Refuses an order without a present. */
function requirePresent({ account }: Bought): void {
  if (account.bought.offer !== "present") throw new Refused(0, "no present");
}

/** Returns the present of an order, for which nothing goes back. */
export const presentReturned: Act["do"] = async function (acts, order) {
  requirePresent(order);
  const at = POSITIONS[OFFERED.present];
  const values = { [`quantity-${at}`]: "1", [`reason-${at}`]: "changed-mind" };
  const back = await startBack(acts, order, values, OFFERED.present);
  const promised = await settleBack(acts, order, back, {}, OFFERED.present);
  order.account.takeOut(order.account.line(OFFERED.present));
  return { promised, expected: 0 };
};

/** Returns a tee; the settlement refunds the delivery fee, too. `more` are further fields of the form that settles it. */
export const returned = (more: Record<string, string> = {}): Act["do"] =>
  async function (acts, order) {
    const back = await startBack(acts, order, { "quantity-0": "1", "reason-0": "too-small" });
    const promised = await settleBack(acts, order, back, { delivery: "yes", ...more });
    const { account } = order;
    return { promised, expected: account.refund(account.line("tee")) + account.refundDelivery() };
  };

/** Exchanges a tee for other goods, from the start of its return until it is settled. */
export const exchanged = (goods: GoodsKey): Act["do"] =>
  async function (acts, order) {
    const { db } = acts;
    const { account } = order;
    // The form names the goods with the difference that it showed, without tax, and is refused if that is another one.
    const tee = account.line("tee");
    const [price, off] = [GOODS[goods].price - GOODS.tee.price, account.reductionOf(goods, tee) - tee.reduction];
    const shown = `${acts.variantOf(goods)}:${price - off}`;
    const instead: Record<string, string> =
      goods === "largeTee"
        ? { "exchange-0": shown }
        : { "exchange-0": "another", "other-0": GOODS[goods].name.toLowerCase(), "instead-0": shown };
    const back = await startBack(acts, order, { "quantity-0": "1", "reason-0": "exchange", ...instead });
    // The goods are kept until the return is settled.
    account.move(goods, 1, 0);
    const asked = await exchangeToPay(db, back);
    if (asked) await acts.payChange(asked.id);
    const promised = await settleBack(acts, order, back);
    account.move(goods, -1, 0);
    const expected = -account.exchange(account.line("tee"), goods);
    account.move("tee", 1, 0);
    return { promised: promised - (asked?.difference ?? 0), expected };
  };

/** Loses the parcel of a piece, and sends it again or refunds it. */
export const lost = (kind: "again" | "refund", goods: Sent = "tee"): Act["do"] =>
  async function (acts, order) {
    const { shop } = acts;
    const { account, number } = order;
    if (goods === OFFERED.present) requirePresent(order);
    const parcelId = await send(acts, order, goods);
    const member = acts.member();
    await loseAsMember(shop, member, await acts.form(number), { parcelId, again: [], refund: [] });
    const page = await lostForm(shop, member, number, parcelId);
    const each = /\$([\d,.]+) for one/.exec(page?.lines[0]?.each ?? "")?.[1] ?? "0";
    const { decision } = typedDecision({ [`${kind}-${POSITIONS[goods]}`]: "1" });
    if (!decision) throw new Error("The decision is wrong.");
    await loseAsMember(shop, member, await acts.form(number), { parcelId, ...decision });
    const line = account.line(goods);
    if (kind === "again") {
      account.move(goods, 1, 1);
      line.promised = (line.promised ?? 0) + 1;
      return nothing;
    }
    const isPresent = goods === OFFERED.present;
    return {
      promised: Math.round(Number(each) * 100),
      expected: isPresent ? account.takeOut(line) : account.refund(line),
    };
  };

/** Hands a damaged tee over, refunds it and takes it in by one form; the delivery fee goes back by the rule of the return policy. */
export const refundedHere: Act["do"] = async function (acts, order) {
  const { shop } = acts;
  const { number, account } = order;
  await send(acts, order);
  const member = acts.member();
  const found = await refundedOrder(shop, member, number);
  if (!found) throw new Error("There is no form.");
  const page = await refundFormOf(shop, member, found, new Date());
  const opened = { reason: "Damaged or faulty", restock: "yes", "goodwill-tax": "yes" };
  const chosen = { "pieces-0": "1", "here-0": "yes", "damaged-0": "yes" };
  const typed = typedRefundOf(page, opened, chosen);
  const promised = sumOfRefund(page, typed) ?? 0;
  const { wanted, ...wrong } = typedRefund(typed as Record<string, string>, found);
  if (!wanted) throw new Refused(promised, promised === 0 ? "nothing to refund" : JSON.stringify(wrong));
  const { pieces: lines, here, ...more } = wanted;
  await refundHere(shop, member, await acts.form(number), { ...more, lines, here });
  account.returns += 1;
  return { promised, expected: account.refund(account.line("tee")) + account.refundDelivery() };
};
