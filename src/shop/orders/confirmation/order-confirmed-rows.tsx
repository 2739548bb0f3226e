import { useId } from "react";
import { Form, Link } from "react-router";
import { type GiftCardPart, giftCardWords } from "~/shop/gift-cards/gift-card-words";
import { formatCents, type Cents, cents, sum } from "~/shop/money";
import { offerAmount, type TotalRow } from "~/shop/bag/total-rows";
import type { PaymentMethod } from "~/shop/payments/gateway";
import { Button } from "~/ui/button";
import type { OfferPart } from "../order";
import { orderNumberIn, shownNumber } from "../order-number";

/** Title and first sentence of the order confirmation. */
export interface ConfirmedWords {
  title: string;
  text: string;
}

/** Rows of a confirmed order. Unknown ones have no row, except the estimated delivery, which has a default. */
export interface Confirmed {
  orderId?: string | undefined;
  totalAmount?: Cents | undefined;
  /** Amounts that offers took off the total. */
  offers?: readonly OfferPart[] | undefined;
  /** Rows for the fees and sales tax in the total, as `taxRows` writes them. */
  taxes?: Pick<TotalRow, "label" | "amount">[] | undefined;
  /** Parts that gift cards paid. */
  giftCards?: readonly GiftCardPart[] | undefined;
  /** Value of bought gift cards that were not made, in cents. */
  unmade?: Cents | undefined;
  customerEmail?: string | undefined;
  paymentMethod?: PaymentMethod | undefined;
  estimatedDelivery?: string | undefined;
  /** Whether the order has gift cards only, which go by e-mail. */
  isByEmail?: boolean | undefined;
}

/**
 * Button that opens the page of the order. A form, because the address of that page must not hold the e-mail address. It has the focus
 * first, so that `facts`, the id of the rows, is read with it.
 */
const ToOrder = ({ order, email, facts }: { order: string; email: string; facts: string }) => (
  <Form method="post" action="/order-status">
    <input type="hidden" name="order" value={order} />
    <input type="hidden" name="email" value={email} />
    <Button type="submit" wide aria-describedby={facts}>
      See your order
    </Button>
  </Form>
);

/** Rows of the order confirmation, its one button and quieter links, for the dialog and for the page after paying later. */
export function OrderConfirmedRows({
  text,
  orderId,
  totalAmount,
  offers = [],
  taxes,
  giftCards = [],
  unmade = cents(0),
  customerEmail,
  paymentMethod,
  estimatedDelivery,
  isByEmail = false,
}: Confirmed & Pick<ConfirmedWords, "text">) {
  const facts = useId();
  const byCards = giftCards.filter(({ amount }) => amount > 0);
  const byMethod = cents((totalAmount ?? 0) - sum(byCards.map(({ amount }) => amount)));
  const rows = [
    ["Order number", orderId && (orderNumberIn(orderId) ? shownNumber(orderId) : orderId)],
    ["Total amount", totalAmount !== undefined && formatCents(totalAmount)],
    ...offers.map((offer) => [`${offer.sentence}, included`, offerAmount(offer)] as const),
    ...(taxes ?? []).map(({ label, amount }) => [`${label}, included`, amount] as const),
    ...byCards.map(({ lastFour, amount }) => [`Paid with ${giftCardWords(lastFour)}`, formatCents(amount)] as const),
    [
      "Gift cards",
      unmade > 0 && `Not made: too many in 24 hours for this payment card. ${formatCents(unmade)} goes back`,
    ],
    byCards.length === 0
      ? ["Payment method", paymentMethod]
      : [`Paid with ${paymentMethod ?? ""}`, byMethod > 0 && paymentMethod && formatCents(byMethod)],
    ["Confirmation sent to", customerEmail],
    isByEmail
      ? ["Delivery", "By e-mail, on the day that you chose"]
      : ["Estimated delivery", `${estimatedDelivery ?? "2-3 business days"} once it has left us`],
  ] as const;
  return (
    <>
      <p className="lead">{text}</p>
      <dl id={facts}>
        {rows.map(
          ([label, value], place) =>
            value && (
              <div key={place}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <div className="acts">
        {orderId && customerEmail && <ToOrder order={orderId} email={customerEmail} facts={facts} />}
        <WaysOn />
      </div>
    </>
  );
}

/** Quieter than the button: the links on from the confirmation. */
const WaysOn = () => (
  <p className="thank-you__links">
    <Link className="text-link acts__link" to="/">
      Continue Shopping
    </Link>
    <Link className="text-link acts__link" to="/contact">
      Contact Support
    </Link>
  </p>
);
