import { createElement } from "react";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { endPath, haveEnded, mailboxHashOf, signOf } from "~/shop/letter-endings.server";
import { reviewLinks } from "~/shop/orders/letter-links.server";
import { type LetterEvent, type OrderLetters, sendOnce } from "~/shop/orders/letters/send-once.server";
import { recalledProducts } from "~/shop/recalls/recalls.server";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import { type AskForReview, asksForReviews } from "./ask-for-reviews.server";
import { goodsToReview } from "./order-review.server";
import { OrderReviewLetter, orderReviewSubject } from "./order-review.email";

/**
 * Sends the letter that asks for reviews of an order, once. What made it due is looked at again: nothing is sent if the letter was
 * switched off, the shopper ended such letters or was erased, or nothing is left that was kept, not recalled and not reviewed.
 */
export async function sendReviewLetter(
  services: OrderLetters & Pick<Services, "sealer">,
  { orderNumber }: AskForReview,
): Promise<void> {
  const { db, settings, address } = services;
  const event: LetterEvent = { orderNumber, kind: "review-asked", onceKey: `review-asked:${orderNumber}` };
  await sendOnce(services, event, async () => {
    if (!asksForReviews(settings())) return undefined;
    const found = await goodsToReview(db, orderNumber, "kept");
    if (!found) return undefined;
    const { order, isReal, open } = found;
    const recalled = await recalledProducts(db, order.email);
    const goods = open.filter(({ productId }) => !recalled.has(productId));
    if (goods.length === 0) return undefined;
    const isOver = order.email === "" || order.state === "cancelled" || order.state === "refunded";
    if (isOver || !isReal) return undefined;
    if (await haveEnded(db, "review", mailboxHashOf(signOf(services), order.email))) return undefined;
    const words = await letterWords(db, "order-review", settings());
    const page = await reviewLinks.address(services, orderNumber);
    const leave = address + endPath(services, "review", order.email);
    const props = { order, goods, page, leave, words, settings: settings(), address };
    return {
      ...(await renderLetter(createElement(OrderReviewLetter, props))),
      to: order.email,
      subject: orderReviewSubject(props),
      key: `order-review-${orderNumber}`,
      unsubscribe: leave,
    };
  });
}
