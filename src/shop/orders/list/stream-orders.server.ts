import { type SQL, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { isCounted } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { recordMemberEvent } from "~/shop/members/record-member-event.server";
import { requireRight } from "~/shop/members/rights.server";
import { orderFacts } from "../order-facts.tables";
import { conditionOf } from "./order-conditions.server";
import type { OrderFilter } from "./order-filter";

/** Place of an order in an exported file, newest first. */
export interface OrderPlace {
  at: string;
  number: string;
}

/** Columns of a query on `order_facts` that give an order's place. */
export const placeColumns = { number: orderFacts.number, at: sql<string>`${orderFacts.at}::text` };
export const newestFirst = [sql`${orderFacts.at} desc`, sql`${orderFacts.number} desc`];

/** SQL condition for the orders of a filter that are exported: without sample orders, and orders that are not counted. */
export const exportedOrders = async (
  { db, settings }: Pick<Services, "db" | "settings">,
  member: Member,
  filter: OrderFilter,
): Promise<SQL> => sql`${await conditionOf(db, member, { ...filter, kind: null }, settings().timeZone, "all")}
  and ${isCounted(sql`${orderFacts.kind}`)} and ${orderFacts.kind} <> 'sample'`;

interface OrderStream<Row extends OrderPlace> {
  condition: SQL;
  /** Number of orders read at a time. */
  atOnce: number;
  /** Reads the next `atOnce` orders that match a condition, in the order of `newestFirst`. */
  read(condition: SQL): Promise<Row[]>;
  /** Converts rows to CSV text; the first part of the file includes the column headers. */
  textOf(rows: Row[], isFirst: boolean): Promise<string> | string;
}

/**
 * Checks that a member may export orders, and logs the export.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`.
 */
export async function admitExport(services: Pick<Services, "db">, member: Member): Promise<void> {
  await requireRight(services, member, "orders.read", "export");
  await recordMemberEvent(services.db, { kind: "orders-exported", memberId: member.id });
}

/** Streams orders as a file, newest first; orders are read and sent in batches. */
export function streamOrders<Row extends OrderPlace>({
  condition,
  atOnce,
  read,
  textOf,
}: OrderStream<Row>): ReadableStream<Uint8Array> {
  let last: OrderPlace | undefined;
  let isFirst = true;
  const encoder = new TextEncoder();
  const after = (place: OrderPlace): SQL =>
    sql`${condition} and (${orderFacts.at}, ${orderFacts.number}) < (${place.at}::timestamptz, ${place.number}::text)`;
  return new ReadableStream({
    async pull(controller) {
      const rows = await read(last ? after(last) : condition);
      controller.enqueue(encoder.encode(await textOf(rows, isFirst)));
      isFirst = false;
      last = rows.at(-1);
      if (rows.length < atOnce) controller.close();
    },
  });
}
