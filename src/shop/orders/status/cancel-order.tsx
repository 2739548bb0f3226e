import { Form, useNavigation } from "react-router";
import { formatCents } from "~/shop/money";
import { Button } from "~/ui/button";
import type { Order } from "../order";

interface Props {
  order: Pick<Order, "number" | "email" | "summary">;
  /** Deadline in words: "4:12 pm, Mountain Standard Time". */
  until: string;
  /** How long a refund takes, in words. */
  refundTime: string;
}

/** Lets the shopper cancel an order after a notice of the consequences. Works without script. */
export function CancelOrder({ order: { number, email, summary }, until, refundTime }: Props) {
  const isSending = useNavigation().formMethod === "POST";
  const money =
    summary.total > 0 &&
    `${formatCents(summary.total)} goes back the way you paid; banks take ${refundTime} to show it.`;
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
