import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { correctTracking } from "~/shop/orders/order-acts.server";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { Tick } from "../ui/field";
import { CarrierFields } from "./order-carrier-fields";
import { OrderDialogForm } from "./order-dialog-form";
import { ParcelFields } from "./order-fields";
import { orderParcel } from "./order-parcel.server";
import { doneOnOrder, parcelIn } from "./order-refusals.server";
import { titled } from "../titled";

export const meta = titled("Correct a tracking number");

export async function loader(args: LoaderFunctionArgs) {
  const { parcel, form } = await orderParcel(args, "orders.ship");
  return { ...form, carrier: parcel.carrier, tracking: parcel.trackingNumber };
}

export const action = formAction({
  right: "orders.ship",
  schema: ParcelFields.extend({ tells: z.string().optional() }),
  async act(sent, { carrier, tracking, tells }) {
    const { services, member, params, submission, version } = sent;
    const form = { submission, number: params.number ?? "", version };
    const parcelId = orNotFound(parcelIn(params));
    const corrected = { parcelId, carrier, trackingNumber: tracking, tells: tells === "yes" };
    return doneOnOrder(sent, () => correctTracking(services, member, form, corrected));
  },
});

export const clientAction = sendForm;

/** Page with the form that corrects carrier and tracking number of a parcel. */
export default function OrderTrackingPage() {
  const { number, version, submission, name, carrier, tracking } = useLoaderData<typeof loader>();
  return (
    <OrderDialogForm
      title={`Correct ${name.toLowerCase()}`}
      {...{ number, submission, version }}
      stored={{ carrier, tracking, tells: "yes" }}
      labels={{ carrier: "Carrier", tracking: "Tracking number" }}
      note="The order's status page shows it at once."
      button="Correct it"
    >
      {({ field, tick }) => (
        <div className="stack">
          <CarrierFields field={field} />
          <Tick {...tick("tells", "yes")}>Write to the shopper with the right number</Tick>
        </div>
      )}
    </OrderDialogForm>
  );
}
