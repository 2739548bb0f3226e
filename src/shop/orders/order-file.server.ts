import { and, asc, eq, exists, inArray, or, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Actor } from "~/shop/actor";
import type { Cents } from "~/shop/money";
import { type Refund, refundsOf } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { lineProgress } from "./parcels/line-progress.server";
import type { Order, OrderState } from "./order";
import { orderByNumber } from "./orders.server";
import { orderEvents, orders } from "./orders.tables";
import { replacements } from "./parcels/replacements.tables";
import { parcelsOf } from "./parcels/parcels.server";
import type { Parcel } from "./parcels/pieces";
import type { LineProgress } from "./parcels/pieces";
import { type Replacement, replacementsOf } from "./parcels/replacements.server";

/** Order with its lines, parcels, refunds, replacements and events, for operators' commands and for the processing of returns. */
export interface OrderFile {
  order: Order;
  version: number;
  lines: LineProgress[];
  parcels: Parcel[];
  refunds: Refund[];
  replacements: Replacement[];
  events: { kind: string; actor: Actor; at: Date }[];
}

/** Order in the list of orders on which a member or an operator has to act. */
interface WaitingOrder {
  number: string;
  state: OrderState;
  name: string;
  total: Cents;
  paidAt: Date | null;
  /** True if a replacement is still to be sent. */
  owesReplacement: boolean;
}

/** Orders on which a member or an operator has to act, oldest first, including those with only a replacement to send. */
export const ordersToHandle = (
  db: Database,
  states: OrderState[] = ["paid", "packed", "shipped", "partly-refunded"],
): Promise<WaitingOrder[]> => {
  const owesReplacement = exists(
    db
      .select({ one: sql`1` })
      .from(replacements)
      .where(and(eq(replacements.orderNumber, orders.number), eq(replacements.state, "waiting"))),
  );
  return db
    .select({
      number: orders.number,
      state: orders.state,
      name: orders.name,
      total: orders.total,
      paidAt: orders.paidAt,
      owesReplacement: sql<boolean>`${owesReplacement}`,
    })
    .from(orders)
    .where(or(inArray(orders.state, states), owesReplacement))
    .orderBy(asc(orders.paidAt));
};

/**
 * Reads an order with everything that happened to it, before it is changed.
 *
 * @throws {Refusal} `order-unknown`.
 */
export async function orderFile(db: Database, number: string): Promise<OrderFile> {
  // The version is read first, so that a change is refused if anything changes while the rest is read.
  const [row] = await db.select({ version: orders.version }).from(orders).where(eq(orders.number, number));
  const order = row && (await orderByNumber(db, number));
  if (!order) throw new Refusal("order-unknown");
  const events = await db
    .select({ kind: orderEvents.kind, actor: orderEvents.actor, at: orderEvents.at })
    .from(orderEvents)
    .where(eq(orderEvents.orderNumber, number))
    .orderBy(asc(orderEvents.id));
  return {
    order,
    version: row.version,
    lines: await lineProgress(db, number),
    parcels: await parcelsOf(db, number),
    refunds: await refundsOf(db, number),
    replacements: await replacementsOf(db, number),
    events,
  };
}
