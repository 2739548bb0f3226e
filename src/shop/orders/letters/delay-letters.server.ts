import { createElement } from "react";
import { NothingLeftToDo } from "~/platform/jobs.server";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import { delayById, delayLetterKey, lastDelayOf } from "../delays/order-delays.server";
import { delayLinks } from "../letter-links.server";
import { lineProgress } from "../parcels/line-progress.server";
import { allLeftToSend } from "../parcels/pieces";
import type { NotifyDelay } from "./letter-jobs";
import { OrderDelayed, orderDelayedSubject } from "./order-delayed.email";
import { existingOrder } from "./order-letters.server";
import { type LetterEvent, type OrderLetters, sendOnce } from "./send-once.server";

/**
 * Sends the letter about a delay, once. Sends nothing if everything has left or was called off meanwhile, or a later delay was told.
 */
export async function sendDelay(
  services: OrderLetters & Pick<Services, "sealer">,
  { delayId }: NotifyDelay,
): Promise<void> {
  const { db, settings, address } = services;
  const delay = await delayById(db, delayId);
  if (!delay) throw new NothingLeftToDo(`The delay ${delayId} was cleared.`);
  const { orderNumber } = delay;
  const event: LetterEvent = {
    orderNumber,
    kind: "delay-told",
    onceKey: delayLetterKey(delayId),
    details: { delayId },
  };
  await sendOnce(services, event, async () => {
    const order = await existingOrder(db, orderNumber);
    const lines = allLeftToSend(await lineProgress(db, orderNumber));
    const isOver = order.state === "cancelled" || lines.length === 0 || delay.answer === "cancel";
    if (isOver || (await lastDelayOf(db, orderNumber))?.id !== delayId) return undefined;
    const words = await letterWords(db, "order-delayed", settings());
    const page = await delayLinks.address(services, delayId);
    const props = { order, delay, lines, page, words, settings: settings(), address };
    return {
      ...(await renderLetter(createElement(OrderDelayed, props))),
      to: order.email,
      subject: orderDelayedSubject(props),
      key: `order-delayed-${delayId}`,
    };
  });
}
