import { asc, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { BoughtGiftCard } from "~/shop/gift-cards/bought-gift-card";
import { type Cents, cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { giftCardLines } from "./gift-card-lines.tables";

/** Gift cards that an order buys, by the positions of their lines. */
export async function boughtCardsOf(db: Database, number: string): Promise<Map<number, BoughtGiftCard>> {
  const { position, email, recipient, words, sendOn } = giftCardLines;
  const rows = await db
    .select({ position, email, recipient, words, sendOn })
    .from(giftCardLines)
    .where(eq(giftCardLines.orderNumber, number))
    .orderBy(asc(position));
  return new Map(rows.map(({ position: of, ...card }) => [of, card]));
}

/** A gift card that an order bought and whose money has not gone back. */
export interface KeptCard {
  position: number;
  price: Cents;
}

/** A gift card that an order bought, and whose money is not on its way back. */
export interface UnreturnedCard extends KeptCard {
  /** Whether a refund of it failed. The card stays closed, and other refunds may give its money back. */
  hasFailed: boolean;
}

/** Gift cards of an order for which no refund stands. */
export async function unreturnedCards(db: Database, number: string): Promise<UnreturnedCard[]> {
  const { rows } = await db.execute<{ position: number; price: Cents; hasFailed: boolean }>(sql`
    select line.position, line.price_cents as price, coalesce(asked.failed, false) as "hasFailed"
    from standing_lines line join gift_card_lines card on card.order_number = line.order_number and card.position = line.position
    left join lateral (select bool_and(refunds.state = 'failed') as failed from refund_lines join refunds on refunds.id = refund_id
      where refund_lines.order_number = line.order_number and refund_lines.position = line.position) as asked on true
    where line.order_number = ${number} and coalesce(asked.failed, true)
    order by line.position`);
  return rows;
}

/** Gift cards of an order whose money has not gone back; a refund that failed counts as gone, because its card stays closed. */
export const keptCards = async (db: Database, number: string): Promise<KeptCard[]> =>
  (await unreturnedCards(db, number)).filter(({ hasFailed }) => !hasFailed);

/** Value of an order's gift cards whose money has not gone back, in cents: no other refund may give it back. */
export const keptCardValue = async (db: Database, number: string): Promise<Cents> =>
  valueOf(await keptCards(db, number));

/** Line of an order that bought a card, for its refund. */
export interface LineOfCard extends KeptCard {
  number: string;
  /** Version of the order. */
  version: number;
}

/** SQL condition that the card of a line `own` was used, or that an unpaid order holds it; as in `close_sold_gift_cards`. */
const IS_TOUCHED = sql`(exists (select from gift_card_entries where card_id = own.card_id and kind not in ('sold', 'refunded'))
  or exists (select from payments where gift_card_id = own.card_id and payments.state = 'requested'))`;

/**
 * Line that bought a card whose money can go back to its buyer: the card is not used, no unpaid order holds it, and its money has not
 * gone back. Undefined for other cards.
 */
export async function refundableLineOf(db: Database, cardId: string): Promise<LineOfCard | undefined> {
  const { rows } = await db.execute<{ number: string; version: number; position: number }>(sql`
    select orders.number, orders.version, own.position from gift_card_lines own join orders on orders.number = own.order_number
    where own.card_id = ${cardId} and orders.state not in ('awaiting-payment', 'cancelled', 'refunded')
      and not ${IS_TOUCHED}`);
  const [line] = rows;
  const kept = line && (await keptCards(db, line.number)).find(({ position }) => position === line.position);
  return kept && { ...line, price: kept.price };
}

export const valueOf = (kept: readonly KeptCard[]): Cents => cents(kept.reduce((all, { price }) => all + price, 0));

/**
 * Closes gift cards of an order whose money goes back: all of them, or that of one line.
 *
 * @throws {Refusal} `gift-card-used` if one was used or an unpaid order holds it; then none is closed.
 */
export async function closeBoughtCards(
  tx: Transaction,
  number: string,
  { position = null, why }: { position?: number | null; why: string },
): Promise<void> {
  const { rows } = await tx.execute<{ touched: string | null }>(
    sql`select close_sold_gift_cards(${number}, ${position}, ${why}) as touched`,
  );
  if (rows[0]?.touched) throw new Refusal("gift-card-used");
}

/** Whether a gift card that an order bought was used, or an unpaid order holds it, so that the order cannot be cancelled. */
export async function hasTouchedCard(db: Database, number: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from gift_card_lines own where own.order_number = ${number} and ${IS_TOUCHED} limit 1`);
  return rows.length > 0;
}

/** Reasons why a closed card stays closed. */
type WhyClosed = "gift-card-went-back" | "gift-card-disputed";

/**
 * Reason why a card cannot be opened again: its money went back to its buyer, or may, by a refund, a cancelled order, or a dispute that is not
 * won; or it is store credit whose money went back besides at the gateway, or may by a dispute. Null if nothing keeps it closed.
 */
export async function whyKeptClosed(db: Database, cardId: string): Promise<WhyClosed | null> {
  const { rows } = await db.execute<{ wentBack: boolean; isDisputed: boolean }>(sql`
    select orders.state in ('cancelled', 'refunded') or exists (select from refund_lines
        where refund_lines.order_number = card.order_number and refund_lines.position = card.position) as "wentBack",
      exists (select from disputes join payments on payments.id = payment_id
        where payments.order_number = card.order_number and disputes.state <> 'won') as "isDisputed"
    from gift_card_lines card join orders on orders.number = card.order_number where card.card_id = ${cardId}`);
  if (rows[0]?.wentBack) return "gift-card-went-back";
  if (rows[0]?.isDisputed) return "gift-card-disputed";
  const credits = await db.execute<{ isDisputed: boolean }>(sql`
    select exists (select from disputes where disputes.payment_id = refunds.payment_id and disputes.state <> 'won') as "isDisputed"
    from gift_card_entries entry join refunds on refunds.id = entry.refund_id and refunds.onto = 'gift-card'
    where entry.card_id = ${cardId} and ${cardId} in (select overpaid_store_credits(refunds.payment_id))`);
  if (credits.rows.length === 0) return null;
  return credits.rows.some(({ isDisputed }) => isDisputed) ? "gift-card-disputed" : "gift-card-went-back";
}

/**
 * Refuses to open a card that stays closed. Call it under the card's lock, which whoever gives money back takes before.
 *
 * @throws {Refusal} as `WhyClosed`.
 */
export async function refuseWentBack(db: Database, cardId: string): Promise<void> {
  const why = await whyKeptClosed(db, cardId);
  if (why) throw new Refusal(why);
}

/** Number of the order that bought a card; undefined for a card that was given. */
export async function orderOfCard(db: Database, cardId: string): Promise<string | undefined> {
  const [line] = await db
    .select({ number: giftCardLines.orderNumber })
    .from(giftCardLines)
    .where(eq(giftCardLines.cardId, cardId));
  return line?.number;
}

/** Closes what is left of all gift cards of an order whose money went back at the gateway, used or not. */
export async function closeRefundedAtGateway(tx: Database, number: string): Promise<void> {
  // A closed one is locked as well: nobody opens it before the order says that its money went back.
  await tx.execute(sql`
    with own as (select id from gift_cards where id in (select card_id from gift_card_lines where order_number = ${number})
      order by id for no key update)
    update gift_cards set state = 'closed', closed_reason = 'Its money went back at the gateway.', version = version + 1
    where id in (select id from own) and state = 'open'`);
}
