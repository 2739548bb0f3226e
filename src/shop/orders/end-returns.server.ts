import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Actor } from "~/shop/actor";
import { Refusal } from "~/shop/refusal";
import { recordEvent } from "./orders.server";

/** Message to the shopper on the order's page; there is no letter besides that about the cancellation. */
const WORDS = "The order was cancelled before anything of it had left.";

/**
 * Ends the returns that were started for an order that is cancelled. Nothing was shipped, so nothing can be returned. Uses SQL,
 * since this module must not import the modules of returns, which depend on it.
 *
 * @throws {Refusal} `order-state` if a returned parcel has arrived, which means that something was shipped without being
 * recorded.
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
