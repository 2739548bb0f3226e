import { type SQL, sql } from "drizzle-orm";
import type { Cents } from "~/shop/money";
import { refundCause } from "../refunds/refund-cause";

/** SQL for gift cards that orders bought, as `card`, with their lines as `line`. */
export const CARDS_WITH_LINES = sql`gift_card_lines card
  join standing_lines line on line.order_number = card.order_number and line.position = card.position`;

/** SQL for the value of gift cards in a query on `CARDS_WITH_LINES`, in cents. */
export const CARDS_VALUE = sql<Cents>`coalesce(sum(line.price_cents), 0)::int`;

/** SQL condition: the gift cards of an order were not made, because their payment card had bought too many. */
export const areUnmade = (
  orderNumber: SQL,
) => sql<boolean>`exists (select from payments paid join refunds on refunds.payment_id = paid.id
  where paid.order_number = ${orderNumber} and refunds.cause = ${refundCause.giftCardsBeyond})`;
