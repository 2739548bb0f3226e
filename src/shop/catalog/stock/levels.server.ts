import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { inCategories } from "../editing/in-categories.server";
import { anywhere, goodsWithWords, isVariantNamed } from "../naming/goods-with-words.server";
import { fewLow, isLow, LEVEL } from "./few-low.server";
import type { Level, LevelFilter } from "./level";

/** SQL for the picture of a variant `v` of a product `p`: its own, its color's first, or the product's. */
const variantImage = sql`coalesce(v.image,
  (select c.images ->> 0 from product_colors c where c.product_id = p.id and c.name = v.color), p.images ->> 0)`;

/** SQL columns of a variant `v` and its product `p`, for every list of levels. */
export const levelColumns = (lowStock: number): SQL => sql`
  v.id as "variantId", p.id as "productId", p.name, v.size, v.color, coalesce(nullif(v.sku, ''), p.sku) as sku, v.shelf,
  v.stock as level, coalesce(p.low_mark, ${lowStock}::int) as "lowMark", ${variantImage} as image,
  p.published_status as status`;

const ORDERS: Record<LevelFilter["order"], SQL> = {
  name: sql`lower(p.name), p.id, v.position, v.id`,
  fewest: sql`${LEVEL}, v.id`,
};

/**
 * A page of levels: variants of unarchived products that are sold or have stock.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function levels(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  filter: LevelFilter,
  most: number,
): Promise<Level[]> {
  await requireRight(services, member, "stock.read");
  const { lowStock } = services.settings();
  const order = levelOrder(filter.order);
  const { rows } = await services.db.execute<Level & Record<string, unknown>>(sql`
    select ${levelColumns(lowStock)} from variants v join products p on p.id = v.product_id
    where ${await levelConditions(services.db, filter, lowStock)}
      ${filter.after === null ? sql`` : sql`and ${levelsAfter(filter.order, filter.after)}`}
    order by ${order} limit ${most}`);
  return rows;
}

/**
 * Variants with the given numbers, in the order of the numbers.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function levelsOf(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  variantIds: number[],
): Promise<Level[]> {
  await requireRight(services, member, "stock.read");
  if (variantIds.length === 0) return [];
  const { rows } = await services.db.execute<Level & Record<string, unknown>>(sql`
    select ${levelColumns(services.settings().lowStock)} from variants v join products p on p.id = v.product_id
    where v.id = any(${sql.param(variantIds)}::int[]) order by v.id`);
  return rows;
}

/** SQL condition that a variant comes after another one in a sort order, in a form that uses an index. */
export function levelsAfter(by: LevelFilter["order"], after: number): SQL {
  const last = (of: SQL): SQL =>
    sql`(select ${of} from variants v join products p on p.id = v.product_id where v.id = ${after})`;
  if (by === "fewest") return sql`(${ORDERS.fewest}) > (${last(LEVEL)}, ${after}::int)`;
  const isAfter = sql`(${ORDERS.name}) > ${last(ORDERS.name)}`;
  return sql`(lower(p.name), p.id) >= (${last(sql`lower(p.name)`)}, ${last(sql`p.id`)}) and ${isAfter}`;
}

/** SQL condition of a filter over a variant `v` and its product `p`. */
export async function levelConditions(db: Database, filter: LevelFilter, lowStock: number): Promise<SQL> {
  const few = filter.show === "low" ? await fewLow(db, lowStock) : undefined;
  const among = few ? [sql`v.id = any(${sql.param(few.variants)}::int[])`] : [];
  return sql.join([...among, ...conditions(filter, lowStock)], sql` and `);
}

/** SQL sort order of a list of variants, which its pages also use. */
export const levelOrder = (order: LevelFilter["order"]): SQL => ORDERS[order];

function conditions({ show, text, categories, shelf }: LevelFilter, lowStock: number): SQL[] {
  const patterns = wordsOf(text).map(anywhere);
  return [
    sql`p.kind = 'goods' and p.published_status <> 'archived' and (v.retired_at is null or v.stock > 0)`,
    ...(show === "low" ? [isLow(lowStock)] : []),
    ...(show === "out" ? [sql`${LEVEL} = 0`] : []),
    inCategories(categories),
    ...(shelf === null ? [] : [sql`v.shelf = ${shelf}`]),
    goodsWithWords(sql`p.id`, patterns),
    ...patterns.map(isVariantNamed),
  ];
}

/** Words of a search; all have to match. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll("\0", "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 8);
