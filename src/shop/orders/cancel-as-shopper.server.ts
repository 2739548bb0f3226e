import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { shopper } from "~/shop/actor";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { clockTime, zoneName } from "~/shop/shop-time";
import { endBeforeCancelling } from "./changes/end-change.server";
import { cancelOrder } from "./cancel-order.server";
import { isDisputed } from "./disputed.server";
import { cancellableUntil, type Order } from "./order";
import { orderNumberIn } from "./order-number";
import { findOrder } from "./orders.server";
import { orders, parcels } from "./orders.tables";

/** Reason in the history and the refund: one of those that members choose. */
const REASON = "The shopper asked for it";
/** How many changes of others in a row are waited for. */
const TRIES = 5;

const hasLeft = async (db: Database, number: string): Promise<boolean> =>
  (await db.$count(parcels, eq(parcels.orderNumber, number))) > 0;

/** Deadline for a shopper to cancel an order, by the shop's clock; nothing where that cannot be. */
export async function cancelOffer(
  db: Database,
  order: Pick<Order, "number" | "state" | "paidAt">,
  settings: Settings,
  now = new Date(),
): Promise<{ until: string } | null> {
  const end = cancellableUntil(order, settings, await hasLeft(db, order.number));
  if (!end || now >= end || (await isDisputed(db, order.number))) return null;
  return { until: `${clockTime(end, settings.timeZone)}, ${zoneName(end, settings.timeZone)}` };
}

/**
 * Cancels an order as its shopper: its money, stock and code go back, and a letter says so. The time for it begins with the payment
 * (setting `cancelMinutes`) and ends early once the order is packed. A change that waits for its payment ends with it. Safe to repeat.
 *
 * @throws {Refusal} `order-unknown` unless number and e-mail address fit, `cancel-over` when it is too late, `cancel-disputed` once
 *   the bank disputes the payment; as `endBeforeCancelling`.
 */
export async function cancelAsShopper(
  services: Services,
  { order: typed, email }: { order: string; email: string },
  now = new Date(),
): Promise<void> {
  const number = orderNumberIn(typed) ?? "";
  for (let tries = 1; ; tries += 1) {
    // The version first: what is read after it is at least as new.
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
      // Another change came first: check again whether the order may be cancelled.
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
