import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { DAY, MINUTE } from "~/platform/durations";
import type { JobRequest } from "~/platform/jobs.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { answered, lockFor, once } from "~/shop/audit/once.server";
import { type Levels, locked, takenOff } from "~/shop/catalog/stock/reservations.server";
import { merged } from "~/shop/catalog/stock/stock";
import type { AgreedDiscount } from "~/shop/discounts/code";
import { lockedDiscount } from "~/shop/discounts/discounts.server";
import { admitLetterByHand } from "~/shop/letters-by-hand.server";
import { actorOf } from "~/shop/members/actor-of";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import type { Cents } from "~/shop/money";
import { newPayment } from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import { expiryJob } from "../drafting/expiry-job.server";
import { writeOrder } from "../drafting/write-order.server";
import { orders } from "../orders.tables";
import { requireFactorToGive } from "../refunds/refund-limit.server";
import { standingLines } from "../standing-lines.tables";
import { SEND_PAY_LINK, type SendPayLink } from "../letters/letter-jobs";
import { DAYS, MOST_OPEN, mostHeld } from "./made-order";
import { madeOrders, reducedLines } from "./made-orders.tables";
import { piecesField } from "./price-field";
import {
  besideCode,
  circumstancesOf,
  type MadeLine,
  type MadeQuote,
  type OrderWish,
  quoteMadeOrder,
} from "./quote-made-order.server";

/** Kind of the change-log entries about orders that members make for shoppers. */
export const MADE_ORDER = "made-order";

/** Fields of the log about orders that members make. They are stored, so that they never change. */
export type MadeOrderAct = "made" | "given" | "ended" | "sent-again";

/** Form that makes an order, with the total that it showed. */
export interface MadeForm {
  submission: string;
  /** Total that the form showed, in cents. */
  total: Cents;
  /** Number of the unpaid order that this form makes again. */
  again?: string | undefined;
}

/**
 * Makes an order for a shopper, once per form: a draft that holds its prices and pieces until its end. Enqueues the letter with
 * the link to pay, and a copy for the member. The gateway is asked for a payment only when somebody pays by the link. Returns the
 * order's number.
 *
 * @throws {Refusal} `right-missing`; `factor-missing` if the reductions exceed the member's limit without a second factor; as
 * `quoteMadeOrder`; `made-order-differs` if the form showed another total; `made-orders-full`; `input-invalid` if a reduction has
 * no reason, or at the field of pieces that are not available or exceed half of a variant; `letters-used-up`; `order-unknown`;
 * `order-state` if the earlier order was paid or made again before.
 */
export async function makeOrder(
  services: Services,
  member: Member,
  { submission, total, again }: MadeForm,
  wish: OrderWish,
  now = new Date(),
): Promise<string> {
  await requireRight(services, member, "orders.make");
  const isReduced = wish.freeDelivery || wish.lines.some(({ price }) => price !== undefined);
  if (isReduced || wish.beyondHalf) await requireRight(services, member, "orders.reduce");
  const record = again ? `again ${again}` : "new";
  const form = { submission, kind: MADE_ORDER, record };
  const earlier = await answered<{ number: string }>(services.db, member, form);
  if (earlier) return earlier.number;
  // Before the transaction, since a tax service may be asked.
  const quote = await quoteMadeOrder(services, wish, now);
  const { number } = await once(services, member, form, async (tx) => {
    const inside = { ...services, db: tx };
    if (quote.given > 0 && wish.reason === "")
      throw new Refusal("input-invalid", { fields: { reason: "Say why it costs less. The log keeps it." } });
    if (quote.summary.total !== total) throw new Refusal("made-order-differs");
    const written = await writeMade(inside, member, { ...wish, again }, quote, now);
    await logChanges(tx, { memberId: member.id, submission, action: "made", reason: wish.reason }, [
      { kind: MADE_ORDER, record: written, version: 1, field: "made" satisfies MadeOrderAct, old: null, new: total },
      ...(quote.given > 0
        ? [
            {
              kind: MADE_ORDER,
              record: written,
              version: 1,
              field: "given" satisfies MadeOrderAct,
              old: null,
              new: quote.given,
            },
          ]
        : []),
    ]);
    if (quote.given > 0) await requireFactorToGive(inside, member);
    return { saved: true, number: written };
  });
  return number;
}

type Inside = Services & { db: Transaction };

/** Writes the draft with its reservation, letter job and end, within the limits of made orders. */
async function writeMade(
  { db: tx, ...services }: Inside,
  member: Member,
  wish: OrderWish & { again: string | undefined },
  quote: MadeQuote,
  now: Date,
): Promise<string> {
  const { again, customer, days, cameBy, words, reason, freeDelivery, beyondHalf } = wish;
  const { lines, summary, shares, taxes, offers, zone, discount, given } = quote;
  const agreed = { lines, summary, shares, taxes, offers, zone, discount };
  // The discount code is locked first, as in checkouts, so that concurrent uses are counted one after the other.
  if (discount) await requireSameTerms(tx, discount, circumstancesOf(lines, customer, now));
  await admitMade(tx, member, customer.email, again);
  const levels = await levelsFor(tx, lines, beyondHalf);
  const endsAt = new Date(now.getTime() + Math.min(Math.max(days, DAYS.least), DAYS.most) * DAY);
  const payment = newPayment(services, { orderNumber: null, method: "Credit Card", amount: summary.total }, now);
  const actor = actorOf(member);
  const number = await writeOrder(
    tx,
    { state: "awaiting-payment", customer, ...agreed, reservedUntil: endsAt, heldSince: now, now },
    {
      payment,
      event: { kind: "drafted", actor, details: { paymentId: payment.id, cameBy } },
      reserved: inFields(() => takenOff(levels, lines)),
      actor,
      jobs: {
        enqueueWith: services.jobs.enqueueWith,
        of: (drawn) => jobsOfMade(drawn, (endsAt.getTime() - now.getTime()) / MINUTE),
      },
    },
  );
  await noteMade(
    tx,
    number,
    {
      memberId: member.id,
      cameBy,
      words,
      reason,
      endsAt,
      beyondHalf,
      freeDelivery,
      given,
      at: now,
      again: again ?? null,
    },
    lines,
  );
  return number;
}

/**
 * Locks the code of a made order, and checks that it still reduces as it did when the order was computed.
 *
 * @throws {Refusal} as `lockedDiscount`, at the field of the code; `made-order-differs` if the code was edited meanwhile.
 */
async function requireSameTerms(
  tx: Transaction,
  discount: AgreedDiscount,
  circumstances: ReturnType<typeof circumstancesOf>,
): Promise<void> {
  const now = await besideCode(lockedDiscount(tx, discount.code, circumstances));
  if (!isDeepStrictEqual(now, discount)) throw new Refusal("made-order-differs");
}

/** Checks the limits for one more made order. Takes a lock, so that two members cannot exceed them together. */
async function admitMade(tx: Transaction, member: Member, email: string, again: string | undefined): Promise<void> {
  await lockFor(tx, "orders made by members");
  if (again) await requireUnpaid(tx, again);
  if ((await tx.$count(orders, isOpenMade)) >= MOST_OPEN) throw new Refusal("made-orders-full");
  await admitLetterByHand(tx, { memberId: member.id, to: email });
}

/** Jobs of a made order: its letter, and its end after a number of minutes. */
const jobsOfMade = (number: string, after: number): JobRequest[] => [
  expiryJob({ number, key: number, after }),
  { name: SEND_PAY_LINK, payload: { number, round: 1 } satisfies SendPayLink, key: `${number} 1` },
];

/** Stores the data of a made order, and its reduced prices. */
async function noteMade(
  tx: Transaction,
  orderNumber: string,
  made: Omit<typeof madeOrders.$inferInsert, "orderNumber">,
  lines: MadeLine[],
): Promise<void> {
  await tx.insert(madeOrders).values({ ...made, orderNumber });
  const reduced = lines.flatMap(({ listed, price }, position) =>
    listed > price ? [{ orderNumber, position, listed }] : [],
  );
  if (reduced.length > 0) await tx.insert(reducedLines).values(reduced);
}

/** SQL condition for made orders that wait for their payment. */
const isOpenMade = and(
  eq(orders.state, "awaiting-payment"),
  inArray(orders.number, sql`(select order_number from made_orders)`),
);

/**
 * Checks that an earlier order may be made again: it ended unpaid, and no other order was made from it.
 *
 * @throws {Refusal} `order-unknown`, `order-state`.
 */
async function requireUnpaid(tx: Transaction, number: string): Promise<void> {
  const [earlier] = await tx
    .select({ state: orders.state, paidAt: orders.paidAt })
    .from(orders)
    .innerJoin(madeOrders, eq(madeOrders.orderNumber, orders.number))
    .where(eq(orders.number, number))
    .for("update", { of: orders });
  if (!earlier) throw new Refusal("order-unknown");
  const others = await tx.$count(madeOrders, eq(madeOrders.again, number));
  if (earlier.state !== "cancelled" || earlier.paidAt !== null || others > 0) throw new Refusal("order-state");
}

/**
 * Locks the wanted variants and returns their levels. Throws as `refuseBeyondHalf`, unless a manager allowed the order to hold
 * more.
 */
async function levelsFor(tx: Transaction, lines: MadeLine[], beyondHalf: boolean): Promise<Levels> {
  const levels = await locked(
    tx,
    lines.map(({ variantId }) => variantId),
  );
  if (!beyondHalf) await refuseBeyondHalf(tx, levels, lines);
  return levels;
}

/**
 * Checks that made orders together hold no more than half of each variant.
 *
 * @throws {Refusal} `input-invalid` at the fields of pieces that are too many.
 */
async function refuseBeyondHalf(tx: Transaction, levels: Levels, lines: MadeLine[]): Promise<void> {
  const wanted = merged(lines);
  const ids = wanted.map(({ variantId }) => variantId);
  const rows = await tx
    .select({ variantId: standingLines.variantId, held: sql<number>`sum(${standingLines.quantity})::int` })
    .from(orders)
    .innerJoin(standingLines, eq(standingLines.orderNumber, orders.number))
    .where(and(isOpenMade, inArray(standingLines.variantId, ids)))
    .groupBy(standingLines.variantId);
  const heldOf = new Map(rows.map(({ variantId, held }) => [variantId, held]));
  const fields = wanted.flatMap(({ variantId, quantity }) => {
    const [level, held] = [levels.get(variantId), heldOf.get(variantId) ?? 0];
    if (level === null || level === undefined || quantity > level) return [];
    const most = Math.max(0, mostHeld(level, held) - held);
    return quantity <= most ? [] : [[piecesField(variantId), halfWords(most)] as const];
  });
  if (fields.length > 0) throw new Refusal("input-invalid", { fields: Object.fromEntries(fields) });
}

const halfWords = (most: number): string =>
  `Orders like this one may hold half of what is there: ${most === 0 ? "none more" : `${most} at most`}. A manager may say otherwise.`;

/** Runs `take` and converts its refusal `sold-out` to messages at the fields. */
function inFields<Taken>(take: () => Taken): Taken {
  try {
    return take();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "sold-out" || !error.details || !("soldOut" in error.details))
      throw error;
    const fields = error.details.soldOut.map(({ variantId, left }) => [
      piecesField(variantId),
      left === 0 ? "Sold out." : `Only ${left} left.`,
    ]);
    throw new Refusal("input-invalid", { fields: Object.fromEntries(fields) as Record<string, string> });
  }
}
