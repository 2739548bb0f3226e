import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { DAY, HOUR } from "~/platform/durations";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { type Levels, locked, reserveOf } from "~/shop/catalog/stock/reservations.server";
import { merged, type StockLine } from "~/shop/catalog/stock/stock";
import { type Cents, cents, sum } from "~/shop/money";
import { storeChangePayment, requireSeveralPayments } from "~/shop/payments/change-payments.server";
import { leastPayment } from "~/shop/payments/gateway";
import { paymentsOf } from "~/shop/payments/order-payments.server";
import { orderTotal } from "~/shop/price";
import { Refusal } from "~/shop/refusal";
import { linkRoundOf } from "../letter-links.server";
import { TELL_CHANGE, type TellChange } from "../changes/change-jobs";
import type { ComputedChange, ComingLine } from "../changes/computed-change";
import { type KnownOrder, knownOrder } from "../changes/changeable-order.server";
import { lineTaxes } from "../changes/line-taxes.server";
import { scheduleEnd } from "../changes/make-change.server";
import { orderChanges } from "../changes/order-changes.tables";
import { comingLine, swapPriceOf } from "../changes/compute-change.server";
import { pricedLines } from "../drafting/priced-lines.server";
import { termsOfStanding } from "../drafting/terms-at.server";
import { mostHeld } from "../made/made-order";
import { recordEvent } from "../orders.server";
import type { Pieces } from "../parcels/pieces";
import { replacements } from "../parcels/replacements.tables";
import { END_EXCHANGE, type EndExchange } from "./exchange-jobs";
import { KEPT_DAYS } from "./kept-until.server";
import { costOf, type ExchangeCost, exchangedParts } from "./exchange-cost";

type Reserving = Pick<Services, "jobs" | "settings" | "payments" | "mode" | "taxes" | "unreadable"> & {
  db: Transaction;
};

/** Goods wanted in place of pieces of a line. */
interface WantedInstead extends Pieces {
  product: string;
  size: string;
  color: string;
}

interface ReservedLine extends ExchangeCost {
  goes: ComputedChange["goes"][number];
  comes: ComingLine;
  isOther: boolean;
}

/**
 * Reserves the goods wanted in place of a return's pieces for `KEPT_DAYS`, or until the pieces arrive. If they cost more, creates
 * a change that requests the difference and ends like other changes; a difference below the gateway's least payment is waived.
 *
 * @throws {Refusal} `sold-out`; `held-too-much` for a shopper, as `requireFewHeld`; `product-unknown`, `combination-unavailable`;
 * `more-than-left`; `change-too-early`; as `termsOfStanding`.
 */
export async function reserveExchange(
  services: Reserving,
  of: { returnNumber: string; orderNumber: string; actor: Actor; memberId?: string | undefined },
  wanted: WantedInstead[],
  now: Date,
): Promise<void> {
  const { db: tx, jobs } = services;
  const { returnNumber, orderNumber, actor } = of;
  const known = await knownOrder(tx, orderNumber);
  const lines = await costed(services, known, wanted, now);
  const kept = merged(lines.map(({ comes }) => comes));
  const levels = await locked(
    tx,
    kept.map(({ variantId }) => variantId),
  );
  if (actor.kind === "shopper") await requireFewHeld(tx, orderNumber, kept, levels);
  await reserveOf(tx, levels, kept, returnNumber, actor);
  const dearer = lines.filter(({ difference }) => difference > 0);
  const asked = sum(dearer.map(({ difference }) => difference));
  const due = asked >= leastPayment ? asked : cents(0);
  const keptUntil = new Date(now.getTime() + KEPT_DAYS * DAY);
  for (const { goes, comes, isOther, ...cost } of lines)
    await keep(tx, {
      orderNumber,
      position: goes.position,
      cause: "return" as const,
      returnNumber,
      productId: comes.productId,
      variantId: comes.variantId,
      name: isOther ? comes.name : "",
      size: comes.size,
      color: comes.color,
      quantity: comes.quantity,
      listed: comes.askedPrice,
      ...(cost.difference > 0 && due === 0 ? { difference: cents(0), fee: cents(0) } : cost),
      state: "reserved" as const,
      paidAt: null,
      endsAt: keptUntil,
      at: now,
    });
  await jobs.enqueue(tx, END_EXCHANGE, { number: returnNumber } satisfies EndExchange, {
    key: returnNumber,
    startAfter: KEPT_DAYS * (DAY / 1000) + 1,
  });
  if (due > 0) await askDifference(services, known, of, { dearer, due }, now);
}

/**
 * Writes a reservation for a line of a return; it may replace the row of an earlier one that has ended.
 *
 * @throws {Refusal} `edited-meanwhile` if something else is kept for the line.
 */
async function keep(tx: Transaction, row: typeof replacements.$inferInsert): Promise<void> {
  const written = await tx
    .insert(replacements)
    .values(row)
    .onConflictDoUpdate({
      target: [replacements.returnNumber, replacements.position],
      set: row,
      setWhere: eq(replacements.state, "ended"),
    })
    .returning({ id: replacements.id });
  if (written.length === 0) throw new Refusal("edited-meanwhile");
}

/**
 * Refuses a shopper's exchange that would reserve more than one piece and more than half of a variant for one order, since it is
 * reserved for weeks without a payment.
 *
 * @throws {Refusal} `held-too-much`.
 */
async function requireFewHeld(
  tx: Transaction,
  orderNumber: string,
  wanted: StockLine[],
  levels: Levels,
): Promise<void> {
  const ids = wanted.map(({ variantId }) => variantId);
  const rows = await tx
    .select({ variantId: replacements.variantId, held: sql<number>`sum(${replacements.quantity})::int` })
    .from(replacements)
    .where(
      and(
        eq(replacements.orderNumber, orderNumber),
        eq(replacements.state, "reserved"),
        inArray(replacements.variantId, ids),
      ),
    )
    .groupBy(replacements.variantId);
  const heldOf = new Map(rows.map(({ variantId, held }) => [variantId, held]));
  for (const { variantId, quantity } of wanted) {
    const [level, held] = [levels.get(variantId), heldOf.get(variantId) ?? 0];
    if (level === null || level === undefined || quantity > level) continue;
    const most = Math.max(1, mostHeld(level, held));
    if (held + quantity > most) throw new Refusal("held-too-much", { details: { most, pieces: held + quantity } });
  }
}

/** Wanted goods for each line, with their difference. */
async function costed(
  services: Reserving,
  known: KnownOrder,
  wanted: WantedInstead[],
  now: Date,
): Promise<ReservedLine[]> {
  const priced = await pricedLines(services.db, wanted);
  const terms = await termsOfStanding(services, known.order, now);
  const taxes = await lineTaxes(services, known, priced, terms, now);
  const lines: ReservedLine[] = [];
  for (const [index, { position, quantity }] of wanted.entries()) {
    const goods = priced[index];
    const gone = known.goods.get(position);
    if (!goods || !gone) throw new Error(`The line ${position} of the order ${known.order.number} is missing.`);
    const swapPrice = await swapPriceOf(services.db, known, goods, position, false);
    const { variantId, price, product } = goods;
    const parts = exchangedParts(
      known,
      { position, quantity },
      { variantId, price, product, ...(swapPrice !== undefined && { swapPrice }) },
      {
        of: (line) => taxes.of({ ...line, index }).tax,
      },
    );
    const comes = comingLine(parts.comes, goods, taxes.of({ ...parts.comes, index }).row);
    lines.push({
      goes: parts.goes,
      comes,
      isOther: gone.productId !== goods.product,
      ...costOf(parts, gone.price),
    });
  }
  return lines;
}

/** Requests the difference: stores the change and its payment, and enqueues its end and the letter with the link. */
async function askDifference(
  services: Reserving,
  { order, sums }: KnownOrder,
  { returnNumber, orderNumber, actor, memberId }: Parameters<typeof reserveExchange>[1],
  { dearer, due }: { dearer: ReservedLine[]; due: Cents },
  now: Date,
): Promise<void> {
  const { db: tx, jobs, settings } = services;
  await requireSeveralPayments(tx);
  const id = randomUUID();
  const fee = sum(dearer.map((line) => line.fee));
  const parts = { ...sums, fees: cents(sums.fees + fee), tax: cents(sums.tax + due - fee) };
  const after = { ...parts, total: orderTotal(parts) };
  const computed: ComputedChange = {
    stays: [],
    goes: dearer.map(({ goes }) => goes),
    comes: dearer.map(({ comes }) => comes),
    before: sums,
    sums: after,
    difference: due,
  };
  const endsAt = new Date(now.getTime() + settings().changeHours * HOUR);
  await tx.insert(orderChanges).values({
    id,
    orderNumber,
    returnNumber,
    orderVersion: order.version,
    computed,
    difference: due,
    state: "waiting",
    endsAt,
    memberId: memberId ?? null,
    at: now,
  });
  const method = (await paymentsOf(tx, orderNumber))?.first.method ?? "Credit Card";
  const linkRound = (await linkRoundOf(tx, orderNumber)) ?? 0;
  await storeChangePayment(tx, services, { orderNumber, changeId: id, amount: due, method, linkRound }, now);
  await scheduleEnd(tx, services, { id, endsAt }, now);
  await recordEvent(tx, orderNumber, "change-asked", actor, {
    details: { changeId: id, return: returnNumber, amount: due, until: endsAt.toISOString() },
    onceKey: `change-asked:${id}`,
  });
  await jobs.enqueue(tx, TELL_CHANGE, { changeId: id, letter: "asked" } satisfies TellChange, { key: `asked ${id} 0` });
}
