import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { system } from "~/shop/actor";
import { cardById } from "~/shop/gift-cards/gift-cards.server";
import { recordEvent } from "../orders.server";
import { madeCredit } from "./credit-cards.server";

/** Most orders that one look completes. */
const BATCH = 200;

/**
 * Records in the history of the order that bought a card, or whose money it stands for as store credit, that its letter left, and
 * completes an order of gift cards only.
 */
export async function noteCardSent({ db }: Pick<Services, "db">, cardId: string): Promise<void> {
  const { rows } = await db.execute<{ number: string; lastFour: string; position: number }>(sql`
    select order_number as number, position, last_four as "lastFour" from gift_card_lines where card_id = ${cardId}`);
  const [line] = rows;
  if (!line) return noteCreditSent(db, cardId);
  const { number, lastFour, position } = line;
  await db.transaction(async (tx) => {
    await deliver(tx, number);
    const onceKey = onceKeyOf(cardId);
    await recordEvent(tx, number, "gift-card-sent", system, { details: { position, lastFour }, onceKey });
  });
}

async function noteCreditSent(db: Database, cardId: string): Promise<void> {
  const credit = await madeCredit(db, cardId);
  if (!credit) return;
  const { lastFour = "" } = (await cardById(db, cardId)) ?? {};
  await db.transaction((tx) =>
    recordEvent(tx, credit.orderNumber, "gift-card-sent", system, {
      details: { lastFour },
      onceKey: onceKeyOf(cardId),
    }),
  );
}

const onceKeyOf = (cardId: string) => `gift-card-sent:${cardId}`;

/** SQL condition for a letter of an order's card that left and is in no history yet. */
const HAS_UNNOTED = sql`exists (select from gift_card_lines own join gift_cards card on card.id = own.card_id
  where own.order_number = orders.number and card.sent_at is not null
    and not exists (select from order_events where once_key = ${onceKeyOf("")} || card.id))`;

/**
 * SQL condition for orders of gift cards only whose letters have all left, those of closed cards apart: they are delivered. Asked
 * after every letter, and again for an order whose process ended between letter and note. One that was refunded in part is completed
 * by a letter only, since it may have been delivered before.
 */
const IS_DELIVERED = sql`(orders.state = 'paid' or orders.state = 'partly-refunded' and ${HAS_UNNOTED})
  and not exists (select from standing_lines line where line.order_number = orders.number and not is_gift_card(line.kind_for_tax))
  and not exists (select from gift_card_lines own left join gift_cards card on card.id = own.card_id
    where own.order_number = orders.number and (card.id is null or card.state = 'open' and card.sent_at is null))`;

const deliver = (tx: Database, number: string) =>
  tx.execute(
    sql`update orders set state = 'delivered', version = version + 1 where number = ${number} and ${IS_DELIVERED}`,
  );

/** Completes orders whose last letter left without being noted. */
export async function deliverCardOrders(db: Database): Promise<void> {
  const { rows } = await db.execute<{ cardId: string }>(sql`
    select distinct on (orders.number) own.card_id as "cardId" from gift_card_lines own
    join orders on orders.number = own.order_number join gift_cards sent on sent.id = own.card_id and sent.sent_at is not null
    where ${IS_DELIVERED} order by orders.number limit ${BATCH}`);
  for (const { cardId } of rows) await noteCardSent({ db }, cardId);
}
