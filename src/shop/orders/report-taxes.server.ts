import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import { log } from "~/platform/log.server";
import { isIn, type Portion, roundOf, runInTurn } from "~/platform/turns.server";
import type { Services } from "~/services";
import { cents } from "~/shop/money";
import { calculationIn, positionIn } from "~/shop/tax/quote-by-service";
import type { BookedTax, ReversedTax, TaxService } from "~/shop/tax/tax-service";
import { taxReports } from "./tax-reports.tables";

/** A sale or a refund that has not been reported to the tax service yet. */
interface Owed {
  number: string;
  kind: "sale" | "refund" | "refund-failed";
  refundId: string | null;
  source: string;
  /** Id of the transaction that this one reverses: the sale for a refund, the refund for a failed refund. */
  of: string | null;
  lines: Record<string, string> | null;
}

/** Maximum number of sales, and of refunds, that a run reports. */
const MOST = 50;
/** Stored in place of the id of a transaction that the service has, but whose id was lost with its answer. */
const LOST = "";
/** Age in days up to which orders and refunds are reported. */
const DAYS = 60;

/**
 * Reports paid orders whose tax the service computed, then reversals for their completed refunds; each only once. A failed report
 * is logged and repeated by the next run, and does not stop the others. Does nothing for a gateway without a tax service.
 */
export async function reportTaxes({ db, payments }: Pick<Services, "db" | "payments">): Promise<void> {
  const service = payments.taxService;
  if (!service) return;
  const tell = (one: Owed) =>
    report(db, service, one).catch((error: unknown) => {
      log.error({ order: one.number, kind: one.kind, error: String(error) }, "the tax service could not be told");
    });
  const lists = [
    { name: "taxes-of-sales", read: (portion: Portion) => owedSales(db, portion), key: ({ number }: Owed) => number },
    {
      name: "taxes-of-refunds",
      read: (portion: Portion) => owedRefunds(db, portion),
      key: ({ refundId }: Owed) => refundId ?? "",
    },
  ];
  for (const list of lists) await runInTurn([roundOf(db, { ...list, most: MOST, step: tell })]);
}

/** Number of sales and refunds unreported to the tax service for more than a day; counts at most `MOST` of each. */
export async function untoldTaxes(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - DAY);
  const all = { most: MOST, without: [] };
  const [sales, back] = await Promise.all([owedSales(db, all, before), owedRefunds(db, all, before)]);
  return sales.length + back.length;
}

async function owedSales(db: Database, portion: Portion, before?: Date): Promise<Owed[]> {
  const { rows } = await db.execute<Owed & Record<string, unknown>>(sql`
    select own.order_number as number, 'sale' as kind, null as "refundId", min(own.source) as source, null as of, null as lines
    from order_taxes own join orders on orders.number = own.order_number
    where own.source like 'Stripe Tax %' and not orders.sample
      and orders.paid_at > now() - make_interval(days => ${DAYS})
      and (${before?.toISOString() ?? null}::timestamptz is null or orders.paid_at < ${before?.toISOString() ?? null})
      and not exists (select from tax_reports told where told.order_number = own.order_number and told.kind = 'sale')
      and ${isIn(sql`own.order_number`, portion) ?? sql`true`}
    group by own.order_number order by min(orders.paid_at), own.order_number limit ${portion.most}`);
  return rows;
}

/**
 * Numbers of orders with a refund that the shop cannot report, because the id of the transaction to reverse was lost with the
 * service's answer: a member reverses it at the service. At most `MOST`, for as long as refunds are reported.
 */
export async function refundsToReverseByHand(db: Database): Promise<string[]> {
  const rows = await owedRefunds(db, { most: MOST, without: [] }, undefined, "lost");
  return [...new Set(rows.map(({ number }) => number))];
}

async function owedRefunds(
  db: Database,
  portion: Portion,
  before?: Date,
  original: "known" | "lost" = "known",
): Promise<Owed[]> {
  const { rows } = await db.execute<Owed & Record<string, unknown>>(sql`
    select sale.order_number as number, wanted.kind, refunds.id as "refundId", '' as source, wanted.of, sale.lines
    from refunds join payments on payments.id = refunds.payment_id
    join tax_reports sale on sale.order_number = payments.order_number and sale.kind = 'sale'
    left join tax_reports told on told.refund_id = refunds.id and told.kind = 'refund'
    cross join lateral (values
      ('refund', sale.transaction, refunds.state = 'done' and told.id is null),
      ('refund-failed', told.transaction, refunds.state = 'failed' and told.id is not null
        and not exists (select from tax_reports undone where undone.refund_id = refunds.id and undone.kind = 'refund-failed'))
    ) as wanted (kind, of, is_owed)
    where wanted.is_owed and (wanted.of is not distinct from ${LOST}) = ${original === "lost"} and refunds.at > now() - make_interval(days => ${DAYS})
      and (${before?.toISOString() ?? null}::timestamptz is null or refunds.at < ${before?.toISOString() ?? null})
      and ${isIn(sql`refunds.id`, portion) ?? sql`true`}
    order by refunds.at, refunds.id limit ${portion.most}`);
  return rows;
}

async function report(db: Database, service: TaxService, owed: Owed): Promise<void> {
  const { number, kind, refundId } = owed;
  const booked = await book(db, service, owed);
  const known = { transaction: booked ? (booked.id ?? LOST) : null, lines: booked?.lines ?? {} };
  await db
    .insert(taxReports)
    .values({ orderNumber: number, kind, refundId, ...known })
    .onConflictDoNothing();
}

/** Books what is owed. An answer without an id means that the service has it already; null, that there is nothing to book. */
async function book(
  db: Database,
  service: TaxService,
  { number, kind, refundId, source, of, lines }: Owed,
): Promise<Partial<BookedTax> | null> {
  if (kind === "sale") return (await service.book(calculationIn(source) ?? "", number)) ?? {};
  if (refundId === null || of === null) return null;
  if (kind === "refund-failed") return (await service.reverse(of, "all", `${number}-${refundId}-failed`)) ?? {};
  const back = await backOf(db, refundId, lines ?? {});
  const isNothing = back.lines.length === 0 && back.delivery + back.deliveryTax === 0;
  return isNothing ? null : ((await service.reverse(of, back, `${number}-${refundId}`)) ?? {});
}

/**
 * Parts of a refund that the service has in its books: goods and delivery with their tax, but neither fees nor goodwill without
 * tax.
 */
async function backOf(db: Database, refundId: string, ids: Record<string, string>): Promise<ReversedTax> {
  const { rows } = await db.execute<{
    position: number | null;
    goods: number;
    tax: number;
    fee: number;
    feeTax: number;
  }>(sql`
    select "position", coalesce(sum(amount_cents) filter (where part = 'goods'), 0)::int as goods,
      coalesce(sum(amount_cents) filter (where part = 'tax'), 0)::int as tax,
      coalesce(sum(amount_cents) filter (where part = 'delivery'), 0)::int as fee,
      coalesce(sum(amount_cents) filter (where part = 'delivery-tax'), 0)::int as "feeTax"
    from refund_parts where refund_id = ${refundId} group by "position"`);
  const byPosition = new Map(Object.entries(ids).map(([reference, id]) => [positionIn(reference), id]));
  const lines = rows.flatMap(({ position, goods, tax }) => {
    const id = position === null ? undefined : byPosition.get(position);
    return id !== undefined && goods + tax > 0 ? [{ id, amount: cents(goods), tax: cents(tax) }] : [];
  });
  const whole = rows.find(({ position }) => position === null);
  return { lines, delivery: cents(whole?.fee ?? 0), deliveryTax: cents(whole?.feeTax ?? 0) };
}
