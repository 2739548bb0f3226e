import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import { isCounted } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { dayBefore, dayIn } from "~/shop/shop-time";

/**
 * SQL condition of paid orders, whose `f.at` is the time of their payment. Its first half is the condition of the index
 * `order_facts_listed`, so that PostgreSQL can use that.
 */
const IS_PAID = sql`f.standing <> 'lapsed' and f.standing <> 'not-paid'`;

/** Sales of a day in the shop's time zone: paid orders minus refunds of that day, in cents. */
export interface DaySales {
  /** As 2026-11-20. */
  day: string;
  sold: Cents;
  orders: number;
}

/**
 * Sales of the last `days` days including today, oldest first, days without sales included. Refunds count on their own day, so a day may be
 * negative. Counted orders only, see `isCounted`.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function salesByDay(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  days: number,
  now: Date,
): Promise<DaySales[]> {
  await requireRight(services, member, "money.read");
  const zone = services.settings().timeZone;
  const today = dayIn(now, zone);
  const first = dayBefore(today, days - 1);
  const { rows } = await services.db.execute<{ day: string; sold: number; orders: number }>(sql`
    with moved as (
      select (f.at at time zone ${zone})::date as day, f.total_cents as amount, 1 as orders from order_facts f
      where f.at >= (${first}::date)::timestamp at time zone ${zone} and ${IS_PAID} and ${isCounted(sql`f.kind`)}
      union all
      select (r.at at time zone ${zone})::date, -r.amount_cents, 0 from refunds r
      join payments p on p.id = r.payment_id join order_facts f on f.number = p.order_number
      where r.at >= (${first}::date)::timestamp at time zone ${zone} and r.state <> 'failed' and ${isCounted(sql`f.kind`)}
    )
    select day::text, sum(amount)::float8 as sold, sum(orders)::int as orders from moved group by day`);
  const known = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: days }, (_, index) => {
    const day = dayBefore(today, days - 1 - index);
    return { day, sold: cents(known.get(day)?.sold ?? 0), orders: known.get(day)?.orders ?? 0 };
  });
}

/** A product with the number of its pieces in paid orders. */
export interface SoldProduct {
  productId: string;
  name: string;
  image: string | null;
  pieces: number;
}

/**
 * The `most` products with the most pieces in orders paid since a moment, most first. Counted orders only, see `isCounted`; cancelled
 * orders are left out, refunded pieces are included.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function soldMost(
  services: Pick<Services, "db">,
  member: Member,
  since: Date,
  most: number,
): Promise<SoldProduct[]> {
  await requireRight(services, member, "figures.read");
  const { rows } = await services.db.execute<{ id: string; name: string; image: string | null; pieces: number }>(sql`
    select l.product_id as id, min(l.name) as name, (array_agg(l.image order by f.at desc))[1] as image,
      sum(l.quantity)::int as pieces
    from order_facts f join standing_lines l on l.order_number = f.number
    where f.at >= ${since.toISOString()}::timestamptz and ${IS_PAID} and f.standing <> 'cancelled' and ${isCounted(sql`f.kind`)}
    group by l.product_id order by sum(l.quantity) desc, min(l.name) limit ${most}`);
  return rows.map(({ id, name, image, pieces }) => ({ productId: id, name, image, pieces }));
}
