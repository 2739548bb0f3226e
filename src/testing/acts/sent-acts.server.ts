import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { lostForm, typedDecision } from "~/back-office/orders/order-lost.server";
import { settleSum } from "~/back-office/returns/settle-sum";
import { cents } from "~/shop/money";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { shipAsMember } from "~/shop/orders/order-acts.server";
import { parcels } from "~/shop/orders/orders.tables";
import { loseAsMember } from "~/shop/orders/parcels/lost-acts.server";
import { linesToSettle } from "~/shop/returns/lines-to-settle.server";
import { receiveAsMember } from "~/shop/returns/receive-return.server";
import { returnFile } from "~/shop/returns/return-file.server";
import { returns } from "~/shop/returns/returns.tables";
import { settleAsMember } from "~/shop/returns/settle-return.server";
import { usualSettlement } from "~/shop/returns/settlement";
import { startAsMember } from "~/shop/returns/start-as-member.server";
import { GOODS, type GoodsKey } from "./account";
import { type Act, nothing } from "./act";
import type { ActsShop, Bought } from "./acts-shop.server";

/** Sends one tee in a parcel of its own; returns the parcel's id. */
async function sendTee(acts: ActsShop, order: Bought): Promise<number> {
  const { db, shop } = acts;
  const { number } = order;
  const lines = [{ position: 0, quantity: 1 }];
  const parcel = { carrier: "UPS", trackingNumber: `1Z${randomUUID()}`, lines, despiteDispute: true };
  await shipAsMember(shop, acts.member(), await acts.form(number), parcel);
  order.account.move("tee", 0, -1);
  order.account.hasLeft = true;
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
async function settleBack(
  acts: ActsShop,
  order: Bought,
  back: string,
  more: Record<string, string> = {},
): Promise<number> {
  const { shop, db } = acts;
  const form = async () => {
    const [row] = await db.select({ version: returns.version }).from(returns).where(eq(returns.number, back));
    return { submission: randomUUID(), number: back, version: row?.version ?? 0 };
  };
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
    ...more,
  };
  const promised = settleSum(lines, values, file?.moneyLeft ?? { delivery: cents(0), all: cents(0) });
  const orderVersion = (await acts.form(order.number)).version;
  await settleAsMember(shop, member, { ...(await form()), orderVersion }, values);
  order.account.move("tee", -1, 0);
  return promised ?? Number.NaN;
}

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

/** Loses the parcel of a tee, and sends it again or refunds it. */
export const lost = (kind: "again" | "refund"): Act["do"] =>
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
