import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import type { Cents } from "~/shop/money";
import type { LevelFilter } from "../stock/level";
import { levelColumns, levelConditions, levelOrder, levelsAfter } from "../stock/levels.server";
import type { BulkRow } from "./bulk-row";

const COLUMNS = sql`
  v.version, v.price_cents as price, v.sale_price_cents as "salePrice", v.cost_cents as cost, p.price_cents as "productPrice",
  p.sale_price_cents as "productSalePrice", p.cost_cents as "productCost", p.version as "productVersion"`;

/**
 * A page of variants with prices, without retired ones and the gift card, filtered and sorted as in the list of stock levels.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function bulkRows(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  filter: LevelFilter,
  most: number,
): Promise<BulkRow[]> {
  await requireRight(services, member, "goods.prices");
  const order = levelOrder(filter.order);
  const { lowStock } = services.settings();
  return rowsWhere(
    services.db,
    member,
    lowStock,
    sql`${await levelConditions(services.db, filter, lowStock)} and v.retired_at is null
      ${filter.after === null ? sql`` : sql`and ${levelsAfter(filter.order, filter.after)}`}
      order by ${order} limit ${most}`,
  );
}

/**
 * Variants with the given ids, and their prices.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function bulkRowsOf(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  variantIds: number[],
): Promise<BulkRow[]> {
  await requireRight(services, member, "goods.prices");
  if (variantIds.length === 0) return [];
  const condition = sql`v.id = any(${sql.param(variantIds)}::int[]) order by v.id`;
  return rowsWhere(services.db, member, services.settings().lowStock, condition);
}

async function rowsWhere(db: Database, member: Member, lowStock: number, condition: SQL): Promise<BulkRow[]> {
  const { rows } = await db.execute<BulkRow & Record<string, unknown>>(sql`
    select ${levelColumns(lowStock)}, ${COLUMNS} from variants v join products p on p.id = v.product_id where p.kind = 'goods' and ${condition}`);
  return can(member, "goods.cost.read") ? rows : rows.map((row) => ({ ...row, cost: null, productCost: null }));
}

/** Regular price of a variant in cents, without a sale. */
export const regularOf = ({ price, productPrice }: Pick<BulkRow, "price" | "productPrice">): Cents | null =>
  price ?? productPrice;
