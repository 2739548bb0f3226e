import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { ShortText } from "~/shop/form-submission";
import { formatCents } from "~/shop/money";
import { shownNumber } from "~/shop/orders/order-number";
import {
  closeGiftCard,
  openGiftCard,
  replaceGiftCard,
  sendGiftCardAgain,
} from "~/shop/orders/gift-cards/give-gift-card.server";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { titled } from "../titled";
import { Field } from "../ui/field";
import { CardDialogForm } from "./card-dialog-form";
import { type CardAct, cardActs } from "./card-acts";
import { cardToChange, existingCard } from "./gift-cards.server";

export const meta = titled("Gift card");

const actIn = (act: string | undefined): CardAct =>
  orNotFound(Object.hasOwn(cardActs, act ?? "") ? (act as CardAct) : undefined);

export async function loader({ context, params }: LoaderFunctionArgs) {
  const act = actIn(params.act);
  const card = await cardToChange(servicesOf(context), memberOf(context), params.id);
  const { id, version, submission, lastFour, email, balance, left, waitsFor, credit } = card;
  const told = {
    email,
    waitsFor,
    balance: formatCents(balance),
    left: left > 0 ? formatCents(left) : null,
    creditOf: credit ? shownNumber(credit.orderNumber) : null,
  };
  return { act, id, version, submission, lastFour, told };
}

export const action = formAction({
  right: "gift-cards.change",
  schema: z.object({ reason: z.string().optional() }),
  async act({ services, member, params, submission, version }, typed) {
    const act = actIn(params.act);
    const { id } = await existingCard(services, member, params.id);
    const form = { submission, id, version };
    const to = { to: `/gift-cards/${id}`, act: submission };
    if (act === "open") await openGiftCard(services, member, form);
    if (act === "send-again") await sendGiftCardAgain(services, member, form);
    if (!cardActs[act].asksWhy) return to;
    const reason = ShortText("Write why.").safeParse(typed.reason);
    if (!reason.success) return { errors: { reason: reason.error.issues[0]?.message ?? "Write why." } };
    if (act === "close") await closeGiftCard(services, member, form, { reason: reason.data });
    if (act === "replace") await replaceGiftCard(services, member, form, { reason: reason.data });
    return to;
  },
});

export const clientAction = sendForm;

/** Page that says what an act on a card does, before it is done. */
export default function GiftCardAct() {
  const { act, id, version, submission, lastFour, told } = useLoaderData<typeof loader>();
  const { title, says, note, button, asksWhy, look } = cardActs[act];
  return (
    <CardDialogForm
      title={`${title} the card ending ${lastFour}`}
      {...{ id, version, submission, note, look }}
      labels={{ reason: "Why" }}
      button={button}
      keeps="Leave it as it is"
    >
      {({ field }) => (
        <>
          <p>{says(told)}</p>
          {asksWhy && <Field {...field("reason")} label="Why" note="For the log; its bearer does not read it." />}
        </>
      )}
    </CardDialogForm>
  );
}
