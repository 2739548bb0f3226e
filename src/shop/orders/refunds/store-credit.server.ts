import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Sealer } from "~/platform/sealing.server";
import type { Services } from "~/services";
import { makeCreditCard } from "~/shop/gift-cards/gift-cards.server";
import { actorOf } from "~/shop/members/actor-of";
import type { Member } from "~/shop/members/member";
import type { Cents } from "~/shop/money";
import { type Refund, storeRefund } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { dayIn } from "~/shop/shop-time";
import { isDisputed } from "../disputes/disputed.server";
import { enqueueGiftCard } from "../gift-cards/gift-card-letters.server";
import type { OrderKind } from "../order-facts";
import { recordEvent } from "../orders.server";
import { orders } from "../orders.tables";

/** Store credit that a member gives in place of money back, because the shopper agreed to it. */
export interface StoreCredit {
  sealer: Sealer;
  memberId: string;
  /** The member's words about what the shopper agreed to. */
  agreed: string;
  /** Day in the shop's time zone on which the letter with the card leaves. */
  today: string;
}

/** Store credit by a member's form; undefined for a form without it. */
export const storeCreditBy = (
  { sealer, settings }: Pick<Services, "sealer" | "settings">,
  { id }: Pick<Member, "id">,
  agreed: string | undefined,
  now = new Date(),
): StoreCredit | undefined =>
  agreed === undefined ? undefined : { sealer, memberId: id, agreed, today: dayIn(now, settings().timeZone) };

/** Parts of an order's payments that go onto one card, of which `cause` was not refunded before. */
interface Credited {
  orderNumber: string;
  parts: readonly { paymentId: string; amount: Cents }[];
  cause: string;
  reason: string;
}

/**
 * Gives back parts of an order's payments onto a new gift card, whose id is that of the first refund. Card and refunds are done in
 * the caller's transaction, because a process of a former release sends whatever is `requested` to the gateway.
 *
 * @throws {Refusal} `store-credit-disputed` while a bank asks about the order's money, which then goes back by the gateway alone;
 * `order-state` for an invented order; `edited-meanwhile` if the cause has a refund already.
 */
export async function giveStoreCredit(
  tx: Transaction,
  { jobs }: Pick<Services, "jobs">,
  { orderNumber, parts, cause, reason }: Credited,
  { sealer, memberId, agreed, today }: StoreCredit,
): Promise<Refund[]> {
  if (await isDisputed(tx, orderNumber)) throw new Refusal("store-credit-disputed");
  const [order] = await tx
    .select({ email: orders.email, name: orders.name, kind: sql<OrderKind>`kind_of_order(${orders.number})` })
    .from(orders)
    .where(eq(orders.number, orderNumber));
  if (!order) throw new Refusal("order-unknown");
  if (order.kind === "sample") throw new Refusal("order-state");
  const ids = parts.map(() => randomUUID());
  const card = await makeCreditCard(tx, sealer, {
    id: ids[0] ?? randomUUID(),
    live: order.kind === "real",
    memberId,
    email: order.email || null,
    recipient: order.name,
    sendOn: today,
  });
  const refunds: Refund[] = [];
  for (const [place, part] of parts.entries()) {
    const id = ids[place] ?? randomUUID();
    const done = { id, onto: "gift-card", state: "done", agreed } as const;
    const refund = await storeRefund(tx, { ...part, cause, reason }, done);
    if (!refund) throw new Refusal("edited-meanwhile");
    await recordEvent(tx, orderNumber, "refunded", actorOf({ id: memberId }), {
      onceKey: `refunded:${id}`,
      details: { refundId: id, amount: part.amount, giftCard: card.lastFour },
    });
    refunds.push(refund);
  }
  if (card.email) await enqueueGiftCard({ db: tx, jobs }, card);
  return refunds;
}
