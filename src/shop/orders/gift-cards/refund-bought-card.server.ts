import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { refusalBeyond } from "~/shop/payments/refundable";
import { Refusal } from "~/shop/refusal";
import type { OrderForm } from "../act-as-member.server";
import { changeOrder } from "../change-order.server";
import { refundByForm } from "../refunds/refund-as-member.server";
import { refundCause } from "../refunds/refund-cause";
import { closeBoughtCards, keptCards } from "./bought-cards.server";
import { refundCards } from "./refund-cards.server";

/**
 * Refunds a gift card that an order bought, whole, and closes it: a line of an order that is refunded by itself, because it is no
 * piece. Only while it is neither used nor held.
 *
 * @throws {Refusal} as `refundByForm`, `changeOrder` and `closeBoughtCards`; `more-than-left` for another line, or one that was
 * refunded before; as `refusalBeyond`.
 */
export const refundBoughtCard = (
  services: Pick<Services, "db" | "jobs" | "settings">,
  member: Member,
  form: OrderForm,
  { position, reason }: { position: number; reason: string },
): Promise<void> =>
  refundByForm(services, member, form, { reason }, async (inside, change) => {
    const cause = refundCause.byForm(form.submission);
    const card = (await keptCards(inside.db, form.number)).find((each) => each.position === position);
    if (!card) throw new Refusal("more-than-left");
    const { price: amount } = card;
    await changeOrder(inside.db, change, "refund-asked", { card: position, cause }, async (tx, order) => {
      const { number, state, money } = order;
      if (state === "awaiting-payment" || money.payments.first.state !== "received") throw new Refusal("order-state");
      if (amount > money.left) throw new Refusal(refusalBeyond(money.hold));
      await closeBoughtCards(tx, number, { position, why: "Its money went back to its buyer." });
      const { refund, to } = await refundCards(tx, inside, order, [card], { cause, reason });
      return { to, details: { refundId: refund.id, amount } };
    });
    return { cause, amount };
  });
