import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { loseAsMember } from "~/shop/orders/parcels/lost-acts.server";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import type { FormParts } from "../forms/workshop-form";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { OrderDialogForm } from "./order-dialog-form";
import { lostForm, typedDecision } from "./order-lost.server";
import { doneOnOrder, parcelIn } from "./order-refusals.server";
import { titled } from "../titled";

export const meta = titled("A lost parcel");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship");
  const lost = orNotFound(await lostForm(services, member, params.number ?? "", Number(params.parcel)));
  return {
    ...lost,
    submission: randomUUID(),
    maySend: can(member, "orders.change"),
    mayRefund: can(member, "money.refund") && !lost.isUnconfirmed && lost.whyNoRefund === "",
  };
}

export const action = formAction({
  right: "orders.ship",
  schema: Typed,
  async act(sent, fields) {
    const { services, member, params, submission, version } = sent;
    const { decision, errors } = typedDecision(fields);
    if (errors) return { errors };
    const form = { submission, number: params.number ?? "", version };
    const parcelId = orNotFound(parcelIn(params));
    return doneOnOrder(sent, () => loseAsMember(services, member, form, { parcelId, ...decision }));
  },
});

export const clientAction = sendForm;

/** Page about a lost parcel: a member sends its pieces again, refunds them, or decides later. */
export default function OrderLostPage() {
  const lost = useLoaderData<typeof loader>();
  const { name, number, version, submission, lines, isLost, isUnconfirmed, whyNoRefund, maySend, mayRefund, said } =
    lost;
  const canDecide = (maySend || mayRefund) && lines.length > 0;
  const labels = Object.fromEntries(
    lines.flatMap((line) => [
      [`again-${line.position}`, `${line.name}: send again`],
      [`refund-${line.position}`, `${line.name}: refund`],
    ]),
  );
  return (
    <OrderDialogForm
      title={`${name} is lost`}
      {...{ number, submission, version, labels }}
      note={
        isLost
          ? "The shopper gets a letter that says what is sent again and what is paid back."
          : "The shopper's order page says that it is lost. A letter goes out with what you decide."
      }
      button={isLost ? canDecide && "Decide" : "It is lost"}
    >
      {(parts) => (
        <div className="stack">
          <p>{said}</p>
          {canDecide && (
            <p className="dust">
              Each piece goes one way: it is sent again, out of the stock and without a payment, or its money goes back.
              What you leave empty can be decided later.
            </p>
          )}
          {isUnconfirmed && (
            <Notice title="A refund is asked and not yet confirmed.">
              <p>Until it is, nothing more can be refunded of this order.</p>
            </Notice>
          )}
          {whyNoRefund && (
            <Notice title="Nothing can be refunded now.">
              <p>{whyNoRefund}</p>
            </Notice>
          )}
          {canDecide && <LostLines {...{ lines, maySend, mayRefund, parts }} />}
        </div>
      )}
    </OrderDialogForm>
  );
}

interface LinesProps {
  lines: NonNullable<Awaited<ReturnType<typeof lostForm>>>["lines"];
  maySend: boolean;
  mayRefund: boolean;
  parts: FormParts;
}

/** Fields of each line: number of pieces to send again, and to refund. */
const LostLines = ({ lines, maySend, mayRefund, parts: { field } }: LinesProps) =>
  lines.map(({ position, name, left, stock, each }) => (
    <fieldset className="lost-line" key={position}>
      <legend>
        {name} <span className="dust">{left}</span>
      </legend>
      {maySend && (
        <Field
          {...field(`again-${position}`)}
          label="Send again"
          labelNote={stock}
          inputMode="numeric"
          placeholder="0"
        />
      )}
      {mayRefund && (
        <Field {...field(`refund-${position}`)} label="Refund" labelNote={each} inputMode="numeric" placeholder="0" />
      )}
    </fieldset>
  ));
