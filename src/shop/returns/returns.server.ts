import { randomInt } from "node:crypto";
import { asc, and, eq, gt, inArray, ne, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { type Actor, shopper } from "~/shop/actor";
import { onlyFaultyReturns } from "~/shop/catalog/only-faulty-returns.server";
import { isDisputed } from "~/shop/orders/disputes/disputed.server";
import type { Order } from "~/shop/orders/order";
import { reserveExchange } from "~/shop/orders/exchanges/reserve-exchange.server";
import { kindsSold } from "~/shop/orders/kinds-sold.server";
import { lineProgress } from "~/shop/orders/parcels/line-progress.server";
import { isUsedNumber } from "~/shop/orders/used-numbers.server";
import { findOrder, recordEvent, orderByNumber } from "~/shop/orders/orders.server";
import { missingPieces, piecesOf } from "~/shop/orders/parcels/lost-pieces.server";
import { isLost } from "~/shop/orders/parcels/pieces";
import { parcelsOf } from "~/shop/orders/parcels/parcels.server";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { requestKey } from "~/shop/form-submission";
import { fieldOf } from "./exchange-form";
import { type Choice, forMembers, instructsAtStart, lastArrival, type ReturnedLine, type SoldOrder } from "./return";
import { returnedLines } from "./return-form";
import type { Reason } from "./return-reasons";
import { exchangeChoices } from "./exchange-choices.server";
import { drawnReturnNumber } from "./return-number";
import { INSTRUCT_RETURN } from "./return-letter-jobs";
import { returnLines, returnPieces, returns, settledLines } from "./returns.tables";
import type { ArrivedPieces } from "./settlement";

/** State of a fully refunded order: only members can start its returns. */
const REFUNDED = "refunded";

/** An order with the data that decide about returns; `round` is the number of its returns. */
export interface ReturnableOrder {
  order: Order;
  sold: SoldOrder;
  round: number;
}

/**
 * Finds an order with the data that decide about returns; `withChoices` adds the variants for exchanges, which is slow.
 *
 * @throws {Refusal} `order-unknown`, also if unpaid; `order-cancelled`; `order-state` if fully refunded, unless `byMember`.
 */
export async function returnableOrder(
  db: Database,
  { order: number, email, values = {} }: { order: string; email: string; values?: Record<string, string> },
  { byMember = false, withChoices = true } = {},
): Promise<ReturnableOrder> {
  const order = await findOrder(db, number, email);
  if (!order?.paidAt) throw new Refusal("order-unknown");
  if (order.state === "cancelled") throw new Refusal("order-cancelled");
  if (order.state === REFUNDED && !byMember) throw new Refusal("order-state");

  // These reads run one after another, because a transaction has only one connection.
  const parcels = await parcelsOf(db, order.number);
  const kinds = await kindsSold(db, order.number);
  const earlier = await comingBack(db, order.number);
  const leftAt = new Date(Math.max(order.paidAt.getTime(), ...parcels.map(({ shippedAt }) => shippedAt.getTime())));
  // Deleted products have no category: the kind stored with the order decides.
  const onlyFaulty = await onlyFaultyReturns(
    db,
    order.lines.map(({ product }) => product),
  );

  const lost = await missingPieces(db, order.number);
  const progress = new Map((await lineProgress(db, order.number)).map((line) => [line.position, line]));

  const lines = order.lines.flatMap(({ position, quantity, finalSale, product }) => {
    // Gift cards are no pieces.
    if (!progress.has(position)) return [];
    // Cancelled pieces, and lost pieces that were not sent again, never reached the shopper.
    const missing = piecesOf(lost, position);
    const sold = quantity - (progress.get(position)?.calledOff ?? 0) - missing;
    if (sold <= 0) return [];
    return {
      position,
      sent: Math.max(0, (progress.get(position)?.sent ?? 0) - missing),
      finalSale,
      variants: [] as Choice[],
      returned: earlier.reduce((count, line) => count + (line.position === position ? line.quantity : 0), 0),
      isOnlyFaulty: onlyFaulty.get(product) ?? kinds.get(position) === "accessory",
    };
  });
  const choices = withChoices ? await exchangeChoices(db, order, { lines }, values) : undefined;
  return {
    order,
    sold: {
      hasLeft: parcels.length > 0,
      leftAt,
      deliveredAt: lastArrival(parcels.filter((parcel) => !isLost(parcel))),
      isDisputed: await isDisputed(db, order.number),
      lines: lines.map((line) => ({ ...line, variants: choices?.get(line.position) ?? [] })),
    },
    round: new Set(earlier.map((line) => line.number)).size,
  };
}

type Starting = Pick<Services, "db" | "jobs" | "settings" | "payments" | "mode" | "taxes" | "unreadable">;

interface StartOptions {
  now: Date;
  settings: Settings;
  /** Actor who starts the return; a member may start returns that shoppers cannot start any more. */
  actor?: Actor;
  /** Whether the parcel has arrived already: then no instructions are sent. */
  isHere?: boolean;
}

/**
 * Pieces in the returns of an order: the received ones, or the announced ones before the return is received. Refused returns do
 * not count.
 */
async function comingBack(db: Database, orderNumber: string) {
  const announced = await db
    .select({
      number: returns.number,
      state: returns.state,
      position: returnLines.position,
      quantity: returnLines.quantity,
    })
    .from(returns)
    .innerJoin(returnLines, eq(returnLines.returnNumber, returns.number))
    .where(and(eq(returns.orderNumber, orderNumber), ne(returns.state, "refused")));
  const came = await arrivedOf(
    db,
    announced.map(({ number }) => number),
  );
  return announced.map(({ state, ...line }) => {
    if (state === "started") return line;
    const own = came.filter(({ number, position }) => number === line.number && position === line.position);
    return { ...line, quantity: own.reduce((count, { quantity }) => count + quantity, 0) };
  });
}

/** Received pieces of returns, by line and condition. */
export async function arrivedOf(db: Database, numbers: string[]): Promise<(ArrivedPieces & ArrivedAt)[]> {
  if (numbers.length === 0) return [];
  return db
    .select({
      number: returnPieces.returnNumber,
      position: returnPieces.position,
      condition: returnPieces.condition,
      quantity: returnPieces.quantity,
      restocked: returnPieces.restocked,
    })
    .from(returnPieces)
    .where(and(inArray(returnPieces.returnNumber, numbers), gt(returnPieces.quantity, 0)))
    .orderBy(asc(returnPieces.position), asc(returnPieces.condition));
}

/** Numbers of an order's returns. */
export async function returnsOf(db: Database, orderNumber: string): Promise<string[]> {
  const rows = await db.select({ number: returns.number }).from(returns).where(eq(returns.orderNumber, orderNumber));
  return rows.map(({ number }) => number);
}

interface ArrivedAt {
  number: string;
  restocked: number;
}

/** Locks the returns of an order: other transactions that start or receive one wait. */
export const lockReturnsOf = async (tx: Database, orderNumber: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`return ${orderNumber}`}))`);
};

/**
 * Starts a return of the pieces that the form chose; returns its number. The same form sent twice starts one return, and two
 * concurrent forms never return more pieces than were bought. Reserves the goods of an exchange.
 *
 * @throws {Refusal} as `returnableOrder`, `returnedLines` and `reserveExchange`; `nothing-left` while no piece of the order was
 * sent.
 */
export async function startReturn(
  services: Starting,
  request: { order: string; email: string; round: string; values: Record<string, string> },
  { now, settings, actor = shopper, isHere = false }: StartOptions,
): Promise<string> {
  const { db, jobs } = services;
  return db.transaction(async (tx) => {
    const found = await findOrder(tx, request.order, request.email);
    if (!found) throw new Refusal("order-unknown");
    await lockReturnsOf(tx, found.number);

    const chosen = JSON.stringify(
      Object.entries(request.values)
        .filter(([name]) => /-\d+$/.test(name))
        .toSorted(),
    );
    const key = await requestKey("return", found.number, request.round, chosen);
    const [known] = await tx.select({ number: returns.number }).from(returns).where(eq(returns.requestKey, key));
    if (known) return known.number;

    const byMember = actor.kind === "staff";
    const { order, sold } = await returnableOrder(tx, request, { byMember });
    if (!sold.hasLeft) throw new Refusal("nothing-left");
    const lines = returnedLines(request.values, byMember ? forMembers(sold, now) : sold, now, settings);
    const number = await freeNumber(tx);
    const isInstructed = instructsAtStart(settings, isHere);
    const approval = { approvedAt: isInstructed || isHere ? now : null, answeredAt: isHere ? now : null };
    await tx.insert(returns).values({ number, orderNumber: order.number, requestKey: key, ...approval });
    await tx
      .insert(returnLines)
      .values(lines.map((line) => ({ returnNumber: number, orderNumber: order.number, ...line })));
    await recordEvent(tx, order.number, "return-started", actor, {
      details: { return: number },
      onceKey: `return ${number}`,
    });
    await keepInstead(
      { ...services, db: tx },
      { returnNumber: number, orderNumber: order.number, actor },
      { lines, sold },
      now,
    );
    if (isInstructed) await jobs.enqueue(tx, INSTRUCT_RETURN, { number }, { key: number });
    return number;
  });
}

/** Error messages for exchange goods that cannot be reserved, by refusal. */
const KEPT_COMPLAINTS: Partial<Record<Refusal["code"], string>> = {
  "sold-out": "Just sold out. Please choose again.",
  "held-too-much": "Too few are left to keep that many for you. Please choose fewer, or something else.",
};

/**
 * Reserves the goods for which lines are exchanged.
 *
 * @throws {Refusal} as `reserveExchange`; `input-invalid` beside the lines if too few are left.
 */
export async function keepInstead(
  services: Starting & { db: Transaction },
  of: Parameters<typeof reserveExchange>[1],
  {
    lines,
    sold,
  }: {
    lines: Pick<ReturnedLine, "position" | "quantity" | "exchangeVariantId">[];
    sold: SoldOrder;
  },
  now: Date,
): Promise<void> {
  const wanted = lines.flatMap(({ position, quantity, exchangeVariantId }) => {
    const own = sold.lines.find((line) => line.position === position);
    const choice = own?.variants.find(({ id }) => id === exchangeVariantId);
    return choice ? [{ position, quantity, product: choice.product, size: choice.size, color: choice.color }] : [];
  });
  if (wanted.length === 0) return;
  const memberId = of.actor.kind === "staff" ? of.actor.name : undefined;
  await reserveExchange(services, { ...of, memberId }, wanted, now).catch((error: unknown) => {
    const complaint = error instanceof Refusal && KEPT_COMPLAINTS[error.code];
    if (!complaint) throw error;
    const fields = wanted.map(({ position }) => [fieldOf("exchange", position), complaint]);
    throw new Refusal("input-invalid", { fields: Object.fromEntries(fields) });
  });
}

async function freeNumber(tx: Database): Promise<string> {
  for (;;) {
    const number = drawnReturnNumber((end) => randomInt(end));
    const taken = await tx.select({ number: returns.number }).from(returns).where(eq(returns.number, number));
    if (taken.length === 0 && !(await isUsedNumber(tx, number))) return number;
  }
}

/** A return with its order, its lines, and their settlement. */
export interface WholeReturn {
  number: string;
  row: typeof returns.$inferSelect;
  order: Order;
  lines: (ReturnedLine & { refunded: number; exchanged: number; refundedBefore: number })[];
}

export async function returnByNumber(db: Database, number: string): Promise<WholeReturn | undefined> {
  const [found] = await db.select().from(returns).where(eq(returns.number, number));
  const order = found && (await orderByNumber(db, found.orderNumber));
  if (!order) return undefined;

  const lines = await db
    .select({
      position: returnLines.position,
      quantity: returnLines.quantity,
      reason: sql<Reason>`${returnLines.reason}`,
      exchangeFor: returnLines.exchangeFor,
      exchangeVariantId: returnLines.exchangeVariantId,
      refunded: sql<number>`coalesce(${settledLines.refunded}, 0)`,
      exchanged: sql<number>`coalesce(${settledLines.exchanged}, 0)`,
      refundedBefore: sql<number>`coalesce(${settledLines.refundedBefore}, 0)`,
    })
    .from(returnLines)
    .leftJoin(
      settledLines,
      and(eq(settledLines.returnNumber, returnLines.returnNumber), eq(settledLines.position, returnLines.position)),
    )
    .where(eq(returnLines.returnNumber, number))
    .orderBy(asc(returnLines.position));
  return { number, row: found, order, lines };
}
