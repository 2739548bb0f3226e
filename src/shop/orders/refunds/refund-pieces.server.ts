import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { type Cents, cents, share, sum } from "~/shop/money";
import type { Refund } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import type { ChangingOrder } from "../change-order.server";
import type { OrderState } from "../order";
import { refundLines } from "../orders.tables";
import { lineProgress } from "../parcels/line-progress.server";
import { leftToSend, type Pieces, refundOf } from "../parcels/pieces";
import { requestRefund } from "./request-refund.server";

/**
 * Requests a refund of an order that is being changed.
 *
 * @throws {Refusal} `more-than-left`; `edited-meanwhile` when the cause has had its refund.
 */
export async function requestOrderRefund(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  { money }: Pick<ChangingOrder, "money">,
  amount: Cents,
  cause: string,
): Promise<Refund> {
  if (amount > money.left) throw new Refusal("more-than-left");
  const refund = await requestRefund(tx, services, { paymentId: money.payment.id, amount, cause });
  if (!refund) throw new Refusal("edited-meanwhile");
  return refund;
}

/**
 * Requests the refund of what was paid for pieces of an order, without the delivery fee. Those that were not shipped yet are
 * called off, `calledOff`, unless `isReturned`. Returned pieces are refunded also when others refunded at the gateway
 * itself: then what is left is shared among their lines. Nothing when nothing was paid for them, or nothing is left.
 *
 * @throws {Refusal} `more-than-left`.
 */
export async function refundPieces(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  order: ChangingOrder,
  pieces: Pieces[],
  { cause, isReturned = false }: { cause: string; isReturned?: boolean },
): Promise<{ refund: Refund; calledOff: Pieces[]; to: OrderState | null } | undefined> {
  const { number, state, money } = order;
  const progress = await lineProgress(tx, number);
  const due = pieces.map(({ position, quantity }) => {
    const line = progress.find((each) => each.position === position);
    if (!line) throw new Refusal("more-than-left");
    const calledOff = isReturned ? 0 : Math.min(quantity, leftToSend(line));
    return { position, quantity, calledOff, amount: refundOf(line, quantity) };
  });
  const whole = sum(due.map((line) => line.amount));
  const amount = isReturned && whole > money.left ? money.left : whole;
  if (amount === 0) return undefined;
  const shares = share(
    amount,
    due.map((line) => line.amount),
  );
  const lines = due.map((line, index) => ({ ...line, amount: shares[index] ?? cents(0) }));

  const refund = await requestOrderRefund(tx, services, order, amount, cause);
  await tx.insert(refundLines).values(lines.map((line) => ({ refundId: refund.id, orderNumber: number, ...line })));
  const isAll =
    amount === money.left || (await lineProgress(tx, number)).every((line) => line.refunded.quantity === line.quantity);
  const to = isAll ? "refunded" : "partly-refunded";
  const calledOff = lines.flatMap((line) =>
    line.calledOff > 0 ? [{ position: line.position, quantity: line.calledOff }] : [],
  );
  return { refund, calledOff, to: to === state ? null : to };
}
