import type { ChangeEnd } from "~/shop/orders/changes/computed-change";
import type { PayAsk } from "~/shop/orders/pay-link/pay-link";
import { unbrokenNumber } from "~/shop/orders/order-number";
import { ButtonLink } from "~/ui/button";
import type { PayLinkShop } from "./pay-link-work";
import { PayLinkLines } from "./pay-link-lines";

interface PayLinkOverProps {
  ask: PayAsk;
  shop: PayLinkShop;
}

/** Page of a pay link that can no longer be paid: how it ended, and a link to the order or, without one, to the contact form. */
export function PayLinkOver({ ask, shop }: PayLinkOverProps) {
  return (
    <div className="work work--pay">
      <div>
        <p className="pay-lede">{wordsOf(ask, shop)}</p>
        <p>
          {ask.standing === "ended" && ask.kind === "order" ? (
            <ButtonLink to="/contact">Write to us</ButtonLink>
          ) : (
            <ButtonLink to={`/order-status?order=${ask.orderNumber}`}>See your order</ButtonLink>
          )}
        </p>
      </div>
      <PayLinkLines ask={ask} />
    </div>
  );
}

function wordsOf(ask: PayAsk, { supportEmail }: PayLinkShop): string {
  const { kind, standing, endedBy, name, orderNumber, returnNumber } = ask;
  const order = unbrokenNumber(orderNumber);
  if (returnNumber !== null && standing === "paid")
    return `${name}, your payment has arrived. What you want instead is kept for you, and leaves once your parcel is here and checked.`;
  if (returnNumber !== null && standing === "ended")
    return `${name}, ${exchangeReasons[endedBy ?? "time"]} Your return goes on: what you send back is paid back to you once it is here and checked.`;
  if (standing === "processing")
    return `${name}, your payment for ${order} is on its way to us. You will not be charged twice, and you can close this page: the confirmation comes by e-mail.`;
  if (standing === "paid")
    return kind === "order"
      ? `${name}, your payment has arrived, and order ${order} is ours to pack. You can follow it with its number and your e-mail address.`
      : `${name}, your payment has arrived, and order ${order} is changed. You can follow it with its number and your e-mail address.`;
  return kind === "order"
    ? `${name}, this was not paid, so it ended. Nothing was charged, nothing is held any more, and nothing will be shipped. Still want it? Write to ${supportEmail}, and we make it again.`
    : `${name}, ${reasons[endedBy ?? "time"]} Order ${order} goes on exactly as it was.`;
}

const exchangeReasons = {
  time: "the difference was not paid in time, so this exchange ended. Nothing was charged for it; a payment that still arrives goes back to you by itself.",
  member:
    "we took this exchange back. Nothing was charged for it; a payment that still arrives goes back to you by itself.",
  shopper:
    "you did not want this exchange any more, so it ended. Nothing was charged for it; a payment that still arrives goes back to you by itself.",
  goods:
    "this exchange could not be made any more when your payment came. All that you paid for it goes back to you by itself.",
} satisfies Record<ChangeEnd, string>;

const UNPAID = "Nothing was charged for it; a payment that still arrives goes back to you by itself.";
const reasons = {
  time: `this change was not paid in time, so it ended. ${UNPAID}`,
  member: `we took this change back. ${UNPAID}`,
  shopper: `you kept your order as it was, so this change ended. ${UNPAID}`,
  goods:
    "this change could not be made any more when your payment came. All that you paid for it goes back to you by itself.",
} satisfies Record<ChangeEnd, string>;
