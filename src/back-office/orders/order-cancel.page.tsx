import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { formatCents } from "~/shop/money";
import { memberOrder } from "~/shop/orders/member-order.server";
import { waitingChangeOf } from "~/shop/orders/changes/open-change.server";
import { cancelAsMember } from "~/shop/orders/order-acts.server";
import { CANCEL_REASONS } from "~/shop/orders/reasons";
import { shownNumber } from "~/shop/orders/order-number";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { SelectField } from "../ui/field";
import { notRefundedWords } from "./hold-words";
import { whyNotCancelled } from "./why-not-cancelled";
import { OrderDialogForm } from "./order-dialog-form";
import { doneOnOrder } from "./order-refusals.server";
import { titled } from "../titled";

export const meta = titled("Cancel an order");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.change");
  const order = orNotFound(await memberOrder(services, member, params.number ?? ""));
  const { number, version, state, parcels, lines, money } = order;
  const pieces = lines.reduce((count, line) => count + line.waiting, 0);
  return {
    number,
    version,
    submission: randomUUID(),
    isOpen: parcels.length === 0 && (state === "paid" || state === "packed"),
    closed: whyNotCancelled({
      isCancelled: state === "cancelled",
      hasLeft: parcels.length > 0,
      isMoneyLeft: money && money.refundable > 0,
      mayRefund: can(member, "money.refund"),
    }),
    pieces: counted(pieces, "piece"),
    money: money && money.refundable > 0 ? formatCents(money.refundable) : null,
    notRefunded: notRefundedWords(money),
    hasCode: Boolean(money?.discountCode),
    isHeld: (await waitingChangeOf(services.db, number)) !== undefined,
  };
}

export const action = formAction({
  right: "orders.change",
  schema: z.object({ reason: z.enum(CANCEL_REASONS, { error: "Choose why." }) }),
  async act(sent, { reason }) {
    const { services, member, params, submission, version } = sent;
    const { number = "" } = params;
    orNotFound(await memberOrder(services, member, number));
    return doneOnOrder(sent, () => cancelAsMember(services, member, { submission, number, version }, reason));
  },
});

export const clientAction = sendForm;

/**
 * Page that asks for confirmation before an order is cancelled and lists the consequences, or says why it cannot be cancelled.
 */
export default function OrderCancelPage() {
  const { number, version, submission, isOpen, closed, pieces, money, notRefunded, hasCode, isHeld } =
    useLoaderData<typeof loader>();
  return (
    <OrderDialogForm
      title={`Cancel ${shownNumber(number)}`}
      {...{ number, submission, version }}
      labels={{ reason: "Why" }}
      look="rust"
      keeps="Keep the order"
      {...(isOpen && {
        button: money ? `Cancel and refund ${money}` : "Cancel the order",
        note: "A cancelled order cannot be brought back. The shopper gets a letter.",
      })}
    >
      {({ field }) =>
        isOpen ? (
          <div className="stack">
            <p>
              {money && `${money} goes back to the shopper, `}
              {pieces} {pieces === "1 piece" ? "goes" : "go"} back in stock
              {hasCode && ", and the code can be used again"}.{notRefunded && ` ${notRefunded}`}
              {isHeld && " The change that waits for its payment ends, too: nothing can be paid for it any more."}
            </p>
            <SelectField {...field("reason")} label="Why" labelNote="seen by members only">
              {CANCEL_REASONS.map((reason) => (
                <option key={reason}>{reason}</option>
              ))}
            </SelectField>
          </div>
        ) : (
          <p>{closed}</p>
        )
      }
    </OrderDialogForm>
  );
}
