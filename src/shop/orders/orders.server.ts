import { and, asc, desc, eq, getViewSelectedFields, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Database, UNNAMED, writtenOnce } from "~/platform/database.server";
import type { Actor } from "~/shop/actor";
import type { GiftCardPart } from "~/shop/gift-cards/gift-card-words";
import type { OrderFee } from "~/shop/price";
import type { OrderPayment } from "~/shop/payments/payments.server";
import { isByEmail, type OfferPart, type Order, type OrderedGiftCard } from "./order";
import { orderNumberIn } from "./order-number";
import type { OrderEventKind } from "./order-event";
import { NAMED_FEES } from "./named-fees.server";
import { OFFER_PARTS, PRESENTS } from "./offer-parts.server";
import { orderEvents, orders } from "./orders.tables";
import { areUnmade } from "./gift-cards/bought-card-lines.server";
import { standingLines } from "./standing-lines.tables";

/**
 * Adds an event to an order's history. With a `onceKey` it is added only once: returns false if it exists. A concurrent call
 * waits for the transaction of the first one.
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

/** Reads an order with its lines. */
export const orderByNumber = async (db: Database, number: string): Promise<Order | undefined> =>
  wholeOf(await numberedStatement(db).execute({ number }));

const numberedStatement = writtenOnce((db) =>
  rowsOfWhole(db, eq(orders.number, sql.placeholder("number"))).prepare(UNNAMED),
);

/** Number of the order that was paid last; undefined before the first paid order. */
export async function latestPaidNumber(db: Database): Promise<string | undefined> {
  const [latest] = await db
    .select({ number: orders.number })
    .from(orders)
    .where(isNotNull(orders.paidAt))
    .orderBy(desc(orders.paidAt))
    .limit(1);
  return latest?.number;
}

/** Finds an order by a typed number and its e-mail address; undefined unless both match. */
export async function findOrder(db: Database, numberText: string, email: string): Promise<Order | undefined> {
  const number = orderNumberIn(numberText);
  if (!number) return undefined;
  return wholeOf(await rowsOfWhole(db, and(eq(orders.number, number), eq(orders.email, email.trim().toLowerCase()))));
}

/** SQL for the payment method by which an order was bought. */
const METHOD = sql<
  OrderPayment["method"] | null
>`(select method from payments where payments.order_number = ${orders.number} and payments.kind = 'order')`;

/** SQL for what gift cards pay of an order, in a query on `orders`; null without any. */
const GIFT_CARD_PARTS = sql<
  GiftCardPart[] | null
>`(select jsonb_agg(jsonb_build_object('lastFour', card.last_four, 'amount', part.amount_cents) order by part.requested_at, part.id)
  from payments as part join gift_cards as card on card.id = part.gift_card_id
  where part.order_number = ${orders.number} and part.kind = 'gift-card' and part.state <> 'cancelled')`;

/**
 * SQL for the gift cards that an order bought, by the position of their lines, in a query on `orders`, as their letters are by now: a
 * member may have corrected one. Null without any.
 */
const BOUGHT_CARDS = sql<Record<
  string,
  OrderedGiftCard
> | null>`(select jsonb_object_agg(own.position, jsonb_strip_nulls(jsonb_build_object(
    'recipient', coalesce(card.recipient, own.recipient), 'email', coalesce(case when card.id is null then own.email else card.email end, ''),
    'sendOn', coalesce(card.send_on, own.send_on), 'isUnmade', case when ${areUnmade(sql`own.order_number`)} then true end)))
  from gift_card_lines as own left join gift_cards as card on card.id = own.card_id where own.order_number = ${orders.number})`;

/** Recipient of a gift card whose data were erased. */
const ERASED = { recipient: "somebody whose name was erased" };

/** Query of an order with its lines, one row for each line. */
const rowsOfWhole = (db: Database, condition: SQL | undefined) =>
  db
    .select({
      order: orders,
      line: getViewSelectedFields(standingLines),
      method: METHOD,
      namedFees: NAMED_FEES,
      giftCards: GIFT_CARD_PARTS,
      boughtCards: BOUGHT_CARDS,
      offers: OFFER_PARTS,
      presents: PRESENTS,
    })
    .from(orders)
    .leftJoin(standingLines, eq(standingLines.orderNumber, orders.number))
    .where(condition)
    .orderBy(asc(standingLines.position));

function wholeOf(rows: Awaited<ReturnType<typeof rowsOfWhole>>): Order | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const lines = rows.flatMap(({ line }) => (line ? [line] : []));
  return orderOf(first.order, lines, first);
}

function cardAt(cards: Record<string, OrderedGiftCard> | null, position: number): { giftCard?: OrderedGiftCard } {
  const giftCard = cards?.[position];
  return giftCard ? { giftCard: giftCard.email || giftCard.recipient ? giftCard : { ...giftCard, ...ERASED } } : {};
}

/** Values that are read beside the rows of an order. */
interface Beside {
  method: OrderPayment["method"] | null;
  namedFees: OrderFee[] | null;
  giftCards: GiftCardPart[] | null;
  boughtCards: Record<string, OrderedGiftCard> | null;
  offers: OfferPart[] | null;
  presents: number[] | null;
}

function orderOf(
  order: typeof orders.$inferSelect,
  lines: (typeof standingLines.$inferSelect)[],
  { method, namedFees, giftCards, boughtCards, offers, presents }: Beside,
): Order {
  const { number, state, email, name, phone, address, city, postalCode, region, discountCode } = order;
  const { orderValue, discount, deliveryFee, tax, fees, total } = order;
  const shown = lines.map(
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
      ...cardAt(boughtCards, position),
      ...(presents?.includes(position) && { isPresent: true as const }),
    }),
  );
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
    lines: shown,
    summary: {
      orderValue,
      discount,
      deliveryFee,
      tax,
      fees,
      ...(namedFees && { namedFees }),
      total,
      ...(order.deliveryMethod !== null && { deliveryMethod: order.deliveryMethod }),
    },
    method,
    ...(offers && { offers }),
    ...(giftCards && { giftCards }),
    draftedAt: order.draftedAt,
    paidAt: order.paidAt,
    // An order of gift cards only leaves by e-mail, at the days of its cards.
    shipBy: isByEmail({ lines: shown }) ? null : order.shipBy,
  };
}
