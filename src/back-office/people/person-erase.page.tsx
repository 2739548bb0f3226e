import { randomUUID } from "node:crypto";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { askErasure, beforeErasure, type MembersNote } from "~/privacy/erase-person.server";
import { A_RIDER } from "~/privacy/a-rider";
import type { PersonGiftCard } from "~/privacy/person-gift-cards.server";
import type { OpenMatter } from "~/privacy/open-matters.server";
import { orNotFound } from "~/shop/form";
import { formatCents } from "~/shop/money";
import { shownNumber } from "~/shop/orders/order-number";
import { dayWords } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Tick } from "../ui/field";
import { personAddress, personIn } from "./person-key";
import { titled } from "../titled";

export const meta = titled("Erase a person");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  const email = orNotFound(personIn(services, params.key));
  const before = await beforeErasure(services, memberOf(context), email);
  return { ...before, email, back: personAddress(services, email), submission: randomUUID() };
}

export const action = formAction({
  right: "erase",
  schema: z.object({
    words: z.literal("yes").optional(),
    read: z.literal("yes", "Say that you have read this."),
  }),
  async act({ services, member, params, submission }, { words }) {
    const email = orNotFound(personIn(services, params.key));
    const id = await askErasure(services, member, { submission, email, withWords: words === "yes" });
    return { to: `/erasures/${id}`, act: submission };
  },
});

export const clientAction = sendForm;

const matters: Record<OpenMatter["kind"], string> = {
  order: "is not paid or not shipped yet",
  return: "has a return that is not over",
  change: "has a change that is not decided",
  refund: "has a refund that is not confirmed",
  dispute: "is disputed by the shopper's bank",
};

/** Page on which an owner erases all that the shop knows of one e-mail address. */
export default function ErasePerson() {
  const { open, unsentCards, cardsThatGoOn, notes, orders, words, email, back, submission } =
    useLoaderData<typeof loader>();
  if (open.length + unsentCards.length > 0) return <StillOpen {...{ email, back, open, unsentCards }} />;
  return (
    <WorkshopForm submission={submission}>
      {({ tick, isSending }) => (
        <DialogPage
          title="Erase this person"
          foot={
            <>
              <p>It cannot be undone.</p>
              <ButtonLink look="bare" to={back}>
                Keep the person
              </ButtonLink>
              <Button look="rust" fit busy={isSending}>
                Erase for good
              </Button>
            </>
          }
        >
          <div className="stack">
            <Address>{email}</Address>
            <p>
              Name, e-mail, phone and address go from {counted(orders, "order")}, with letters, messages, lists and what
              the log knows of them. Amounts, tax, numbers and the first three digits of the ZIP stay in your books.
            </p>
            {cardsThatGoOn.map(({ id, lastFour, left }) => (
              <p key={id}>
                A gift card of {formatCents(left)} ending {lastFour} goes on: whoever has its letter can spend it. The
                person is told to keep it.
              </p>
            ))}
            {notes.length > 0 && (
              <>
                <p>What your people wrote goes as well. Copy what you have to keep:</p>
                <OrderLines lines={notes} />
              </>
            )}
            {words > 0 && (
              <Tick {...tick("words", "yes")}>
                Delete {counted(words, "review, question or comment", "reviews, questions and comments")}, too. Without
                this they stay, written by &quot;{A_RIDER}&quot;
              </Tick>
            )}
            <Tick {...tick("read", "yes")}>I have read this, and the person has asked for it</Tick>
          </div>
        </DialogPage>
      )}
    </WorkshopForm>
  );
}

const Address = ({ children }: { children: string }) => (
  <p className="person__address">
    <strong>{children}</strong>
  </p>
);

interface StillOpenProps {
  email: string;
  back: string;
  open: readonly OpenMatter[];
  unsentCards: readonly PersonGiftCard[];
}

/** Page in place of the form while something is open with the person. */
const StillOpen = ({ email, back, open, unsentCards }: StillOpenProps) => (
  <DialogPage
    title="Erase this person"
    foot={
      <>
        <p>Nothing was erased.</p>
        <ButtonLink look="bare" to={back}>
          Back to the person
        </ButtonLink>
      </>
    }
  >
    <div className="stack">
      <Address>{email}</Address>
      <p>This person cannot be erased yet, because something is still open:</p>
      <OrderLines lines={open.map(({ kind, orderNumber }) => ({ orderNumber, words: matters[kind] }))} />
      {unsentCards.length > 0 && (
        <ul className="person__list">
          {unsentCards.map(({ id, lastFour, left, waitsFor }) => (
            <li key={id} className="person__line">
              <Link className="link" to={`/gift-cards/${id}`}>
                Card ending {lastFour}
              </Link>
              <span>
                of {formatCents(left)} is not sent yet; its day is {dayWords(waitsFor ?? "")}. Wait, or close it.
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  </DialogPage>
);

const OrderLines = ({ lines }: { lines: readonly MembersNote[] }) => (
  <ul className="person__list">
    {lines.map(({ orderNumber, words }, index) => (
      <li key={orderNumber + index} className="person__line">
        <Link className="link" to={`/orders/${orderNumber}`}>
          {shownNumber(orderNumber)}
        </Link>
        <span>{words}</span>
      </li>
    ))}
  </ul>
);
