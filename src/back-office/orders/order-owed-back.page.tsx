import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { formatCents } from "~/shop/money";
import { isOrderOwedBack } from "~/shop/orders/delays/order-delays.server";
import { refundOwedBack } from "~/shop/orders/delays/refund-owed-back.server";
import { restOfOrder } from "~/shop/orders/delays/rest-of-order.server";
import { memberOrder } from "~/shop/orders/member-order.server";
import { computeRefund } from "~/shop/orders/refunds/computed-refund";
import { refundableOrder } from "~/shop/orders/refunds/refundable-order.server";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { counted, listed } from "../count-words";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { OrderDialogForm } from "./order-dialog-form";
import { holdWords } from "./hold-words";
import { lineName } from "./order-line-words";
import { doneOnOrder } from "./order-refusals.server";
import { titled } from "../titled";

export const meta = titled("Refund what did not leave");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.change", "money.refund");
  const found = orNotFound((await refundableOrder(services, member, params.number ?? "")) ?? undefined);
  const { order, refundable } = found;
  const { isCancelled, lines: pieces, ...extras } = await restOfOrder(services.db, order.number);
  const hold = order.money?.hold;
  const amount = isCancelled || hold ? refundable.moneyLeft : computeRefund(refundable, { pieces, ...extras }).amount;
  const names = pieces.flatMap(({ position, quantity }) => {
    const line = order.lines.find((each) => each.position === position);
    return line ? [quantity > 1 ? `${quantity} of ${lineName(line)}` : lineName(line)] : [];
  });
  const isOwed = await isOrderOwedBack(services, order.number, new Date());
  return {
    number: order.number,
    version: order.version,
    submission: randomUUID(),
    isCancelled,
    isWhole: extras.delivery,
    amount: formatCents(amount),
    what: `${counted(pieces.length, "line")}: ${listed(names)}`,
    closed:
      (hold && holdWords[hold]) ||
      (order.money?.isUnconfirmed &&
        "A refund is asked and not yet confirmed. Until it is, nothing more can go back.") ||
      (!isOwed && "Nothing of this order is owed back under the 30-day rule.") ||
      "",
  };
}

export const action = formAction({
  right: "money.refund",
  schema: z.object({}),
  async act(sent) {
    const { services, member, params, submission, version } = sent;
    const { number = "" } = params;
    orNotFound(await memberOrder(services, member, number));
    return doneOnOrder(sent, () => refundOwedBack(services, member, { submission, number, version }));
  },
});

export const clientAction = sendForm;

/** Page that refunds what did not leave in time, by one button that says the amount. */
export default function OrderOwedBackPage() {
  const { number, version, submission, isCancelled, isWhole, amount, what, closed } = useLoaderData<typeof loader>();
  return (
    <OrderDialogForm
      title="Refund what did not leave"
      {...{ number, submission, version }}
      look="rust"
      keeps="Not now"
      {...(!closed && {
        button: `Refund ${amount}`,
        note: isCancelled ? "The order is cancelled. The shopper gets a letter." : "The shopper gets a letter.",
      })}
    >
      <div className="stack">
        {closed ? (
          <p>{closed}</p>
        ) : (
          <>
            <p>
              {isWhole
                ? "Nothing of it has left, so all that is left of its money goes back."
                : `What has not left: ${what}.`}{" "}
              The pieces are in stock again.
            </p>
            <p className="dust">
              It did not leave in time, and the shopper did not agree to wait longer. The law gives 7 working days for
              the refund (16 CFR 435.2).
            </p>
          </>
        )}
      </div>
    </OrderDialogForm>
  );
}
