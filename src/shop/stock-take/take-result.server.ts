import { sql } from "drizzle-orm";
import type { Services } from "~/services";
import { recordChanges } from "~/shop/audit/change-log.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";

/** Result of a stock-take in numbers. */
export interface TakeResult {
  /** Number of counted variants, number of counted pieces, and number of variants with a difference. */
  variants: number;
  pieces: number;
  differing: number;
  more: number;
  fewer: number;
  /**
   * Value of the differences at cost, and the number of variants with a difference but without a cost; null for members without
   * the right to see cost.
   */
  value: { cents: Cents; without: number } | null;
  /** Act that finished or gave up the stock-take, and its member; null while the stock-take is open, also after an undo. */
  ended: { act: string; memberId: string | null; at: Date } | null;
}

/**
 * Result of a stock-take in pieces, and at cost for members with the right to see it.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function takeResult(services: Pick<Services, "db">, member: Member, id: string): Promise<TakeResult> {
  await requireRight(services, member, "stock.read");
  const maySeeCost = can(member, "goods.cost.read");
  const cost = maySeeCost ? sql`coalesce(v.cost_cents, p.cost_cents)` : sql`null::int`;
  const { rows } = await services.db.execute<Omit<TakeResult, "value" | "ended"> & { value: number; without: number }>(
    sql`
    select count(*)::int as variants, coalesce(sum(counted), 0)::int as pieces, (count(*) filter (where by <> 0))::int as differing,
      coalesce(sum(by) filter (where by > 0), 0)::int as more, coalesce(-sum(by) filter (where by < 0), 0)::int as fewer,
      coalesce(sum(by::bigint * cost), 0)::float8 as value, (count(*) filter (where by <> 0 and cost is null))::int as without
    from (select line.counted, line.counted - line.expected as by, ${cost} as cost
      from stock_take_lines line join variants v on v.id = line.variant_id join products p on p.id = v.product_id
      where line.take_id = ${id}) as line`,
  );
  const { value = 0, without = 0, ...sums } = rows[0] ?? { variants: 0, pieces: 0, differing: 0, more: 0, fewer: 0 };
  const [last] = await recordChanges(services.db, { kind: "stock-take", record: id });
  const ended = last?.new === "open" ? undefined : last;
  return {
    ...sums,
    value: maySeeCost ? { cents: cents(value), without } : null,
    ended: ended ? { act: ended.act, memberId: ended.memberId, at: ended.at } : null,
  };
}
