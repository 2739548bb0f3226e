import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { memberOrder } from "~/shop/orders/member-order.server";
import { shipAsMember } from "~/shop/orders/order-acts.server";
import { shownNumber } from "~/shop/orders/order-number";
import { memberOf, servicesOf } from "../context";
import { readFields } from "~/shop/form-values";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { Field } from "../ui/field";
import { CarrierFields } from "./order-carrier-fields";
import { DESPITE_DISPUTE, DespiteDispute } from "./despite-dispute";
import { OrderDialogForm } from "./order-dialog-form";
import { ParcelFields } from "./order-fields";
import { doneOnOrder } from "./order-refusals.server";
import { lineName } from "./order-line-words";
import { titled } from "../titled";

export const meta = titled("Pack and ship");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship");
  const { number, version, lines, to, dispute } = orNotFound(await memberOrder(services, member, params.number ?? ""));
  const waiting = lines.filter((line) => line.waiting > 0);
  return {
    number,
    version,
    to,
    dispute,
    submission: randomUUID(),
    lines: waiting.map((line) => ({
      position: line.position,
      name: lineName(line),
      sku: line.sku,
      left: line.waiting,
    })),
  };
}

export const action = formAction({
  right: "orders.ship",
  schema: Typed,
  async act(sent, values) {
    const { services, member, params, submission, version } = sent;
    const { carrier = "", tracking = "" } = values;
    const { fields, errors } = readFields(ParcelFields, { carrier, tracking });
    const { lines, wrong } = chosen(values);
    if (errors || Object.keys(wrong).length > 0) return { errors: { ...wrong, ...errors } };
    if (lines.length === 0) return { message: "Nothing is in this parcel. Write how many pieces are." };
    const form = { submission, number: params.number ?? "", version };
    const despiteDispute = values[DESPITE_DISPUTE] === "yes";
    const parcel = { carrier: fields.carrier, trackingNumber: fields.tracking, lines, despiteDispute };
    return doneOnOrder(sent, () => shipAsMember(services, member, form, parcel));
  },
});

/** Parses the number of pieces of each line in the parcel, with errors by field for invalid numbers. */
function chosen(values: Record<string, string>) {
  const wrong: Record<string, string> = {};
  const lines = Object.entries(values).flatMap(([name, text]) => {
    const position = /^pieces-(\d{1,6})$/.exec(name)?.[1];
    if (position === undefined || text.trim() === "" || text.trim() === "0") return [];
    if (!/^\d{1,6}$/.test(text.trim())) wrong[name] = "Write a whole number.";
    return [{ position: Number(position), quantity: Number(text) }];
  });
  return { lines, wrong };
}

export const clientAction = sendForm;

/** Page to send a parcel: its pieces, carrier and tracking number. */
export default function OrderShipPage() {
  const { number, version, submission, lines, to, dispute } = useLoaderData<typeof loader>();
  const names = Object.fromEntries(lines.map(({ position, name }) => [`pieces-${position}`, name]));
  const isOpen = lines.length > 0;
  return (
    <OrderDialogForm
      title={`Ship ${shownNumber(number)}`}
      {...{ number, submission, version }}
      stored={Object.fromEntries(lines.map(({ position, left }) => [`pieces-${position}`, String(left)]))}
      labels={{ ...names, carrier: "Carrier", tracking: "Tracking number" }}
      {...(isOpen && {
        button: "Ship it",
        note: "A parcel that has left cannot be taken back, only corrected. The shopper gets a letter with the tracking link.",
      })}
    >
      {({ field, tick }) =>
        isOpen ? (
          <div className="stack">
            {to && <p className="dust">{to.join(", ")}</p>}
            {lines.map(({ position, name, sku, left }) => (
              <Field
                key={position}
                {...field(`pieces-${position}`)}
                label={name}
                labelNote={[sku, `of ${left}`].filter(Boolean).join(", ")}
                inputMode="numeric"
              />
            ))}
            <CarrierFields field={field} />
            <DespiteDispute dispute={dispute} tick={tick} />
          </div>
        ) : (
          <p>Nothing of this order is waiting to leave.</p>
        )
      }
    </OrderDialogForm>
  );
}
