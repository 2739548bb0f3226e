import type { TotalRow } from "~/shop/bag/total-rows";
import { formatCents, type Cents } from "~/shop/money";
import type { PaymentMethod } from "~/shop/payments/gateway";
import { ButtonLink } from "~/ui/button";
import { orderNumberIn, shownNumber } from "../order-number";

/** Title and first sentence of the confirmation. */
export interface ConfirmedWords {
  title: string;
  text: string;
}

/** The facts of a confirmed order; a row is shown only if its fact is known. */
export interface Confirmed {
  orderId?: string | undefined;
  totalAmount?: Cents | undefined;
  /** Fees and sales tax in the total, as `taxRows` writes them. */
  taxes?: Pick<TotalRow, "label" | "amount">[] | undefined;
  customerEmail?: string | undefined;
  paymentMethod?: PaymentMethod | undefined;
  estimatedDelivery?: string | undefined;
}

/** The rows of the confirmation and the two ways on, as the dialog and the page after paying later both show them. */
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
