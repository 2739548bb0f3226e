import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { memberOrder } from "~/shop/orders/member-order.server";
import { correctTracking } from "~/shop/orders/order-acts.server";
import { actId } from "../act-id.server";
import { type Declined, declined, readFields } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { Tick } from "../ui/field";
import { useKept } from "../use-pending-form";
import { answered, formFacts } from "./order-refusals.server";
import { CarrierFields } from "./order-carrier-fields";
import { ParcelFields } from "./order-fields";
import { sendOrderForm } from "./order-sending";
import { OrderSideForm } from "./order-side-form";
import { parcelName } from "./order-texts";

export const meta = () => [{ title: "Correct a tracking number | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship");
  const order = orNotFound(await memberOrder(services, member, params.number ?? ""));
  const index = order.parcels.findIndex(({ id }) => String(id) === params.parcel);
  const parcel = orNotFound(order.parcels[index]);
  return {
    number: order.number,
    version: order.version,
    submission: randomUUID(),
    name: parcelName(index),
    carrier: parcel.carrier,
    tracking: parcel.trackingNumber,
  };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship");
  const values = await formOf(request);
  const facts = formFacts(values);
  const { number = "", parcel = "" } = params;
  if (!facts || !/^\d{1,9}$/.test(parcel)) throw data(null, { status: 400 });
  const { carrier = "", tracking = "" } = values;
  const { fields, errors } = readFields(ParcelFields, { carrier, tracking });
  if (errors) return declined(values, { errors });
  const submission = actId(facts.page, `tracking ${parcel}`);
  const corrected = {
    parcelId: Number(parcel),
    carrier: fields.carrier,
    trackingNumber: fields.tracking,
    tells: values["tells"] === "yes",
  };
  const form = { submission, number, version: facts.version };
  return answered(values, `/orders/${number}?done=${submission}`, () =>
    correctTracking(services, member, form, corrected),
  );
}

export const clientAction = sendOrderForm;

/** Who carries a parcel and its number, as they should have been. */
export default function OrderTrackingPage() {
  const { number, version, submission, name, carrier, tracking } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const kept = useKept();
  const given = answer?.values ?? (kept.submission ? kept : undefined);
  return (
    <OrderSideForm
      title={`Correct ${name.toLowerCase()}`}
      number={number}
      form={{ submission, version }}
      answer={answer}
      labels={{ carrier: "Carrier", tracking: "Tracking number" }}
      note="The order's status page shows it at once."
      button="Correct it"
    >
      <div className="stack">
        <CarrierFields typed={given ?? { carrier, tracking }} errors={answer?.errors ?? {}} />
        <Tick name="tells" value="yes" defaultChecked={given ? given["tells"] === "yes" : true}>
          Write to the shopper with the right number
        </Tick>
      </div>
    </OrderSideForm>
  );
}
