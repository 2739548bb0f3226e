import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { FURTHEST_SENDING_DAYS } from "~/shop/gift-cards/bought-gift-card";
import { ShortText } from "~/shop/form-submission";
import { requireRight } from "~/shop/members/rights.server";
import { formatCents } from "~/shop/money";
import { givenByMember } from "~/shop/orders/refunds/given-by-member.server";
import { giveGiftCard } from "~/shop/orders/gift-cards/give-gift-card.server";
import { dayAfter, dayIn } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { titled } from "../titled";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Field, MoneyField } from "../ui/field";
import { CardAmount, LetterShape, OptionalEmail } from "./gift-card-form";
import { LetterFields } from "./letter-fields";
import { LETTER_LABELS } from "./letter-labels";

export const meta = titled("Give a gift card");

export async function loader({ context }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "gift-cards.change");
  const { timeZone, refundLimit } = services.settings();
  const today = dayIn(new Date(), timeZone);
  return {
    submission: randomUUID(),
    isTest: services.mode !== "live",
    days: { first: today, last: dayAfter(today, FURTHEST_SENDING_DAYS) },
    given: formatCents(await givenByMember(services.db, member.id, new Date())),
    limit: formatCents(refundLimit),
  };
}

export const action = formAction({
  right: "gift-cards.change",
  schema: z.object({ ...LetterShape, email: OptionalEmail, amount: CardAmount, reason: ShortText("Write why.") }),
  async act({ services, member, submission }, given) {
    return { to: `/gift-cards/${await giveGiftCard(services, member, { submission, ...given })}`, act: submission };
  },
});

export const clientAction = sendForm;

/** Page on which a member gives a gift card. */
export default function GiveGiftCard() {
  const { submission, isTest, days, given, limit } = useLoaderData<typeof loader>();
  return (
    <WorkshopForm
      submission={submission}
      stored={{ sendOn: days.first }}
      labels={{ ...LETTER_LABELS, amount: "Amount", reason: "Why" }}
    >
      {({ field, isSending }) => (
        <DialogPage
          title="Give a gift card"
          foot={
            <>
              <p>
                {isTest
                  ? "The shop is in practice: this is a test card, which pays for test orders only."
                  : "The amount counts as given away, and its code leaves by letter on its day."}
              </p>
              <ButtonLink look="bare" to="/gift-cards">
                Give none
              </ButtonLink>
              <Button look="main" fit busy={isSending}>
                Give it
              </Button>
            </>
          }
        >
          <div className="stack">
            <MoneyField {...field("amount")} label="Amount" autoComplete="off" />
            <LetterFields field={field} days={days} mayBeEmpty />
            <Field {...field("reason")} label="Why" note="For the log; the recipient does not read it." />
            <p className="dust small">
              You gave {given} within 24 hours. Above {limit} it asks for a passkey or a code.
            </p>
          </div>
        </DialogPage>
      )}
    </WorkshopForm>
  );
}
