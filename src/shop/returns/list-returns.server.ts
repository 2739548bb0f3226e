import { and, count, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Services } from "~/services";
import { LOOKED_UP } from "~/shop/catalog/naming/goods-with-words.server";
import { isCountedOrder } from "~/shop/counted.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import type { OrderKind } from "~/shop/orders/order-facts";
import { kindsOf } from "~/shop/orders/kinds-apart.server";
import { returnOrders } from "~/shop/orders/return-orders.server";
import { disputedAmong } from "~/shop/payments/disputes.server";
import type { DisputeMark } from "~/shop/payments/refundable";
import type { ReturnView } from "./return-views";
import { returnLines, returns } from "./returns.tables";
import type { ReturnState } from "./settlement";

/** A return in a list. */
export interface ListedReturn {
  number: string;
  orderNumber: string;
  state: ReturnState;
  isApproved: boolean;
  isAnswered: boolean;
  startedAt: Date;
  pieces: number;
  /** Name of the shopper; null for a member without the right to read it. */
  name: string | null;
  things: { name: string; image: string | null }[];
  /** Kind of the return's order, see `isCounted`. */
  kind: OrderKind;
  /** Dispute of a payment of the return's order. */
  dispute: DisputeMark | null;
}

const started = eq(returns.state, "started");

const asks = and(started, isNull(returns.answeredAt));

const counted = isCountedOrder(sql`${returns.orderNumber}`);
const ofKind = (kind: "test" | "sample") =>
  sql`exists (select from order_facts f where f.number = ${returns.orderNumber} and f.kind = ${kind})`;

const inView: Record<ReturnView, SQL | undefined> = {
  waits: and(or(asks, eq(returns.state, "received")), counted),
  asks: and(asks, counted),
  coming: and(started, isNotNull(returns.answeredAt), counted),
  here: and(eq(returns.state, "received"), counted),
  settled: and(eq(returns.state, "settled"), counted),
  refused: and(eq(returns.state, "refused"), counted),
  all: counted,
  test: ofKind("test"),
  sample: ofKind("sample"),
};

/**
 * Returns of a view, newest first, filtered by number, order number, name or e-mail. Names and e-mail addresses are searched only
 * for members with the right to read them.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function listReturns(
  services: Pick<Services, "db">,
  member: Member,
  { view, text, after }: { view: ReturnView; text: string; after: string | null },
  most: number,
): Promise<{ returns: ListedReturn[]; next: string | null }> {
  await requireRight(services, member, "returns.read");
  const { db } = services;
  // PostgreSQL's timestamps are more precise than JavaScript's, so the cursor contains only the number.
  const behind =
    after &&
    sql`(${returns.startedAt}, ${returns.number}) < (select own.started_at, own.number from returns own where own.number = ${after})`;
  const rows = await db
    .select()
    .from(returns)
    .where(and(isWholeNumber(text) ? undefined : inView[view], matching(member, text), behind || undefined))
    .orderBy(desc(returns.startedAt), desc(returns.number))
    .limit(most + 1);
  const page = rows.slice(0, most);
  const last = page.at(-1);
  const next = rows.length > most && last ? last.number : null;
  if (page.length === 0) return { returns: [], next };
  const lines = await db
    .select()
    .from(returnLines)
    .where(
      inArray(
        returnLines.returnNumber,
        page.map(({ number }) => number),
      ),
    );
  const numbers = page.map(({ orderNumber }) => orderNumber);
  const [orders, kinds, disputes] = await Promise.all([
    returnOrders(db, numbers),
    kindsOf(db, numbers),
    disputedAmong(db, numbers),
  ]);
  const listed = page.map(({ number, orderNumber, state, approvedAt, answeredAt, startedAt }) => {
    const own = lines.filter(({ returnNumber }) => returnNumber === number);
    const order = orders.get(orderNumber);
    return {
      number,
      orderNumber,
      state,
      startedAt,
      kind: kinds.get(orderNumber)?.kind ?? ("real" as const),
      dispute: disputes.get(orderNumber) ?? null,
      isApproved: approvedAt !== null,
      isAnswered: answeredAt !== null,
      pieces: own.reduce((pieces, { quantity }) => pieces + quantity, 0),
      name: can(member, "orders.address.read") ? (order?.name ?? "") : null,
      things: own.flatMap(({ position }) => order?.things.get(position) ?? []),
    };
  });
  return { returns: listed, next };
}

/** Whether the text is a complete number of a return or an order; such a search ignores the view. */
const isWholeNumber = (text: string): boolean => /^(R\d{7}|\d{8})$/i.test(text.replace(/[#\s-]/g, ""));

/** SQL condition of a search: the beginning of a number, or part of a name or e-mail address. */
function matching(member: Member, text: string): SQL | undefined {
  const words = text.trim();
  if (words === "") return undefined;
  const digits = words.replace(/[#\s-]/g, "").toUpperCase();
  const isNumber = /^R?\d{1,8}$/.test(digits);
  const part = `%${words.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const ofOrder = (condition: SQL) =>
    sql`exists (select from orders where orders.number = own.order_number and ${condition} ${LOOKED_UP})`;
  const own = or(
    isNumber ? sql`own.number like ${digits.startsWith("R") ? `${digits}%` : `R${digits}%`}` : undefined,
    isNumber && !digits.startsWith("R") ? sql`own.order_number like ${`${digits}%`}` : undefined,
    can(member, "orders.address.read") ? ofOrder(sql`search_form(orders.name) like search_form(${part})`) : undefined,
    can(member, "people.read") ? ofOrder(sql`orders.email ilike ${part}`) : undefined,
    sql`false`,
  );
  // Collects the numbers in an array, so that PostgreSQL evaluates the query's other conditions only for these returns.
  return sql`${returns.number} = any(array(select own.number from returns own where ${own}))`;
}

/**
 * Number of returns on which a member has to act: requested, waiting for a label, or received.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function waitingReturns(
  services: Pick<Services, "db">,
  member: Member,
): Promise<{ asking: number; unlabeled: number; received: number }> {
  await requireRight(services, member, "returns.read");
  const [row] = await services.db
    .select({
      asking: sql<number>`count(*) filter (where ${returns.state} = 'started' and ${returns.approvedAt} is null)::int`,
      unlabeled: sql<number>`count(*) filter (where ${returns.state} = 'started' and ${returns.approvedAt} is not null)::int`,
      received: count(sql`case when ${returns.state} = 'received' then 1 end`),
    })
    .from(returns)
    .where(inView.waits);
  return row ?? { asking: 0, unlabeled: 0, received: 0 };
}
