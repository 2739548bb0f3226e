import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { cents, formatCents } from "~/shop/money";
import { memberOrder } from "~/shop/orders/member-order.server";
import { cancelAsMember } from "~/shop/orders/order-acts.server";
import { shownNumber } from "~/shop/orders/order-number";
import { actId } from "../act-id.server";
import { type Declined, declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { SelectField } from "../ui/field";
import { counted } from "../count-texts";
import { answered, formFacts } from "./order-refusals.server";
import { sendOrderForm } from "./order-sending";
import { OrderSideForm } from "./order-side-form";
import { CANCEL_REASONS } from "./order-texts";

export const meta = () => [{ title: "Cancel an order | Workshop" }];

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
    isCancelled: state === "cancelled",
    isOpen: parcels.length === 0 && (state === "paid" || state === "packed"),
    pieces: counted(pieces, "piece"),
    money: formatCents(money?.kept ?? cents(0)),
    hasCode: Boolean(money?.discountCode),
  };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.change");
  const values = await formOf(request);
  const facts = formFacts(values);
  if (!facts) throw data(null, { status: 400 });
  const { number = "" } = params;
  const reason = CANCEL_REASONS.find((known) => known === values["reason"]);
  if (!reason) return declined(values, { errors: { reason: "Choose why." } });
  orNotFound(await memberOrder(services, member, number));
  const submission = actId(facts.page, "cancel");
  const form = { submission, number, version: facts.version };
  return answered(values, `/orders/${number}?done=${submission}`, () => cancelAsMember(services, member, form, reason));
}

export const clientAction = sendOrderForm;

/** Asks before an order is cancelled, and says what follows; of one that cannot be cancelled only why. */
export default function OrderCancelPage() {
  const { number, version, submission, isCancelled, isOpen, pieces, money, hasCode } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const closed = isCancelled
    ? "This order is cancelled already: its money goes back once, its pieces are in stock again."
    : "It cannot be cancelled any more: something of it has left, or money has gone back. Refund what is left instead.";
  return (
    <OrderSideForm
      title={`Cancel ${shownNumber(number)}`}
      number={number}
      form={{ submission, version }}
      answer={answer}
      labels={{ reason: "Why" }}
      look="rust"
      note={isOpen ? "A cancelled order cannot be brought back. The shopper gets a letter." : undefined}
      button={isOpen ? `Cancel and refund ${money}` : undefined}
    >
      {isOpen ? (
        <div className="stack">
          <p>
            {money} goes back to the shopper, {pieces} {pieces === "1 piece" ? "goes" : "go"} back in stock
            {hasCode && ", and the code can be used again"}.
          </p>
          <SelectField
            id="reason"
            name="reason"
            label="Why"
            labelNote="seen by members only"
            defaultValue={answer?.values["reason"]}
            {...(answer?.errors["reason"] && { error: answer.errors["reason"] })}
          >
            {CANCEL_REASONS.map((reason) => (
              <option key={reason}>{reason}</option>
            ))}
          </SelectField>
        </div>
      ) : (
        <p>{closed}</p>
      )}
    </OrderSideForm>
  );
}
