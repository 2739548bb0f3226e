import { type SQL, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import {
  classColumn,
  countedEvents,
  type FiguresFilter,
  filtered,
  partialSums,
  sumColumns,
  sumsIn,
  type SumRow,
  within,
} from "./ledger-sums.server";
import type { Period } from "./period";
import { noSums, type Sums } from "./sums";

/** Keys that sales are told apart by. */
export type SalesKey = "product" | "variant" | "category" | "code" | "state" | "order";

/** Sums of one product, variant, category, code, state or order. */
export interface KeySums {
  /** Id of the product, number of the variant or the order, or the category, code or state itself; empty for what has none, such as a goodwill without a line. */
  key: string;
  /** Words of its newest row: what was sold under them. */
  name: string;
  /** Size and color of a variant. */
  size: string;
  color: string;
  sums: Sums;
  /** Net sales of the period that it is compared with. */
  netBefore: Cents;
}

interface Sales {
  /** The first of them, most net sales first. */
  rows: KeySums[];
  /** Sums over all of them. */
  all: Sums;
  netBefore: Cents;
  /** How many there are. */
  count: number;
}

const KEYS: Record<SalesKey, { key: SQL; name: SQL }> = {
  product: { key: sql`coalesce(e.product_id, '')`, name: sql`named.product` },
  variant: { key: sql`coalesce(e.variant_id::text, '')`, name: sql`named.product` },
  category: { key: sql`coalesce(e.category, '')`, name: sql`named.category` },
  code: { key: sql`coalesce(e.code, '')`, name: sql`named.code` },
  state: { key: sql`coalesce(e.state, '')`, name: sql`named.state` },
  order: { key: sql`e.order_number`, name: sql`named.order_number` },
};

type Found = SumRow<{ key: string | null; name: string | null; size: string | null; color: string | null }> & {
  netBefore: string;
  count: string;
};

/**
 * Sums of a period by product, variant, category, code, state or order, with the net sales of the period it is compared with: one query over the ledger. At most
 * `most` rows, from `after` on, with the sums of all of them.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function salesBy(
  { db }: Pick<Services, "db">,
  member: Member,
  by: SalesKey,
  { period, filter = {}, most, after = 0 }: { period: Period; filter?: FiguresFilter; most: number; after?: number },
): Promise<Sales> {
  await requireRight({ db }, member, "figures.read");
  const { before } = period;
  const isNow = within(period);
  const isWanted = before ? sql`(${isNow} or ${within(before)})` : isNow;
  const { rows } = await db.execute<Found>(sql`
    with parts as (
      select ${KEYS[by].key} as key, ${isNow} as is_now, ${classColumn} as class, max(e.id) as last, ${partialSums} from sale_events e
      where ${isWanted} and ${await countedEvents(db)} and ${filtered(filter)} group by 1, 2, 3
    ), sums as (
      select key, max(last) as last, ${sumColumns} from parts where is_now group by key
    ), earlier as (
      select key, max(last) as last, sum(amount) as net from parts
      where not is_now and class in ('sale', 'discount', 'back', 'change', 'goodwill') group by key
    ), both_sums as (
      select coalesce(sums.key, earlier.key) as key, coalesce(sums.last, earlier.last) as last, coalesce(earlier.net, 0) as "netBefore",
        ${sql.join(
          Object.keys(noSums).map((name) => sql`coalesce(sums.${sql.identifier(name)}, 0) as ${sql.identifier(name)}`),
          sql`, `,
        )}
      from sums full join earlier on earlier.key = sums.key
    ), shown as (
      select *, "gross" + "discounts" + "returns" + "changes" + "goodwill" as net from both_sums order by net desc, key limit ${most} offset ${after}
    )
    select null as key, null as name, null as size, null as color, count(*) as count, null::numeric as net, coalesce(sum("netBefore"), 0) as "netBefore",
      ${sql.join(
        Object.keys(noSums).map((name) => sql`coalesce(sum(${sql.identifier(name)}), 0) as ${sql.identifier(name)}`),
        sql`, `,
      )} from both_sums
    union all
    select shown.key, ${KEYS[by].name}, named.size, named.color, 0, shown.net, shown."netBefore",
      ${sql.join(
        Object.keys(noSums).map((name) => sql`shown.${sql.identifier(name)}`),
        sql`, `,
      )}
    from shown join sale_events named on named.id = shown.last
    order by net desc nulls first, key`);
  const [all, ...found] = rows;
  return {
    rows: found.map((row) => ({
      key: row.key ?? "",
      name: row.name ?? "",
      size: row.size ?? "",
      color: row.color ?? "",
      sums: sumsIn(row),
      netBefore: cents(Number(row.netBefore)),
    })),
    all: all ? sumsIn(all) : noSums,
    netBefore: cents(Number(all?.netBefore ?? 0)),
    count: Number(all?.count ?? 0),
  };
}
