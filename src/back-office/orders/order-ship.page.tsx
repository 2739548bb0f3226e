import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { memberOrder } from "~/shop/orders/member-order.server";
import { shipAsMember } from "~/shop/orders/order-acts.server";
import { shownNumber } from "~/shop/orders/order-number";
import { actId } from "../act-id.server";
import { type Declined, declined, readFields } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { Field } from "../ui/field";
import { useKept } from "../use-pending-form";
import { answered, formFacts } from "./order-refusals.server";
import { CarrierFields } from "./order-carrier-fields";
import { ParcelFields } from "./order-fields";
import { sendOrderForm } from "./order-sending";
import { OrderSideForm } from "./order-side-form";
import { lineName } from "./order-texts";

export const meta = () => [{ title: "Pack and ship | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship");
  const { number, version, lines, to } = orNotFound(await memberOrder(services, member, params.number ?? ""));
  const waiting = lines.filter((line) => line.waiting > 0);
  return {
    number,
    version,
    to,
    submission: randomUUID(),
    lines: waiting.map((line) => ({
      position: line.position,
      name: lineName(line),
      sku: line.sku,
      left: line.waiting,
    })),
  };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship");
  const values = await formOf(request);
  const facts = formFacts(values);
  if (!facts) throw data(null, { status: 400 });
  const { fields, errors } = readFields(ParcelFields, {
    carrier: values["carrier"] ?? "",
    tracking: values["tracking"] ?? "",
  });
  const { lines, wrong } = chosen(values);
  if (errors || wrong) return declined(values, { errors: { ...wrong, ...errors } });
  if (lines.length === 0) return declined(values, { message: "Nothing is in this parcel. Write how many pieces are." });
  const { number = "" } = params;
  const submission = actId(facts.page, "ship");
  const form = { submission, number, version: facts.version };
  return answered(values, `/orders/${number}?done=${submission}`, () =>
    shipAsMember(services, member, form, { carrier: fields.carrier, trackingNumber: fields.tracking, lines }),
  );
}

/** How many pieces of each line are in the parcel; the words beside those that are no number. */
function chosen(values: Record<string, string>) {
  const wrong: Record<string, string> = {};
  const lines = Object.entries(values).flatMap(([name, text]) => {
    const position = /^pieces-(\d{1,6})$/.exec(name)?.[1];
    if (position === undefined || text.trim() === "" || text.trim() === "0") return [];
    if (!/^\d{1,6}$/.test(text.trim())) wrong[name] = "Write a whole number.";
    return [{ position: Number(position), quantity: Number(text) }];
  });
  return { lines, wrong: Object.keys(wrong).length > 0 ? wrong : undefined };
}

export const clientAction = sendOrderForm;

/** A parcel that leaves: what is in it, who carries it, and the number it is followed by. */
export default function OrderShipPage() {
  const { number, version, submission, lines, to } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const kept = useKept();
  const typed = answer?.values ?? kept;
  const errors = answer?.errors ?? {};
  const names = Object.fromEntries(lines.map(({ position, name }) => [`pieces-${position}`, name]));
  if (lines.length === 0)
    return (
      <OrderSideForm
        title={`Ship ${shownNumber(number)}`}
        number={number}
        form={{ submission, version }}
        answer={answer}
      >
        <p>Nothing of this order is waiting to leave.</p>
      </OrderSideForm>
    );
  return (
    <OrderSideForm
      title={`Ship ${shownNumber(number)}`}
      number={number}
      form={{ submission, version }}
      answer={answer}
      labels={{ ...names, carrier: "Carrier", tracking: "Tracking number" }}
      note="A parcel that has left cannot be taken back, only corrected. The shopper gets a letter with the tracking link."
      button="Ship it"
    >
      <div className="stack">
        {to && <p className="dust">{to.join(", ")}</p>}
        {lines.map(({ position, name, sku, left }) => (
          <Field
            key={position}
            id={`pieces-${position}`}
            name={`pieces-${position}`}
            label={name}
            labelNote={[sku, `of ${left}`].filter(Boolean).join(", ")}
            inputMode="numeric"
            defaultValue={typed[`pieces-${position}`] ?? String(left)}
            {...(errors[`pieces-${position}`] && { error: errors[`pieces-${position}`] })}
          />
        ))}
        <CarrierFields typed={typed} errors={errors} />
      </div>
    </OrderSideForm>
  );
}
