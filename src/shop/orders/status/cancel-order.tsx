import { Form, useNavigation } from "react-router";
import type { GiftCardPart } from "~/shop/gift-cards/gift-card-words";
import { type Cents, cents, formatCents, sum } from "~/shop/money";
import { Button } from "~/ui/button";

interface Props {
  number: string;
  email: string;
  /** Refunded amount in cents. */
  total: Cents;
  /** Parts that gift cards paid of it. */
  giftCards?: readonly GiftCardPart[] | undefined;
  /** Deadline, formatted: "4:12 pm MST". */
  until: string;
  /** Duration of a refund, as text. */
  refundTime: string;
}

/** Lets the shopper cancel an order after a notice of the consequences. Works without script. */
export function CancelOrder({ number, email, total, giftCards = [], until, refundTime }: Props) {
  const isSending = useNavigation().formMethod === "POST";
  const onCards = sum(giftCards.map(({ amount }) => amount));
  const money = [
    total > onCards &&
      `${formatCents(cents(total - onCards))} goes back the way you paid; banks take ${refundTime} to show it.`,
    onCards > 0 && `${formatCents(onCards)} is back on your gift card${giftCards.length > 1 ? "s" : ""} at once.`,
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <details className="call-off">
      <summary>Cancel this order</summary>
      <div>
        <p>
          You can cancel it here until {until}, as long as it is not packed. {money} A cancelled order cannot be brought
          back.
        </p>
        <Form method="post" action="/order-status" replace preventScrollReset>
          <input type="hidden" name="order" value={number} />
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="step" value="cancel" />
          <Button type="submit" look="rust" busy={isSending}>
            Yes, cancel it
          </Button>
        </Form>
      </div>
    </details>
  );
}
