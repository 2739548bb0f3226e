import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { shopper } from "~/shop/actor";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { lastClock } from "~/shop/shop-time";
import { endBeforeCancelling } from "./changes/end-change.server";
import { cancelOrder } from "./cancel-order.server";
import { isDisputed } from "./disputes/disputed.server";
import { cancellableUntil, type Order } from "./order";
import { orderNumberIn } from "./order-number";
import { findOrder } from "./orders.server";
import { orders, parcels } from "./orders.tables";

/** Reason stored in the history and with the refund; one of those that members can choose. */
const REASON = "The shopper asked for it";
/** Number of attempts if other changes of the order keep coming first. */
const TRIES = 5;

const hasLeft = async (db: Database, number: string): Promise<boolean> =>
  (await db.$count(parcels, eq(parcels.orderNumber, number))) > 0;

/** Time until which a shopper may cancel an order, in the shop's time zone; null if the shopper may not cancel. */
export async function cancelOffer(
  db: Database,
  order: Pick<Order, "number" | "state" | "paidAt">,
  settings: Settings,
  now = new Date(),
): Promise<{ until: string } | null> {
  const end = cancellableUntil(order, settings, await hasLeft(db, order.number));
  if (!end || now >= end || (await isDisputed(db, order.number))) return null;
  return { until: lastClock(end, settings.timeZone) };
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
  for (let tries = 1; ; tries += 1) {
    // Read the version first, so that the data read below is at least as new.
    const version = await versionOf(services.db, number);
    const order = await findOrder(services.db, number, email);
    if (!order?.paidAt || version === undefined) throw new Refusal("order-unknown");
    if (order.state === "cancelled") return;
    const end = cancellableUntil(order, services.settings(), await hasLeft(services.db, number));
    if (!end || now >= end) throw new Refusal("cancel-over");
    if (await isDisputed(services.db, number)) throw new Refusal("cancel-disputed");
    await endBeforeCancelling(services, number, { by: "shopper", actor: shopper }, now);
    try {
      await cancelOrder(services, { number, version, actor: shopper }, { reason: REASON, from: "paid" });
      return;
    } catch (error) {
      // Another change came first; check again whether the order may be cancelled.
      const isOvertaken =
        error instanceof Refusal && ["edited-meanwhile", "order-state", "change-open"].includes(error.code);
      if (!isOvertaken || tries === TRIES) throw isOvertaken ? new Refusal("cancel-over") : error;
    }
  }
}

async function versionOf(db: Database, number: string): Promise<number | undefined> {
  const [row] = await db.select({ version: orders.version }).from(orders).where(eq(orders.number, number));
  return row?.version;
}
