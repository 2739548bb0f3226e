import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { countedEvents, within } from "./ledger-sums.server";
import type { Span } from "./period";

/** A product with the number of pieces sold minus pieces refunded. */
export interface SoldProduct {
  productId: string;
  name: string;
  image: string | null;
  pieces: number;
}

/**
 * The `most` products with the most pieces sold in some days, highest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function soldMost(
  { db }: Pick<Services, "db">,
  member: Member,
  span: Span,
  most: number,
): Promise<SoldProduct[]> {
  await requireRight({ db }, member, "figures.read");
  const { rows } = await db.execute<{ id: string; name: string; image: string | null; pieces: string }>(sql`
    with sold as (
      select e.product_id, max(e.id) as last, sum(e.pieces) as pieces from sale_events e
      where ${within(span)} and e.product_id is not null and ${await countedEvents(db)}
      group by 1 having sum(e.pieces) > 0 order by 3 desc, 1 limit ${most}
    )
    select sold.product_id as id, named.product as name, line.image, sold.pieces from sold join sale_events named on named.id = sold.last
    left join line_goods line on line.order_number = named.order_number and line.position = named.position
    order by sold.pieces desc, named.product, id`);
  return rows.map(({ id, name, image, pieces }) => ({ productId: id, name, image, pieces: Number(pieces) }));
}
