import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { returnToStock } from "~/shop/catalog/stock/reservations.server";
import { refundOfCause, type RefundOfCause } from "~/shop/payments/refunds.server";
import { cents, sum } from "~/shop/money";
import { refusalBeyond } from "~/shop/payments/refundable";
import { Refusal } from "~/shop/refusal";
import { type Change, changeOrder, type ChangingOrder, type Outcome } from "../change-order.server";
import { refundPieces } from "./refund-pieces.server";
import type { StoreCredit } from "./store-credit.server";
import { NOTHING_PAID, type RefundedPieces, type WantedRefund } from "./computed-refund";
import { lineProgress } from "../parcels/line-progress.server";
import { piecesOf, undecidedPieces } from "../parcels/lost-pieces.server";
import { replacementsOf } from "../parcels/replacements.server";
import { chosenLines, costsNothing, isWaiting, type LineProgress, type Pieces } from "../parcels/pieces";

/** A manual refund. */
export interface LinesToRefund extends Omit<WantedRefund, "pieces"> {
  lines: RefundedPieces[];
  /** Idempotency key: a second refund with the same cause is not made. */
  cause: string;
  /** Reason as free text, for members. */
  reason?: string;
  /** Whether unsent pieces return to stock. */
  restock: boolean;
  /** Store credit in place of money back; unset without the shopper's consent. */
  credit?: StoreCredit | undefined;
}

/**
 * Refunds pieces, delivery, fees or goodwill. Unsent pieces are cancelled. What a failed refund should have paid back can be
 * refunded again, also for a cancelled order.
 *
 * @throws {Refusal} as `changeOrder`; `more-than-left` when the goods were refunded before, await their exchange, or cost
 * nothing; `more-money-than-left` when the chosen amounts exceed the money that is left, or none is.
 */
export async function refundLines(
  services: Pick<Services, "db" | "jobs">,
  change: Change,
  wanted: LinesToRefund,
): Promise<RefundOfCause> {
  const { db } = services;
  const { cause } = wanted;
  const existing = () => refundOfCause(db, change.number, cause);
  const earlier = await existing();
  if (earlier) return earlier;

  await changeOrder(db, change, "refund-asked", { ...shownOf(wanted), cause }, (tx, order) =>
    refundChosen(tx, services, order, change, wanted),
  );
  const refund = await existing();
  if (!refund) throw new Error(`The refund ${cause} of the order ${change.number} is missing.`);
  return refund;
}

/** Details of a manual refund for the order's history. */
export const shownOf = ({
  lines,
  delivery = false,
  fees = false,
  goodwill = cents(0),
  restock,
}: Omit<LinesToRefund, "cause" | "credit">) => ({
  lines,
  restock,
  ...(delivery && { delivery }),
  ...(fees && { fees }),
  ...(goodwill > 0 && { goodwill }),
});

/**
 * Like `refundLines`, for an order whose change is already under way in this transaction.
 *
 * @throws {Refusal} `order-state`, `more-than-left`, `more-money-than-left`.
 */
export async function refundChosen(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  order: ChangingOrder,
  { actor }: Pick<Change, "actor">,
  { lines, cause, reason = "", restock, credit, ...more }: LinesToRefund,
): Promise<Outcome> {
  const { number, state, money } = order;
  if (state === "awaiting-payment" || money.payments.first.state !== "received") throw new Refusal("order-state");
  const progress = await lineProgress(tx, number);
  // Waiting replacements are refunded by `refundReplacements`, lost pieces by `refundLost`.
  const waiting = (await replacementsOf(tx, number)).filter(isWaiting);
  const undecided = await undecidedPieces(tx, number);
  const promisedFor = (position: number) => piecesOf(waiting, position) + piecesOf(undecided, position);
  const left = ({ position, quantity, refunded }: LineProgress) => quantity - refunded.quantity - promisedFor(position);
  const chosen = lines.length === 0 ? [] : chosenLines(progress, lines, left);
  const pieces = chosen.map(({ line: { position }, quantity }) => {
    const own = lines.filter((line) => line.position === position);
    const amounts = own.flatMap(({ amount }) => (amount === undefined ? [] : [amount]));
    const here = own.reduce((count, line) => count + (line.here ?? 0), 0);
    return { position, quantity, here, ...(amounts.length > 0 && { amount: sum(amounts) }) };
  });
  const refunded = await refundPieces(tx, services, order, { pieces, ...more }, { cause, reason, credit });
  if (!refunded && chosen.length > 0 && chosen.every(({ line }) => costsNothing(line)))
    throw new Refusal("more-than-left", { words: NOTHING_PAID });
  if (!refunded) throw new Refusal(money.left > 0 ? "more-than-left" : refusalBeyond(money.hold));

  const { refund, calledOff, to } = refunded;
  if (restock) await returnToStock(tx, stockOf(progress, calledOff), number, actor);
  return { to, details: { refundId: refund.id, amount: refund.amount, calledOff } };
}

/** Converts pieces of order lines to variants with quantities, as stock movements need them. */
export const stockOf = (lines: { position: number; variantId: number }[], pieces: Pieces[]) =>
  pieces.flatMap(({ position, quantity }) => {
    const line = lines.find((each) => each.position === position);
    return line ? [{ variantId: line.variantId, quantity }] : [];
  });
