import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { stockMovements } from "../catalog.tables";
import type { Movement } from "./movement";

/**
 * Movements of a variant's stock, newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function stockLedger(
  services: Pick<Services, "db">,
  member: Member,
  variantId: number,
  before: number | null,
  most: number,
): Promise<Movement[]> {
  await requireRight(services, member, "stock.read");
  const { rows } = await services.db.execute<Omit<Movement, "at"> & { at: string }>(sql`
    select id, quantity, cause, reference, reason, actor, at, level from (
      select *, (sum(quantity) over (order by id))::int as level from stock_movements where variant_id = ${variantId}
    ) as movement ${before === null ? sql`` : sql`where id < ${before}`} order by id desc limit ${most}`);
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }));
}

/** Orders with reserved pieces of a variant, and the number of pieces of each. */
export async function heldFor(db: Database, variantId: number): Promise<{ reference: string; quantity: number }[]> {
  const quantity = sql<number>`-sum(${stockMovements.quantity})::int`;
  return db
    .select({ reference: stockMovements.reference, quantity })
    .from(stockMovements)
    .where(and(eq(stockMovements.variantId, variantId), inArray(stockMovements.cause, ["reservation", "release"])))
    .groupBy(stockMovements.reference)
    .having(sql`sum(${stockMovements.quantity}) < 0`)
    .orderBy(asc(stockMovements.reference));
}
