import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { FirstLetter } from "~/shop/contact/thread-forms";
import { writeToShopper } from "~/shop/contact/write-to-shopper.server";
import { orNotFound } from "~/shop/form";
import { limits } from "~/shop/limits";
import { requireRight } from "~/shop/members/rights.server";
import { memberOrder } from "~/shop/orders/member-order.server";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { messageAddress } from "../messages/inbox-view";
import { TextField } from "../ui/field";
import { useMailWaits } from "../use-mail-waits";
import { OrderDialogForm } from "./order-dialog-form";
import { doneOnOrder } from "./order-refusals.server";
import { firstName } from "~/shop/first-name";
import { titled } from "../titled";

export const meta = titled("Write to a shopper");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "messages.answer", "people.read");
  const { number, version, contact, paidAt } = orNotFound(await memberOrder(services, member, params.number ?? ""));
  const { name, email } = orNotFound(contact ?? undefined);
  const { supportEmail } = services.settings();
  return { number, version, name, email, supportEmail, isOpen: paidAt !== null, submission: randomUUID() };
}

export const action = formAction({
  right: "messages.answer",
  schema: FirstLetter,
  act: (sent, { words }) =>
    doneOnOrder(sent, async () => {
      const { services, member, params, submission } = sent;
      const { id, act } = await writeToShopper(services, member, {
        submission,
        orderNumber: params.number ?? "",
        words,
      });
      return { to: messageAddress(id), act };
    }),
});

export const clientAction = sendForm;

/** Page with the form for a letter to an order's shopper, which begins a thread. */
export default function OrderWritePage() {
  const { number, version, name, email, supportEmail, isOpen, submission } = useLoaderData<typeof loader>();
  const waits = useMailWaits();
  return (
    <OrderDialogForm
      title={`Write to ${firstName(name)}`}
      {...{ number, submission, version }}
      labels={{ words: "Your letter" }}
      note="A letter cannot be called back. It is kept with the messages."
      {...(isOpen && { button: "Send the letter" })}
    >
      {({ field }) =>
        isOpen ? (
          <TextField
            {...field("words")}
            label="Your letter"
            rows={12}
            maxLength={limits.text.message}
            note={`${name} gets it at ${email}, with your name and the order's number in its subject. What they reply arrives in the mailbox of ${supportEmail}; you can put it into the thread.${waits}`}
          />
        ) : (
          <p>It was never paid: there is nothing to write about.</p>
        )
      }
    </OrderDialogForm>
  );
}
