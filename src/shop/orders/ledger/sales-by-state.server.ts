import { and, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents } from "~/shop/money";
import { dayBefore } from "~/shop/shop-time";
import { saleEvents } from "./sale-events.tables";

/** Sales of goods to a state after discount, and how many orders they were; what came back later is not taken off. */
export interface SpanOfState {
  amount: Cents;
  sales: number;
}

/**
 * Sales by state in the calendar year so far and in the last twelve months, by the shop's days, out of the ledger; `today` as 2026-11-24.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function salesByState(
  { db }: Pick<Services, "db">,
  member: Member,
  today: string,
): Promise<{ state: string; year: SpanOfState; months: SpanOfState }[]> {
  await requireRight({ db }, member, "settings.read");
  const [newYear, yearAgo] = [`${today.slice(0, 4)}-01-01`, dayBefore(today, 365)];
  const since = (day: string) => sql`filter (where ${saleEvents.day} >= ${day})`;
  const amount = (day: string) =>
    sql<number>`coalesce(sum(${saleEvents.amount}) ${since(day)}, 0)::bigint`.mapWith(Number);
  const sales = (day: string) => sql<number>`count(distinct ${saleEvents.orderNumber}) ${since(day)}`.mapWith(Number);
  const rows = await db
    .select({
      state: saleEvents.state,
      yearAmount: amount(newYear),
      yearSales: sales(newYear),
      monthsAmount: amount(yearAgo),
      monthsSales: sales(yearAgo),
    })
    .from(saleEvents)
    .where(
      and(
        inArray(saleEvents.kind, ["sale", "discount"]),
        isNull(saleEvents.refundId),
        isNull(saleEvents.disputeId),
        isNotNull(saleEvents.state),
        gte(saleEvents.day, yearAgo < newYear ? yearAgo : newYear),
      ),
    )
    .groupBy(saleEvents.state);
  return rows.map(({ state, yearAmount, yearSales, monthsAmount, monthsSales }) => ({
    state: state ?? "",
    year: { amount: cents(yearAmount), sales: yearSales },
    months: { amount: cents(monthsAmount), sales: monthsSales },
  }));
}
