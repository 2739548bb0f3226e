import { type SQL, sql } from "drizzle-orm";
import { isCounted } from "~/shop/counted.server";

/** Goods of a recall, and the days on which they left, such as 2026-12-03, both included. */
export interface RecalledGoods {
  /** Products that are recalled whole. */
  productIds: string[];
  /** Variants of other products. */
  variantIds: number[];
  firstDay: string;
  lastDay: string;
}

/**
 * SQL of the addresses to which recalled pieces left and from which they were not received back: `email` (empty for erased people),
 * `number` of the newest order, `pieces`. Parcels of any kind count: bought, sent again, in exchange, made by a member; lost ones do
 * not, and whatever was refunded does. Of the pieces of a line those that left first count as the ones that came back, because an
 * exchange follows what it replaces. `only` is a condition on the rows of `orders`, and limits what is read.
 */
export function reachedBy({ productIds, variantIds, firstDay, lastDay }: RecalledGoods, zone: string, only?: SQL): SQL {
  const products = sql`${sql.param(productIds)}::text[]`;
  const variants = sql`${sql.param(variantIds)}::integer[]`;
  const parents = sql`(select coalesce(array_agg(product_id), '{}') from variants where id = any(${variants}))`;
  const ofOrders = only ? sql`and order_number in (select number from orders where ${only})` : sql``;
  const ofProducts = sql`product_id = any(${products} || ${parents}) ${ofOrders}`;
  return sql`
    with meant as materialized (
      select order_number from line_goods where ${ofProducts}
      union select order_number from order_replacements where ${ofProducts}),
    sent as (
      select parcels.order_number, own.position, own.product_id, own.variant_id, own.quantity, parcels.shipped_at,
        sum(own.quantity) over (partition by parcels.order_number, own.position
          order by parcels.shipped_at, parcels.id, own.is_instead, own.id) as until
      from parcels cross join lateral (
        select lines.position, goods.product_id, goods.variant_id, lines.quantity, 0 as is_instead, 0 as id
        from parcel_lines lines
        join line_goods goods on goods.order_number = lines.order_number and goods.position = lines.position
        where lines.parcel_id = parcels.id
        union all select position, product_id, variant_id, quantity, 1, id from order_replacements
        where parcel_id = parcels.id and state = 'sent') own
      where parcels.order_number in (select order_number from meant)
        and (parcels.lost_at is null or parcels.delivered_at is not null)),
    back as (
      select returns.order_number, pieces.position, sum(pieces.quantity) as quantity
      from return_pieces pieces join returns on returns.number = pieces.return_number
      where returns.state <> 'refused' and returns.order_number in (select order_number from meant)
      group by returns.order_number, pieces.position),
    kept as (
      select sent.order_number, sum(least(sent.quantity, greatest(0, sent.until - coalesce(back.quantity, 0)))) as pieces
      from sent left join back on back.order_number = sent.order_number and back.position = sent.position
      where (sent.product_id = any(${products}) or sent.variant_id = any(${variants}))
        and (sent.shipped_at at time zone ${zone})::date between ${firstDay}::date and ${lastDay}::date
      group by sent.order_number)
    select orders.email, (array_agg(orders.number order by orders.paid_at desc, orders.number))[1] as number,
      sum(kept.pieces)::integer as pieces, count(*)::integer as orders
    from kept join orders on orders.number = kept.order_number
    join order_facts facts on facts.number = orders.number
    where kept.pieces > 0 and facts.kind <> 'sample' and ${isCounted(sql`facts.kind`)}
    group by orders.email`;
}
