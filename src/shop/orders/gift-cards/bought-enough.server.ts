import { sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import { formatRound, type Cents } from "~/shop/money";
import { giftCardValue } from "~/shop/price";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import type { DraftRequest } from "../drafting/draft-request.server";
import type { PricedLine } from "../drafting/priced-lines.server";
import { areUnmade, CARDS_VALUE, CARDS_WITH_LINES } from "./bought-card-lines.server";

/**
 * Refuses gift cards beyond what one mailbox, or one address, buys in 24 hours: a stolen payment card becomes money by them. Paid
 * orders count, and drafts that may still be paid; what was drafted with the same key does not, because it is asked for again or takes
 * the new draft's place. Whose gift cards went back because their payment card had bought enough buys none for a day: the same card would
 * be charged again, for nothing. Of two drafts of one mailbox at the same moment one waits for the other.
 *
 * @throws {Refusal} `input-invalid` at `items`.
 */
export async function refuseBoughtEnough(
  tx: Transaction,
  { customer, draftKey = "" }: Pick<DraftRequest, "customer" | "draftKey">,
  lines: readonly PricedLine[],
  { giftCardsADay }: Pick<Settings, "giftCardsADay">,
  now: Date,
): Promise<void> {
  const wanted = giftCardValue(lines);
  if (wanted === 0) return;
  const { email, address, postalCode } = customer;
  // Two locks in one order: of the mailbox and of the address.
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (values (hashtextextended('gift-cards of ' || mailbox_of(${email}), 0)),
      (hashtextextended('gift-cards at ' || lower(${address}) || ${postalCode}, 0))) as own (key) order by key`);
  const { rows } = await tx.execute<{ bought: Cents; wentBack: boolean }>(sql`
    select ${CARDS_VALUE} as bought, coalesce(bool_or(${areUnmade(sql`orders.number`)}), false) as "wentBack"
    from ${CARDS_WITH_LINES}
    join orders on orders.number = card.order_number
    where (mailbox_of(orders.email) = mailbox_of(${email})
        or lower(orders.address) = lower(${address}) and orders.postal_code = ${postalCode})
      and orders.drafted_at > ${new Date(now.getTime() - DAY).toISOString()}
      and orders.draft_key is distinct from ${draftKey}
      and (orders.state not in ('cancelled', 'awaiting-payment')
        or orders.state = 'awaiting-payment' and orders.reserved_until > ${now.toISOString()})`);
  const { bought = 0, wentBack = false } = rows[0] ?? {};
  if (!wentBack && bought + wanted <= giftCardsADay) return;
  throw new Refusal("input-invalid", {
    fields: {
      items: `Gift cards of up to ${formatRound(giftCardsADay)} can be bought in 24 hours. For more, please write to us.`,
    },
  });
}
