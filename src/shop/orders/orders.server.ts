import { and, asc, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Actor } from "~/shop/actor";
import { paymentOf } from "~/shop/payments/payments.server";
import type { Order } from "./order";
import { orderNumberIn } from "./order-number";
import type { OrderEventKind } from "./order-event";
import { orderEvents, orderLines, orders } from "./orders.tables";

/**
 * Appends an event to an order's history. With a `onceKey` it is recorded once: false when it was before. A concurrent call waits
 * until the transaction of the first has ended.
 */
export async function recordEvent(
  tx: Database,
  orderNumber: string,
  kind: OrderEventKind,
  actor: Actor,
  { details = {}, onceKey }: { details?: Record<string, unknown>; onceKey?: string } = {},
): Promise<boolean> {
  const added = await tx
    .insert(orderEvents)
    .values({ orderNumber, kind, actor, details, onceKey: onceKey ?? null })
    .onConflictDoNothing({ target: orderEvents.onceKey })
    .returning({ id: orderEvents.id });
  return added.length > 0;
}

/** An order with its lines. */
export async function orderByNumber(db: Database, number: string): Promise<Order | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.number, number));
  return order && whole(db, order);
}

/** The order of a number as typed and the e-mail address it was made with; nothing unless both fit. */
export async function findOrder(db: Database, numberText: string, email: string): Promise<Order | undefined> {
  const number = orderNumberIn(numberText);
  if (!number) return undefined;
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.number, number), eq(orders.email, email.trim().toLowerCase())));
  return order && whole(db, order);
}

async function whole(db: Database, order: typeof orders.$inferSelect): Promise<Order> {
  const [lines, payment] = await Promise.all([
    db.select().from(orderLines).where(eq(orderLines.orderNumber, order.number)).orderBy(asc(orderLines.position)),
    paymentOf(db, order.number),
  ]);
  const { number, state, email, name, phone, address, city, postalCode, region, discountCode } = order;
  const { orderValue, discount, deliveryFee, tax, total } = order;
  return {
    number,
    state,
    email,
    name,
    phone,
    address,
    city,
    postalCode,
    region,
    discountCode,
    lines: lines.map(
      ({ position, productId, name, size, color, image, quantity, price, discountShare, finalSale }) => ({
        position,
        name,
        size,
        color,
        quantity,
        price,
        discountShare,
        finalSale,
        product: productId,
        image: image ?? "",
      }),
    ),
    summary: {
      orderValue,
      discount,
      deliveryFee,
      tax,
      total,
    },
    method: payment?.method ?? null,
    draftedAt: order.draftedAt,
    paidAt: order.paidAt,
  };
}
