import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Actor } from "~/shop/actor";
import { Refusal } from "~/shop/refusal";
import { recordEvent } from "./orders.server";

/** Words to the shopper, on the page of the order. The letter about the cancellation is the only one. */
const WORDS = "The order was cancelled before anything of it had left.";

/**
 * Ends the returns that were started for an order that is cancelled: nothing of it left, so nothing can come back. By the names of
 * their tables: the room of returns stands above this one.
 *
 * @throws {Refusal} `order-state` once a return of it has arrived: then something left that nobody noted.
 */
export async function endReturns(tx: Transaction, orderNumber: string, actor: Actor): Promise<void> {
  const { rows: ended } = await tx.execute<{ number: string }>(sql`
    update returns set state = 'refused', refused_at = now(), words = ${WORDS}, label_url = '', version = version + 1
    where order_number = ${orderNumber} and state = 'started' returning number`);
  const { rows: arrived } = await tx.execute(sql`
    select from returns where order_number = ${orderNumber} and state in ('received', 'settled') limit 1`);
  if (arrived.length > 0) throw new Refusal("order-state");

  for (const { number } of ended) {
    await tx.execute(sql`delete from return_labels where return_number = ${number}`);
    await recordEvent(tx, orderNumber, "return-refused", actor, {
      details: { return: number },
      onceKey: `return-refused:${number}`,
    });
  }
}
