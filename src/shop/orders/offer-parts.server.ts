import { sql } from "drizzle-orm";
import type { Cents } from "~/shop/money";
import type { OfferPart } from "./order";
import { orders } from "./orders.tables";

/** SQL for the part of an offer in the discount that a line has left: of a line of which pieces have ended, in proportion. */
const LEFT = sql`(part.amount_cents::bigint * stands.discount_share_cents / part.of_discount_cents)::integer`;

const OF_STANDING = sql`order_offers as part
  join standing_lines as stands on stands.order_number = part.order_number and stands.position = part.position`;

/**
 * SQL for what each offer took off the standing lines of an order, in the order in which the offers took, in a query on `orders`; null
 * without any.
 */
export const OFFER_PARTS = sql<OfferPart[] | null>`(
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('sentence', sentence, 'amount', amount, 'ofPresents', of_presents))
    order by turn, sentence) from (
    select min(part.turn) as turn, part.sentence, sum(${LEFT})::integer as amount,
      sum(${LEFT}) filter (where part.is_present)::integer as of_presents from ${OF_STANDING}
    where part.order_number = ${orders.number} group by part.offer_id, part.sentence) as given
  where amount > 0)`;

// Table names are written out, since Drizzle omits them for columns inside a template.
/** SQL for what offers took off a line, as far as it stands, and whether it is a present, in a query on `line_goods`. */
export const OFFER_SHARE = sql<Cents>`(select coalesce(sum(${LEFT}), 0)::integer from ${OF_STANDING}
  where part.order_number = line_goods.order_number and part.position = line_goods.position)`;

/** SQL for the positions of the presents among an order's lines, in a query on `orders`; null without any. */
export const PRESENTS = sql<number[] | null>`(select jsonb_agg(distinct position) from order_offers
  where order_number = ${orders.number} and is_present)`;

const isPresentIn = (lines: "line_goods" | "standing_lines") => sql<boolean>`exists (select from order_offers as part
  where part.order_number = ${sql.raw(lines)}.order_number and part.position = ${sql.raw(lines)}.position and part.is_present)`;
export const IS_PRESENT = isPresentIn("line_goods");

/** SQL for whether a line is a present, in a query on `standing_lines`. */
export const IS_PRESENT_LINE = isPresentIn("standing_lines");
