import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { shopper } from "~/shop/actor";
import { Refusal, type RefusalCode } from "~/shop/refusal";
import type { Change } from "./change-order.server";
import { orders } from "./orders.tables";

/** Number of attempts if other changes of the order keep coming first. */
const TRIES = 5;
/** Refusals of an act on an order that another change has overtaken. */
const OVERTAKEN: readonly RefusalCode[] = ["edited-meanwhile", "order-state", "change-open"];

/**
 * Cancels for a shopper at the order's present version, and anew if another change of the order comes first. `cancel` checks each time
 * whether it may still be done.
 *
 * @throws {Refusal} `order-unknown`; `cancel-over` if other changes keep coming first; refusals of `cancel`.
 */
export async function cancelAnew(
  db: Database,
  number: string,
  cancel: (change: Change) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    // The version is read first, so that what `cancel` reads is at least as new.
    const [order] = await db.select({ version: orders.version }).from(orders).where(eq(orders.number, number));
    if (!order) throw new Refusal("order-unknown");
    try {
      await cancel({ number, version: order.version, actor: shopper });
      return;
    } catch (error) {
      const isOvertaken = error instanceof Refusal && OVERTAKEN.includes(error.code);
      if (!isOvertaken || tries === TRIES) throw isOvertaken ? new Refusal("cancel-over") : error;
    }
  }
}
