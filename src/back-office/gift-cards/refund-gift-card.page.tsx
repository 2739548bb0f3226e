import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { ShortText } from "~/shop/form-submission";
import { requireRight } from "~/shop/members/rights.server";
import { formatCents } from "~/shop/money";
import { refundableLineOf } from "~/shop/orders/gift-cards/bought-cards.server";
import { refundBoughtCard } from "~/shop/orders/gift-cards/refund-bought-card.server";
import { shownNumber } from "~/shop/orders/order-number";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { titled } from "../titled";
import { Field } from "../ui/field";
import { CardDialogForm } from "./card-dialog-form";
import { cardToChange, existingCard } from "./gift-cards.server";

export const meta = titled("Refund a gift card");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "money.refund");
  const { id, submission, lastFour } = await cardToChange(services, member, params.id);
  const line = orNotFound(await refundableLineOf(services.db, id));
  return {
    id,
    submission,
    lastFour,
    version: line.version,
    order: shownNumber(line.number),
    amount: formatCents(line.price),
  };
}

export const action = formAction({
  right: "money.refund",
  schema: z.object({ reason: ShortText("Write why.") }),
  async act({ services, member, params, submission, version }, { reason }) {
    const { id } = await existingCard(services, member, params.id);
    const { number, position } = orNotFound(await refundableLineOf(services.db, id));
    await refundBoughtCard(services, member, { submission, number, version }, { position, reason });
    return { to: `/gift-cards/${id}`, act: submission };
  },
});

export const clientAction = sendForm;

/** Page on which a member gives the price of a bought card back to its buyer. */
export default function RefundGiftCard() {
  const { id, submission, lastFour, version, order, amount } = useLoaderData<typeof loader>();
  return (
    <CardDialogForm
      title={`Refund the card ending ${lastFour}`}
      {...{ id, version, submission }}
      labels={{ reason: "Why" }}
      note="It cannot be taken back."
      button={`Refund ${amount}`}
      look="rust"
      keeps="Refund nothing"
    >
      {({ field }) => (
        <>
          <p>
            {amount} goes back to the buyer, the way the order {order} was paid, and the card is closed. A card that was
            used is not refunded.
          </p>
          <Field {...field("reason")} label="Why" note="For the log; the buyer does not read it." />
        </>
      )}
    </CardDialogForm>
  );
}
