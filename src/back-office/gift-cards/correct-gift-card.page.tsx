import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { FURTHEST_SENDING_DAYS } from "~/shop/gift-cards/bought-gift-card";
import { EmailAddress } from "~/shop/form-submission";
import { correctRecipient } from "~/shop/orders/gift-cards/give-gift-card.server";
import { dayAfter, dayIn } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { titled } from "../titled";
import { NO_LETTER } from "./card-acts";
import { CardDialogForm } from "./card-dialog-form";
import { LetterShape } from "./gift-card-form";
import { cardToChange, existingCard } from "./gift-cards.server";
import { LetterFields } from "./letter-fields";
import { LETTER_LABELS } from "./letter-labels";

export const meta = titled("Correct a gift card's letter");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  const card = await cardToChange(services, memberOf(context), params.id);
  const today = dayIn(new Date(), services.settings().timeZone);
  const { id, version, submission, lastFour, recipient, words, sendOn, left } = card;
  const waits = card.waitsFor !== null;
  return {
    id,
    version,
    submission,
    lastFour,
    waits,
    isToLeave: !waits && left > 0,
    stored: { recipient, words, email: card.email ?? "", sendOn },
    days: waits ? { first: today, last: dayAfter(today, FURTHEST_SENDING_DAYS) } : null,
  };
}

export const action = formAction({
  right: "gift-cards.change",
  schema: z.object({ ...LetterShape, email: EmailAddress, sendOn: LetterShape.sendOn.optional() }),
  async act({ services, member, params, submission, version }, letter) {
    const { id } = await existingCard(services, member, params.id);
    await correctRecipient(services, member, { submission, id, version }, letter);
    return { to: `/gift-cards/${id}`, act: submission };
  },
});

export const clientAction = sendForm;

/** Page on which a member corrects for whom a card is, the words of its letter and its day. */
export default function CorrectGiftCard() {
  const { id, version, submission, lastFour, waits, isToLeave, stored, days } = useLoaderData<typeof loader>();
  return (
    <CardDialogForm
      title={`Letter of the card ending ${lastFour}`}
      {...{ id, version, submission, stored }}
      labels={LETTER_LABELS}
      button={isToLeave ? "Save and send the letter" : "Save the letter"}
      keeps="Leave it as it is"
      note="Asks for a passkey or a code, because whoever reads the letter can spend the card."
    >
      {({ field }) => (
        <>
          <p>
            {waits
              ? "The letter has not left yet. It leaves on its day, with what you write here."
              : `${isToLeave ? "The letter leaves at once." : NO_LETTER} If its address changes the code is replaced, because the first letter may have arrived: whoever has the former code cannot use it any more.`}
          </p>
          <LetterFields field={field} days={days} />
        </>
      )}
    </CardDialogForm>
  );
}
