import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { isCounted } from "~/shop/counted.server";
import { Refusal } from "~/shop/refusal";
import type { OrderKind } from "./order-facts";
import { orderFacts } from "./order-facts.tables";

/**
 * SQL condition that there is an order of a kind. `order by` follows the index; PostgreSQL would read all orders for `exists`.
 */
const oneOfKind = (kind: SQL, condition: SQL): SQL => sql`((select f.number from order_facts f
  where f.kind = ${kind} and f.kind <> 'real' and ${condition} order by f.at, f.number limit 1) is not null)`;

/** Kinds of orders that are not counted now and of which there are orders. */
export async function kindsApart(db: Database): Promise<Exclude<OrderKind, "real">[]> {
  const { rows } = await db.execute<{ kind: Exclude<OrderKind, "real"> }>(sql`
    select apart.kind from (values ('test'), ('sample')) as apart (kind)
    where not ${isCounted(sql`apart.kind`)} and ${oneOfKind(sql`apart.kind`, sql`f.standing <> 'lapsed'`)}
    order by apart.kind desc`);
  return rows.map(({ kind }) => kind);
}

/** Kind of the orders that are counted now; `real` in a shop without orders. */
export async function kindCounted(db: Database): Promise<OrderKind> {
  const { rows } = await db.execute<{ kind: OrderKind }>(sql`
    select counted.kind from (values ('test'), ('sample')) as counted (kind) where ${isCounted(sql`counted.kind`)}
      and ${oneOfKind(sql`counted.kind`, sql`f.standing not in ('not-paid', 'lapsed')`)} limit 1`);
  return rows[0]?.kind ?? "real";
}

/** Kinds of some orders, and whether each order is counted. */
export async function kindsOf(
  db: Database,
  numbers: string[],
): Promise<Map<string, { kind: OrderKind; isCounted: boolean }>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select({
      number: orderFacts.number,
      kind: orderFacts.kind,
      isCounted: sql<boolean>`${isCounted(sql`${orderFacts.kind}`)}`,
    })
    .from(orderFacts)
    .where(inArray(orderFacts.number, numbers));
  return new Map(rows.map(({ number, ...own }) => [number, own]));
}

/**
 * Refuses an order that is not counted, since bulk acts leave such orders out.
 *
 * @throws {Refusal} `order-apart`.
 */
export async function requireCounted(tx: Database, number: string): Promise<void> {
  const own = (await kindsOf(tx, [number])).get(number);
  if (own && !own.isCounted) throw new Refusal("order-apart");
}
