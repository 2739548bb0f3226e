import { eq, type SQL, sql } from "drizzle-orm";
import { type Cell, csvFile, csvRows } from "~/platform/csv";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { isCounted } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { recordMemberEvent } from "~/shop/members/member-events.server";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, dollars } from "~/shop/money";
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
      refunded: sql<Cents>`coalesce((select sum(refunds.amount_cents) from payments join refunds on payment_id = payments.id
        where order_number = ${orderFacts.number} and refunds.state <> 'failed'), 0)::int`,
      taken: sql<Cents>`coalesce((select sum(amount_cents) from payments
        where order_number = ${orderFacts.number} and payments.state = 'received'), 0)::int`,
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
  const { paidAt, total, refunded, taken } = row;
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
    dollars(row.orderValue),
    dollars(row.discount),
    row.discountCode ?? "",
    dollars(row.deliveryFee),
    dollars(row.tax),
    ...(hasFees ? [dollars(row.fees)] : []),
    dollars(total),
    dollars(refunded),
    paidAt ? (taken - refunded) / 100 : 0,
    row.tracking,
  ];
}
