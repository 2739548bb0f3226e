import type { TotalRow } from "~/shop/bag/total-rows";
import { formatCents, type Cents } from "~/shop/money";
import type { PaymentMethod } from "~/shop/payments/gateway";
import { ButtonLink } from "~/ui/button";
import { orderNumberIn, shownNumber } from "../order-number";

/** Title and first sentence of the order confirmation. */
export interface ConfirmedWords {
  title: string;
  text: string;
}

/** Facts of a confirmed order. Unknown ones have no row, except the estimated delivery, which has a default. */
export interface Confirmed {
  orderId?: string | undefined;
  totalAmount?: Cents | undefined;
  /** Rows for the fees and sales tax in the total, as `taxRows` writes them. */
  taxes?: Pick<TotalRow, "label" | "amount">[] | undefined;
  customerEmail?: string | undefined;
  paymentMethod?: PaymentMethod | undefined;
  estimatedDelivery?: string | undefined;
}

/** Rows and links of the order confirmation, for the dialog and for the page after paying later. */
export function OrderConfirmedRows({
  text,
  orderId,
  totalAmount,
  taxes,
  customerEmail,
  paymentMethod,
  estimatedDelivery,
}: Confirmed & Pick<ConfirmedWords, "text">) {
  const rows = [
    ["Order number", orderId && (orderNumberIn(orderId) ? shownNumber(orderId) : orderId)],
    ["Total amount", totalAmount !== undefined && formatCents(totalAmount)],
    ...(taxes ?? []).map(({ label, amount }) => [`${label}, included`, amount] as const),
    ["Payment method", paymentMethod],
    ["Confirmation sent to", customerEmail],
    ["Estimated delivery", estimatedDelivery ?? "2-3 business days"],
  ] as const;
  return (
    <>
      <p className="lead">{text}</p>
      <dl>
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <div className="acts">
        <ButtonLink to="/">Continue Shopping</ButtonLink>
        <ButtonLink to="/contact" look="line">
          Contact Support
        </ButtonLink>
      </div>
    </>
  );
}
