import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { sendReplacementsAsMember } from "~/shop/orders/parcels/lost-acts.server";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { CarrierFields } from "./order-carrier-fields";
import { DESPITE_DISPUTE, DespiteDispute } from "./despite-dispute";
import { OrderDialogForm } from "./order-dialog-form";
import { ParcelFields } from "./order-fields";
import { doneOnOrder } from "./order-refusals.server";
import { replacementForm } from "./order-replacement-form.server";
import { titled } from "../titled";

export const meta = titled("Send in place of something");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.ship");
  const { of: _, ...shown } = orNotFound(await replacementForm(services, member, params));
  return { ...shown, submission: randomUUID() };
}

export const action = formAction({
  right: "orders.ship",
  schema: ParcelFields.extend({ [DESPITE_DISPUTE]: z.literal("yes").optional() }),
  async act(sent, { carrier, tracking, [DESPITE_DISPUTE]: despite }) {
    const { services, member, params, submission, version } = sent;
    const { of, number } = orNotFound(await replacementForm(services, member, params));
    const parcel = { carrier, trackingNumber: tracking, despiteDispute: despite === "yes" };
    return doneOnOrder(sent, () =>
      sendReplacementsAsMember(services, member, { submission, number, version }, of, parcel),
    );
  },
});

export const clientAction = sendForm;

/** Page to send a replacement: carrier and tracking number of its parcel. */
export default function OrderReplacementPage() {
  const { number, version, submission, title, text, to, isOpen, dispute } = useLoaderData<typeof loader>();
  return (
    <OrderDialogForm
      title={title}
      {...{ number, submission, version }}
      labels={{ carrier: "Carrier", tracking: "Tracking number" }}
      {...(isOpen && {
        button: "Ship it",
        note: "A parcel that has left cannot be taken back, only corrected. The shopper gets a letter with the tracking link.",
      })}
    >
      {({ field, tick }) => (
        <div className="stack">
          {to && <p className="dust">{to.join(", ")}</p>}
          <p>{text}</p>
          {isOpen && <CarrierFields field={field} />}
          {isOpen && <DespiteDispute dispute={dispute} tick={tick} />}
        </div>
      )}
    </OrderDialogForm>
  );
}
