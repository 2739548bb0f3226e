import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { shopper } from "~/shop/actor";
import { moneyBackWords } from "~/shop/payments/money-back";
import { computedMoneyBack } from "~/shop/payments/money-back.server";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { lastClock } from "~/shop/shop-time";
import { endBeforeCancelling } from "./changes/end-change.server";
import { cancelAnew } from "./cancel-anew.server";
import { cancelOrder } from "./cancel-order.server";
import { isDisputed } from "./disputes/disputed.server";
import { cancellableUntil, type Order } from "./order";
import { orderNumberIn } from "./order-number";
import { hasTouchedCard } from "./gift-cards/bought-cards.server";
import { findOrder } from "./orders.server";
import { parcels } from "./orders.tables";
import { BY_SHOPPER } from "./reasons";

const hasLeft = async (db: Database, number: string): Promise<boolean> =>
  (await db.$count(parcels, eq(parcels.orderNumber, number))) > 0;

/**
 * Time until which a shopper may cancel an order, in the shop's time zone, and sentences about where its money would go; null if the shopper
 * may not cancel.
 */
export async function cancelOffer(
  db: Database,
  order: Pick<Order, "number" | "state" | "paidAt">,
  settings: Settings,
  now = new Date(),
): Promise<{ until: string; money: string } | null> {
  const end = cancellableUntil(order, settings, await hasLeft(db, order.number));
  if (!end || now >= end) return null;
  if ((await isDisputed(db, order.number)) || (await hasTouchedCard(db, order.number))) return null;
  const money = moneyBackWords(await computedMoneyBack(db, order.number), settings.refundTime, now);
  return { until: lastClock(end, settings.timeZone), money };
}

/**
 * Cancels an order for its shopper: refunds the money, releases stock and code, and sends a letter. It is possible for
 * `cancelMinutes` (setting) after the payment, until the order is packed. Also ends a change of the order that waits for its
 * payment. Safe to repeat.
 *
 * @throws {Refusal} `order-unknown` if number and e-mail address do not match, `cancel-over` if it is too late, `cancel-disputed`
 * if the bank disputes the payment; as `endBeforeCancelling`.
 */
export async function cancelAsShopper(
  services: Services,
  { order: typed, email }: { order: string; email: string },
  now = new Date(),
): Promise<void> {
  const number = orderNumberIn(typed) ?? "";
  await cancelAnew(services.db, number, async (change) => {
    const order = await findOrder(services.db, number, email);
    if (!order?.paidAt) throw new Refusal("order-unknown");
    if (order.state === "cancelled") return;
    const end = cancellableUntil(order, services.settings(), await hasLeft(services.db, number));
    if (!end || now >= end) throw new Refusal("cancel-over");
    if (await isDisputed(services.db, number)) throw new Refusal("cancel-disputed");
    await endBeforeCancelling(services, number, { by: "shopper", actor: shopper }, now);
    await cancelOrder(services, change, { reason: BY_SHOPPER, from: "paid" });
  });
}
