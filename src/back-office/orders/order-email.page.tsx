import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { EmailAddress } from "~/shop/form-submission";
import { requireRight } from "~/shop/members/rights.server";
import { memberOrder } from "~/shop/orders/member-order.server";
import { correctEmail, hasLetters } from "~/shop/orders/order-email.server";
import { shownNumber } from "~/shop/orders/order-number";
import { PlainLine } from "~/shop/plain-text";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { Field } from "../ui/field";
import { OrderDialogForm } from "./order-dialog-form";
import { titled } from "../titled";

export const meta = titled("Correct an e-mail address");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "orders.email", "people.read");
  const order = orNotFound(await memberOrder(services, member, params.number ?? ""));
  const { number, version, contact, paidAt } = order;
  return {
    number,
    version,
    email: contact?.email ?? "",
    isPaid: paidAt !== null,
    isOpen: await hasLetters(services.db, number),
    submission: randomUUID(),
  };
}

export const action = formAction({
  right: "orders.email",
  schema: z.object({
    email: EmailAddress,
    reason: PlainLine(200, { missing: "Say why." }).trim().min(1, "Say why."),
  }),
  async act({ services, member, params, submission, version }, fields) {
    const { number = "" } = params;
    const saved = await correctEmail(services, member, { submission, number, version, ...fields });
    if (!saved.saved)
      return { late: "Somebody corrected this address after you opened it: what it is now stands below." };
    const { paidAt } = orNotFound(await memberOrder(services, member, number));
    return { to: paidAt ? `/orders/${number}` : `/orders/made/${number}`, act: saved.act };
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page with the form that corrects an order's e-mail address. */
export default function OrderEmailPage() {
  const { number, version, email, isPaid, isOpen, submission } = useLoaderData<typeof loader>();
  return (
    <OrderDialogForm
      title={`E-mail of ${shownNumber(number)}`}
      {...{ number, submission, version }}
      stored={{ email }}
      labels={{ email: "E-mail", reason: "Why" }}
      note={`${isPaid ? "The confirmation goes" : "The link to pay goes"} to the new address, and to nobody else, and so does each link that is still needed. Links in letters to the old address open nothing any more, and with it the order is not found.`}
      {...(isOpen && { button: "Correct it" })}
    >
      {({ field }) =>
        isOpen ? (
          <div className="stack">
            <p className="dust">Letters so far went to {email}.</p>
            <Field {...field("email")} label="E-mail" type="email" autoComplete="off" maxLength={254} required />
            <Field
              {...field("reason")}
              label="Why"
              labelNote="for the log"
              maxLength={200}
              autoComplete="off"
              required
            />
            <p className="small dust">
              Whoever has the order&rsquo;s number and this address can follow it and start a return. What the old
              address did elsewhere stays its own: other orders, reviews, the newsletter.
            </p>
          </div>
        ) : (
          <p>It was never paid, and no link waits for it: there is nothing to write about.</p>
        )
      }
    </OrderDialogForm>
  );
}
