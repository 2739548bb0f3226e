import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { refundReplacementsAsMember } from "~/shop/orders/parcels/lost-acts.server";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { OrderDialogForm } from "./order-dialog-form";
import { doneOnOrder } from "./order-refusals.server";
import { replacementForm } from "./order-replacement-form.server";
import { titled } from "../titled";

export const meta = titled("Refund it instead");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "money.refund");
  const { of: _, ...shown } = orNotFound(await replacementForm(services, member, params));
  return { ...shown, submission: randomUUID() };
}

export const action = formAction({
  right: "money.refund",
  schema: z.object({}),
  async act(sent) {
    const { services, member, params, submission, version } = sent;
    const { of, number } = orNotFound(await replacementForm(services, member, params));
    const form = { submission, number, version };
    return doneOnOrder(sent, () => refundReplacementsAsMember(services, member, form, of));
  },
});

export const clientAction = sendForm;

/** Page to end a waiting replacement and refund its pieces instead. */
export default function OrderReplacementEndPage() {
  const { number, version, submission, text, isOpen, isUnconfirmed, whyNoRefund } = useLoaderData<typeof loader>();
  return (
    <OrderDialogForm
      title="Refund it instead"
      {...{ number, submission, version }}
      look="rust"
      {...(isOpen &&
        !isUnconfirmed &&
        !whyNoRefund && {
          button: "Do not send it, refund it",
          note: "Money that has gone back cannot be undone. What was kept for it is in stock again. The shopper gets a letter.",
        })}
    >
      <p>{text}</p>
      {whyNoRefund && <p>{whyNoRefund}</p>}
      {isUnconfirmed && (
        <p>A refund of this order is asked and not yet confirmed. Until it is, no second one can be made.</p>
      )}
    </OrderDialogForm>
  );
}
