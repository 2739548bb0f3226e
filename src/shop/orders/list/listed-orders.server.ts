import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { isCounted } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { disputedAmong } from "~/shop/payments/disputes.server";
import type { DisputeMark } from "~/shop/payments/refundable";
import type { OrderKind, Placed } from "../order-facts";
import { orderFacts } from "../order-facts.tables";
import { orders } from "../orders.tables";
import { standingLines } from "../standing-lines.tables";
import { conditionOf, permitted } from "./order-conditions.server";
import type { OrderFilter, OrderSort } from "./order-filter";
import { parcelsAmong } from "../parcels/parcels-among.server";
import { type SeenFacts, seenFacts } from "./seen-facts.server";

/** Order as a row of a list. */
export interface ListedOrder extends SeenFacts, Placed {
  number: string;
  version: number;
  /** Time of payment, or of drafting if unpaid. */
  at: Date;
  city: string;
  region: string | null;
  pieces: number;
  piecesLeft: number;
  /** Day by which the rest of it has to leave, such as 2026-12-03; null without a promise, and once it has left. */
  shipBy: string | null;
  lines: number;
  /** The first lines of the order. */
  things: { name: string; image: string | null }[];
  kind: OrderKind;
  dispute: DisputeMark | null;
  /** True if the order is counted; only counted orders can be selected for bulk acts. */
  isCounted: boolean;
}

/** Page of a list to read: after an order, before an order, or the first page. */
export interface PageAsked {
  after?: string | undefined;
  before?: string | undefined;
}

export interface OrderPage {
  orders: ListedOrder[];
  /** Cursors of the previous and the next page: the first and the last order of this page; null if there is no such page. */
  before: string | null;
  after: string | null;
}

/** Maximum number of lines that a list shows per order. */
const NAMED = 3;
/** Maximum number of orders that a list counts. */
const COUNTED = 1000;

const FACTS = {
  number: orderFacts.number,
  at: orderFacts.at,
  standing: orderFacts.standing,
  shipping: orderFacts.shipping,
  pieces: orderFacts.pieces,
  piecesLeft: orderFacts.piecesLeft,
  shipBy: orderFacts.shipBy,
  money: orderFacts.money,
  total: orderFacts.total,
  lines: orderFacts.lines,
  kind: orderFacts.kind,
  isCounted: sql<boolean>`${isCounted(sql`${orderFacts.kind}`)}`,
};

type Reading = Pick<Services, "db" | "settings">;

/**
 * A page of the orders that match a filter.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function listOrders(
  services: Reading,
  member: Member,
  asked: { filter: OrderFilter; sort: OrderSort; page: PageAsked },
  most: number,
): Promise<OrderPage> {
  await requireRight(services, member, "orders.read");
  const { db, settings } = services;
  const { filter, sort } = permitted(member, asked.filter, asked.sort);
  const { after, before } = asked.page;
  const place = before ?? after;
  const edge = place === undefined ? undefined : await edgeAt(db, place);
  const isBackwards = before !== undefined && edge !== undefined;
  const { key, isDescending } = sortKeys[sort];
  const isDown = isDescending !== isBackwards;
  const direction = isDown ? sql`desc` : sql`asc`;

  const rows = await db
    .select(FACTS)
    .from(orderFacts)
    .where(
      sql.join(
        [
          await conditionOf(db, member, filter, settings().timeZone, "page"),
          ...(edge ? [sql`(${key}, ${orderFacts.number}) ${isDown ? sql`<` : sql`>`} ${edge[sortOf(sort)]}`] : []),
        ],
        sql` and `,
      ),
    )
    .orderBy(sql`${key} ${direction}`, sql`${orderFacts.number} ${direction}`)
    .limit(most + 1);
  const shown = rows.slice(0, most);
  if (isBackwards) shown.reverse();
  const numbers = shown.map(({ number }) => number);
  // Separate queries, so that PostgreSQL never begins with a scan of the orders.
  const [heads, things, among] = await Promise.all([
    headsOf(db, numbers),
    thingsOf(db, numbers),
    parcelsAmong(db, numbers),
  ]);
  const isMore = rows.length > most;
  return {
    orders: shown.flatMap((facts) => {
      const { number } = facts;
      const head = heads.get(number);
      if (!head) return [];
      const seen = seenFacts(member, { ...facts, ...head });
      const place = { isLost: among.lost.has(number), isBack: among.back.has(number) };
      return [{ ...facts, ...head, ...seen, ...place, things: things.get(number) ?? [] }];
    }),
    before: (isBackwards ? isMore : edge !== undefined) ? (shown[0]?.number ?? null) : null,
    after: isBackwards || isMore ? (shown.at(-1)?.number ?? null) : null,
  };
}

const sortKeys: Record<OrderSort, { key: SQL; isDescending: boolean }> = {
  newest: { key: sql`${orderFacts.at}`, isDescending: true },
  oldest: { key: sql`${orderFacts.at}`, isDescending: false },
  highest: { key: sql`${orderFacts.total}`, isDescending: true },
  lowest: { key: sql`${orderFacts.total}`, isDescending: false },
};

const sortOf = (sort: OrderSort): "at" | "total" => (sort === "newest" || sort === "oldest" ? "at" : "total");

/** Place of an order in a sort order, as SQL values to compare with. Times are text, to keep microseconds. */
async function edgeAt(db: Database, number: string): Promise<{ at: SQL; total: SQL } | undefined> {
  const [row] = await db
    .select({ at: sql<string>`${orderFacts.at}::text`, total: orderFacts.total })
    .from(orderFacts)
    .where(eq(orderFacts.number, number));
  return (
    row && {
      at: sql`(${row.at}::timestamptz, ${number}::text)`,
      total: sql`(${row.total}::int, ${number}::text)`,
    }
  );
}

/** Recipients, versions and disputes of some orders. */
async function headsOf(db: Database, numbers: string[]) {
  const { number, version, name, city, region } = orders;
  const [rows, disputes] = await Promise.all([
    db.select({ number, version, name, city, region }).from(orders).where(inArray(orders.number, numbers)),
    disputedAmong(db, numbers),
  ]);
  return new Map(rows.map((row) => [row.number, { ...row, dispute: disputes.get(row.number) ?? null }]));
}

/** The first lines of some orders. */
async function thingsOf(db: Database, numbers: string[]): Promise<Map<string, ListedOrder["things"]>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await db.execute<{ number: string; name: string; image: string | null }>(sql`
    select wanted.number, line.name, line.image from unnest(${sql.param(numbers)}::text[]) as wanted (number)
    cross join lateral (
      select ${standingLines.name}, ${standingLines.image}, ${standingLines.position} from ${standingLines}
      where ${standingLines.orderNumber} = wanted.number order by ${standingLines.position} limit ${NAMED}) as line
    order by wanted.number, line.position`);
  return Map.groupBy(rows, ({ number }) => number);
}

/**
 * Number of orders that match each of some filters, at most `COUNTED` plus one.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function countOrders(services: Reading, member: Member, filters: OrderFilter[]): Promise<number[]> {
  await requireRight(services, member, "orders.read");
  if (filters.length === 0) return [];
  const zone = services.settings().timeZone;
  const conditions = await Promise.all(
    filters.map((filter) => conditionOf(services.db, member, permitted(member, filter, "newest").filter, zone, "all")),
  );
  const counts = conditions.map(
    (condition, index) => sql`select ${index}::int as place, count(*)::int as count
      from (select 1 from ${orderFacts} where ${condition} limit ${COUNTED + 1}) as found`,
  );
  const { rows } = await services.db.execute<{ place: number; count: number }>(sql.join(counts, sql` union all `));
  return filters.map((_, index) => rows.find(({ place }) => place === index)?.count ?? 0);
}
