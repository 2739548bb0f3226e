import { eq } from "drizzle-orm";
import type { Services } from "~/services";
import { shopper } from "~/shop/actor";
import { Refusal } from "~/shop/refusal";
import { cancelAnew } from "../cancel-anew.server";
import { cancelOrder } from "../cancel-order.server";
import { endBeforeCancelling } from "../changes/end-change.server";
import { isDisputed } from "../disputes/disputed.server";
import { recordEvent } from "../orders.server";
import { orders } from "../orders.tables";
import { lineProgress } from "../parcels/line-progress.server";
import { allLeftToSend } from "../parcels/pieces";
import { BY_SHOPPER } from "../reasons";
import { refundLines } from "../refunds/refund-lines.server";
import { type DelayAnswer, shipByAfter } from "./delay";
import { delayById, lastDelayOf, type OrderDelay } from "./order-delays.server";
import { orderDelays } from "./order-delays.tables";
import { restOfOrder } from "./rest-of-order.server";

/**
 * Records what a shopper wants after a delay, and cancels what has not left if that is the wish: its money goes back. The answer
 * is stored first, so that one that could not be carried out stands on Today. Who waits may still cancel later. Safe to repeat.
 *
 * @throws {Refusal} `record-unknown` for an unknown delay; `delay-told-again` if a later delay was told; `cancel-over` if
 * everything has left, or the order was cancelled on another way; `cancel-disputed` while the bank disputes the payment; as
 * `endBeforeCancelling`.
 */
export async function answerDelay(
  services: Services,
  id: string,
  answer: DelayAnswer,
  now = new Date(),
): Promise<void> {
  const delay = await delayById(services.db, id);
  if (!delay) throw new Refusal("record-unknown");
  await storeAnswer(services, delay, answer, now);
  if (answer === "cancel") await cancelTheRest(services, delay, now);
}

async function storeAnswer({ db }: Services, { id, orderNumber }: OrderDelay, answer: DelayAnswer, now: Date) {
  await db.transaction(async (tx) => {
    // Locks the order, as whoever tells a delay does, so that the last delay stays the last one.
    await tx.select({ number: orders.number }).from(orders).where(eq(orders.number, orderNumber)).for("update");
    const last = await lastDelayOf(tx, orderNumber);
    if (last?.id !== id) throw new Refusal("delay-told-again");
    if (last.answer === answer) return;
    const isOpen = last.answer !== "cancel" && allLeftToSend(await lineProgress(tx, orderNumber)).length > 0;
    if (!isOpen) throw new Refusal("cancel-over");
    await tx.update(orderDelays).set({ answer, answeredAt: now }).where(eq(orderDelays.id, id));
    await tx
      .update(orders)
      .set({ shipBy: shipByAfter({ ...last, answer }) })
      .where(eq(orders.number, orderNumber));
    await recordEvent(tx, orderNumber, "delay-answered", shopper, {
      details: { answer, newDay: last.newDay, delayId: id },
      onceKey: `delay-answered:${id} ${answer}`,
    });
  });
}

const cancelTheRest = (services: Services, { id, orderNumber: number }: OrderDelay, now: Date): Promise<void> =>
  cancelAnew(services.db, number, async (change) => {
    const { isCancelled, ...rest } = await restOfOrder(services.db, number);
    if (rest.lines.length === 0) return;
    if (await isDisputed(services.db, number)) throw new Refusal("cancel-disputed");
    await endBeforeCancelling(services, number, { by: "shopper", actor: shopper }, now);
    if (isCancelled) await cancelOrder(services, change, { reason: BY_SHOPPER });
    else await refundLines(services, change, { ...rest, cause: id, reason: BY_SHOPPER, restock: true });
  });
