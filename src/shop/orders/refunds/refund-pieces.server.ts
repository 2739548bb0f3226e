import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { type Cents, cents, sum } from "~/shop/money";
import { failedRefundIds, type Refund } from "~/shop/payments/refunds.server";
import { refusalBeyond } from "~/shop/payments/refundable";
import { Refusal } from "~/shop/refusal";
import type { ChangingOrder } from "../change-order.server";
import { type OrderState, statesBefore } from "../order";
import { orders, refundLines } from "../orders.tables";
import { refundExtras } from "./refund-extras.tables";
import { extrasWentBack } from "../ledger/went-back.server";
import { unreturnedCards, valueOf } from "../gift-cards/bought-cards.server";
import { lineProgress } from "../parcels/line-progress.server";
import { hasWaiting } from "../parcels/parcels.server";
import { allLeftToSend, type Pieces } from "../parcels/pieces";
import { replacements } from "../parcels/replacements.tables";
import { divideAmongRefunds, takenFrom } from "./divide-among-refunds";
import { fittedTo, computeRefund, type ComputedRefund, type WantedRefund } from "./computed-refund";
import { requestRefund } from "./request-refund.server";
import { giveStoreCredit, type StoreCredit } from "./store-credit.server";

/** A refund as shown in an order's history: the id of its first row, and the sum of all its rows in cents. */
export interface OrderRefund {
  id: string;
  amount: Cents;
  /** One row for each payment that is refunded, newest payment first. */
  rows: Pick<Refund, "id" | "amount">[];
}

/**
 * Requests a refund of more than zero for an order that is being changed. The newest payment is refunded first, each up to its
 * unrefunded rest. With `credit` what would go back by a gateway is given as store credit; what a gift card paid goes back onto it.
 *
 * @throws {Refusal} as `takenFrom` and `giveStoreCredit`; `store-credit-none` if gift cards paid all that goes back; `edited-meanwhile`
 * when this cause already has a refund.
 */
export async function requestOrderRefund(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  { money }: Pick<ChangingOrder, "money">,
  amount: Cents,
  { cause, reason = "", credit }: { cause: string; reason?: string; credit?: StoreCredit | undefined },
): Promise<OrderRefund> {
  const { first, cards } = money.payments;
  const parts = takenFrom(money.leftOf, amount, money.hold);
  const isByCard = ({ paymentId }: (typeof parts)[number]) => cards.some(({ id }) => id === paymentId);
  // Gift cards are refunded last, so that store credit has the first parts.
  const credited = credit ? parts.filter((part) => !isByCard(part)) : [];
  if (credit && credited.length === 0) throw new Refusal("store-credit-none");
  const rows: Refund[] = [];
  if (credit && first.orderNumber !== null) {
    const given = { orderNumber: first.orderNumber, parts: credited, cause, reason };
    rows.push(...(await giveStoreCredit(tx, services, given, credit)));
  }
  for (const part of parts.slice(rows.length)) {
    const refund = await requestRefund(tx, services, { ...part, cause, ...(reason && { reason }) });
    if (!refund) throw new Refusal("edited-meanwhile");
    rows.push(refund);
  }
  return { id: rows[0]?.id ?? "", amount, rows };
}

/** Request to refund pieces. */
interface RefundOptions {
  cause: string;
  /** Reason as free text, for members. */
  reason?: string;
  /** True for returned pieces: nothing is cancelled, and no more than the money that is left is refunded. */
  isReturned?: boolean;
  /** True for sent pieces: nothing is cancelled. */
  hasLeft?: boolean;
  /** Store credit in place of money back; unset without the shopper's consent. */
  credit?: StoreCredit | undefined;
}

/** A requested refund, cancelled pieces, and the order's new state, if any. */
interface Requested {
  refund: OrderRefund;
  calledOff: Pieces[];
  to: OrderState | null;
}

/**
 * Requests a refund of pieces, delivery fee, fees and goodwill, in the caller's transaction. Unsent pieces are cancelled
 * (`calledOff`), unless `hasLeft` or `isReturned`. Returns undefined if nothing was paid or nothing refundable is left.
 *
 * @throws {Refusal} as `computeRefund`, `fittedTo` and `takenFrom`.
 */
export async function refundPieces(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  order: ChangingOrder,
  wanted: Pieces[] | WantedRefund,
  { cause, reason = "", isReturned = false, hasLeft = isReturned, credit }: RefundOptions,
): Promise<Requested | undefined> {
  const { number, state, money } = order;
  const cards = await unreturnedCards(tx, number);
  const ofCards = valueOf(cards.filter(({ hasFailed }) => !hasFailed));
  const left = cents(Math.max(0, money.left - ofCards));
  const refundable = {
    lines: await lineProgress(tx, number),
    deliveryLeft: await deliveryLeftOf(tx, number),
    feesLeft: await feesLeftOf(tx, number),
    moneyLeft: isReturned ? money.taken : left,
    hold: money.hold,
    cancelsUnsent: !hasLeft && state !== "cancelled",
  };
  const request: WantedRefund = Array.isArray(wanted) ? { pieces: wanted } : wanted;
  const exact = computeRefund(refundable, request);
  // Money that a bank may still give to either side is not shared out; money that it took is, like a refund made at the gateway.
  if (exact.amount > left && money.hold === "disputed") throw new Refusal(refusalBeyond(money.hold));
  const computed = isReturned ? fittedTo(left, exact) : exact;
  if (computed.amount === 0) return undefined;

  const refund = await requestOrderRefund(tx, services, order, computed.amount, { cause, reason, credit });
  const amounts = refund.rows.map((row) => row.amount);
  const divided = divideAmongRefunds(computed, amounts);
  for (const [index, { id }] of refund.rows.entries())
    await writeRefund(tx, id, number, divided[index] ?? computed, request.goodwillWithTax);
  const lines = await lineProgress(tx, number);
  const isAll =
    (cards.length === 0 && lines.every((line) => line.refunded.quantity === line.quantity)) ||
    (ofCards === 0 &&
      computed.amount === money.unrefunded &&
      (isReturned || (allLeftToSend(lines).length === 0 && !(await hasWaiting(tx, number)))));
  const to = isAll ? "refunded" : "partly-refunded";
  const calledOff = computed.lines.flatMap((line) =>
    line.calledOff > 0 ? [{ position: line.position, quantity: line.calledOff }] : [],
  );
  return { refund, calledOff, to: to !== state && statesBefore(to).includes(state) ? to : null };
}

async function writeRefund(
  tx: Transaction,
  refundId: string,
  orderNumber: string,
  computed: ComputedRefund,
  withTax = true,
): Promise<void> {
  const lines = computed.lines.map((line) => ({ refundId, orderNumber, ...line }));
  if (lines.length > 0) await tx.insert(refundLines).values(lines);
  const extras = (["delivery", "fees", "goodwill"] as const)
    .map((kind) => ({ refundId, orderNumber, kind, amount: computed[kind], withTax: kind !== "goodwill" || withTax }))
    .filter(({ amount }) => amount > 0);
  if (extras.length > 0) await tx.insert(refundExtras).values(extras);
}

/** Refundable rest of an order's delivery fee with its tax, in cents, after all that went back of it. */
export const deliveryLeftOf = (tx: Database, number: string): Promise<Cents> => extraLeftOf(tx, number, "delivery");

/**
 * Refundable rest of an order's fees with their tax, in cents, after valid refunds. Paid differences of exchanges are stored as
 * fees, but are excluded here: they are refunded together with the exchanged goods.
 */
export async function feesLeftOf(tx: Database, number: string): Promise<Cents> {
  const [exchanged] = await tx
    .select({ difference: sql<Cents>`coalesce(sum(${replacements.difference}), 0)::int` })
    .from(replacements)
    .where(and(eq(replacements.orderNumber, number), isNotNull(replacements.paidAt), ne(replacements.state, "ended")));
  return cents(Math.max(0, (await extraLeftOf(tx, number, "fees")) - (exchanged?.difference ?? 0)));
}

async function extraLeftOf(tx: Database, number: string, kind: "delivery" | "fees"): Promise<Cents> {
  const [order] = await tx
    .select({
      delivery: sql<Cents>`${orders.deliveryFee} + ${orders.deliveryTax}`,
      fees: sql<Cents>`${orders.fees} + ${orders.feeTax}`,
    })
    .from(orders)
    .where(eq(orders.number, number));
  const failed = await failedRefundIds(tx, number);
  const given = await tx
    .select({ refundId: refundExtras.refundId, amount: refundExtras.amount })
    .from(refundExtras)
    .where(and(eq(refundExtras.orderNumber, number), eq(refundExtras.kind, kind)));
  const back = sum(given.flatMap(({ refundId, amount }) => (failed.has(refundId) ? [] : [amount])));
  const wentBack = await extrasWentBack(tx, number);
  return cents(Math.max(0, (order?.[kind] ?? 0) - back - wentBack[kind]));
}
