import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { paidOutWays } from "~/shop/gift-cards/gift-card-entries";
import { cents, formatCents } from "~/shop/money";
import { payOutGiftCard, whyNotPaidOut } from "~/shop/orders/gift-cards/pay-out-gift-card.server";
import { Refusal } from "~/shop/refusal";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { titled } from "../titled";
import { ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Choice, Choices } from "../ui/field";
import { Notice } from "../ui/notice";
import { CardDialogForm } from "./card-dialog-form";
import { paidOutWords } from "./gift-card-state";
import { cardToChange, existingCard } from "./gift-cards.server";

export const meta = titled("Pay out a gift card");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  const card = await cardToChange(services, memberOf(context), params.id);
  const { id, version, submission, lastFour, left } = card;
  const why = whyNotPaidOut(card, services.settings());
  return {
    refused: why && new Refusal(why, { details: { lastFour } }).message,
    id,
    version,
    submission,
    lastFour,
    left: { cents: left, text: formatCents(left) },
    limit: formatCents(services.settings().giftCardCashOut),
  };
}

export const action = formAction({
  right: "gift-cards.change",
  schema: z.object({
    amount: z.coerce.number().pipe(z.int()).transform(cents),
    paidBy: z.enum(paidOutWays, "Choose how you paid."),
  }),
  async act({ services, member, params, submission, version }, paid) {
    const { id } = await existingCard(services, member, params.id);
    await payOutGiftCard(services, member, { submission, id, version }, paid);
    return { to: `/gift-cards/${id}`, act: submission };
  },
});

export const clientAction = sendForm;

/** Page on which a member notes that what was left on a card was paid out. */
export default function PayOutGiftCard() {
  const { refused, id, version, submission, lastFour, left, limit } = useLoaderData<typeof loader>();
  if (refused !== null)
    return (
      <DialogPage
        title={`Pay out the card ending ${lastFour}`}
        foot={
          <ButtonLink look="main" fit to={`/gift-cards/${id}`}>
            See the card
          </ButtonLink>
        }
      >
        <Notice title="Nothing can be paid out now">
          <p>
            {refused} {left.text} can be spent, and you pay out up to {limit}.
          </p>
        </Notice>
      </DialogPage>
    );
  return (
    <CardDialogForm
      title={`Pay out the card ending ${lastFour}`}
      {...{ id, version, submission }}
      labels={{ paidBy: "How you paid" }}
      note="Asks for a passkey or a code. It cannot be taken back."
      button={`Note that ${left.text} was paid out`}
      look="rust"
      keeps="Pay nothing out"
    >
      {({ tick, error }) => (
        <>
          <p>
            {left.text} is left. The shop moves no money: you pay it out yourself, and the card is closed. You pay out
            up to {limit} when its bearer asks for it. California&apos;s law asks for that below $15; other states have
            less, or nothing.
          </p>
          <input type="hidden" name="amount" value={left.cents} />
          <Choices label="How you paid" error={error("paidBy")}>
            {paidOutWays.map((way) => (
              <Choice key={way} {...tick("paidBy", way)}>
                {paidOutWords[way]}
              </Choice>
            ))}
          </Choices>
        </>
      )}
    </CardDialogForm>
  );
}
