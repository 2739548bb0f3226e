import { eq, type SQL, sql } from "drizzle-orm";
import { type Cell, csvFile, csvRows } from "~/platform/csv";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { isCounted } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { recordMemberEvent } from "~/shop/members/record-member-event.server";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents, dollars } from "~/shop/money";
import { dayIn } from "~/shop/shop-time";
import { moneyWords, standingWords } from "../order-facts";
import { orderFacts } from "../order-facts.tables";
import { orders } from "../orders.tables";
import { conditionOf } from "./order-conditions.server";
import type { OrderFilter } from "./order-filter";

/** Orders read at once. */
const AT_ONCE = 1_000;

/** Columns; that of fees is there where any of the orders has one. */
const headsOf = (hasFees: boolean): string[] => [
  "Order",
  "Paid on",
  "Time",
  "State",
  "Money",
  "Name",
  "E-mail",
  "Street",
  "City",
  "ZIP",
  "Region",
  "Pieces",
  "Goods",
  "Discount",
  "Code",
  "Delivery",
  "Tax",
  ...(hasFees ? ["Fees"] : []),
  "Total",
  "Refunded",
  "Kept",
  "Tracking",
];

/** Sums of an order by the ledger; refunds that failed are not given, disputes that were lost are. */
type Sold = Record<"goods" | "discount" | "delivery" | "tax" | "fees" | "total" | "refunded", Cents>;

/**
 * Orders of a filter as CSV rows, newest first, streamed. Uncounted kinds are left out. Moments are in the shop's time zone, amounts are
 * numbers. The log notes who exported them.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`.
 */
export async function exportOrders(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  filter: OrderFilter,
): Promise<ReadableStream<Uint8Array>> {
  await requireRight(services, member, "orders.read", "export");
  await recordMemberEvent(services.db, { kind: "orders-exported", memberId: member.id });
  const { db, settings } = services;
  const zone = settings().timeZone;
  const condition = sql`${await conditionOf(db, member, { ...filter, kind: null }, zone, "all")} and ${isCounted(sql`${orderFacts.kind}`)}
    and ${orderFacts.kind} <> 'sample'`;
  let last: { at: string; number: string } | null = null;
  const hasFees = await haveFees(db, condition);
  let isFirst = true;
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const rows = await rowsAfter(db, condition, last);
      const lines = rows.map((row) => cellsOf(row, zone, hasFees));
      controller.enqueue(encoder.encode(isFirst ? csvFile(headsOf(hasFees), lines) : csvRows(lines)));
      isFirst = false;
      last = rows.at(-1) ?? null;
      if (rows.length < AT_ONCE) controller.close();
    },
  });
}

async function haveFees(db: Database, condition: SQL): Promise<boolean> {
  const rows = await db
    .select({ number: orders.number })
    .from(orderFacts)
    .innerJoin(orders, eq(orders.number, orderFacts.number))
    .where(sql`${condition} and ${orders.fees} > 0`)
    .limit(1);
  return rows.length > 0;
}

async function rowsAfter(db: Database, condition: SQL, last: { at: string; number: string } | null) {
  return db
    .select({
      number: orderFacts.number,
      at: sql<string>`${orderFacts.at}::text`,
      paidAt: orders.paidAt,
      standing: orderFacts.standing,
      money: orderFacts.money,
      name: orders.name,
      email: orders.email,
      address: orders.address,
      city: orders.city,
      postalCode: orders.postalCode,
      region: orders.region,
      pieces: orderFacts.pieces,
      orderValue: orders.orderValue,
      discount: orders.discount,
      discountCode: orders.discountCode,
      deliveryFee: orders.deliveryFee,
      tax: orders.tax,
      fees: orders.fees,
      total: orders.total,
      // Sums of the ledger, as in all figures; an order that was not paid has none, and shows what it would come to.
      sold: sql<Sold>`(select json_build_object(
          'goods', coalesce(sum(e.amount_cents) filter (where e.kind in ('sale', 'change') and e.part not in ('delivery', 'fee') and not e.is_back), 0),
          'discount', coalesce(-sum(e.amount_cents) filter (where e.kind = 'discount' and not e.is_back), 0),
          'delivery', coalesce(sum(e.amount_cents) filter (where (e.kind = 'delivery' or (e.kind = 'change' and e.part = 'delivery')) and not e.is_back), 0),
          'tax', coalesce(sum(e.amount_cents) filter (where e.kind = 'tax' and not e.is_back), 0),
          'fees', coalesce(sum(e.amount_cents) filter (where (e.kind = 'fee' or (e.kind = 'change' and e.part = 'fee')) and not e.is_back), 0),
          'total', coalesce(sum(e.amount_cents) filter (where not e.is_back), 0),
          'refunded', coalesce(-sum(e.amount_cents) filter (where e.is_back), 0))
        from (select kind, part, amount_cents, refund_id is not null or dispute_id is not null as is_back from sale_events
          where order_number = ${orderFacts.number} and kind <> 'dispute') as e)`,
      tracking: sql<string>`coalesce((select string_agg(concat_ws(' ', carrier, nullif(tracking_number, '')), ', ' order by id)
        from parcels where order_number = ${orderFacts.number}), '')`,
    })
    .from(orderFacts)
    .innerJoin(orders, eq(orders.number, orderFacts.number))
    .where(
      last
        ? sql`${condition} and (${orderFacts.at}, ${orderFacts.number}) < (${last.at}::timestamptz, ${last.number}::text)`
        : condition,
    )
    .orderBy(sql`${orderFacts.at} desc`, sql`${orderFacts.number} desc`)
    .limit(AT_ONCE);
}

function cellsOf(row: Awaited<ReturnType<typeof rowsAfter>>[number], zone: string, hasFees: boolean): Cell[] {
  const { paidAt } = row;
  const { goods, discount, delivery, tax, fees, total, refunded } = paidAt
    ? row.sold
    : { ...row, goods: row.orderValue, delivery: row.deliveryFee, refunded: cents(0) };
  return [
    row.number,
    paidAt ? dayIn(paidAt, zone) : "",
    paidAt ? paidAt.toLocaleTimeString("en-GB", { timeZone: zone }) : "",
    standingWords[row.standing].name,
    moneyWords[row.money],
    row.name,
    row.email,
    row.address,
    row.city,
    row.postalCode,
    row.region ?? "",
    row.pieces,
    dollars(goods),
    dollars(discount),
    row.discountCode ?? "",
    dollars(delivery),
    dollars(tax),
    ...(hasFees ? [dollars(fees)] : []),
    dollars(total),
    dollars(refunded),
    paidAt ? (total - refunded) / 100 : 0,
    row.tracking,
  ];
}
