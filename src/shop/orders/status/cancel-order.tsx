import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";

interface Props {
  number: string;
  email: string;
  /** Deadline, formatted: "4:12 pm MST". */
  until: string;
  /** Sentences that say where the money goes. */
  money: string;
}

/** Lets the shopper cancel an order after a notice of the consequences. Works without script. */
export function CancelOrder({ number, email, until, money }: Props) {
  const isSending = useNavigation().formMethod === "POST";
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
