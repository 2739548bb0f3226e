import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { memberOrder } from "~/shop/orders/member-order.server";
import { letterOfOrder } from "~/shop/orders/letters/sent-letter.server";
import { sendLetterAgain } from "~/shop/orders/order-acts.server";
import { sentenceTime } from "~/shop/shop-time";
import { actId } from "~/shop/audit/submission-id.server";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { Choice, Choices, Field } from "../ui/field";
import { OrderDialogForm } from "./order-dialog-form";
import { AnotherAddress } from "./order-fields";
import { doneOnOrder } from "./order-refusals.server";
import { titled } from "../titled";

export const meta = titled("A letter");

const idIn = (text = ""): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const { number = "" } = params;
  const letter = orNotFound(await letterOfOrder(services, member, number, idIn(params.letter)));
  const order = orNotFound(await memberOrder(services, member, number));
  return {
    number,
    version: order.version,
    submission: randomUUID(),
    subject: letter.subject,
    sent: letter.isInOutbox
      ? `Waiting: no mail server is set up. Written for ${letter.recipient} ${sentenceTime(letter.sentAt, new Date(), services.settings().timeZone)}, it lies in the outbox folder. Send it again once mail leaves.`
      : `Sent to ${letter.recipient} ${sentenceTime(letter.sentAt, new Date(), services.settings().timeZone)}.`,
    text: letter.text,
    email: order.contact?.email ?? "",
  };
}

export const action = formAction({
  schema: z.discriminatedUnion("where", [
    z.object({ where: z.literal("elsewhere"), to: AnotherAddress }),
    z.object({ where: z.literal("order") }),
  ]),
  async act(sent, fields) {
    const { services, member, params, version } = sent;
    const { number = "" } = params;
    const letterId = idIn(params.letter);
    orNotFound(await letterOfOrder(services, member, number, letterId));
    const to = fields.where === "elsewhere" ? fields.to : "";
    // The submission id depends on the address, because sending the same letter to another address is a separate act.
    const submission = actId(sent.submission, `letter ${letterId} ${to}`);
    const form = { submission, number, version };
    return doneOnOrder({ params, submission }, () => sendLetterAgain(services, member, form, { letterId, to }));
  },
});

export const clientAction = sendForm;

/** Page of a sent letter, with a form that sends the same text again. */
export default function OrderLetterPage() {
  const { number, version, submission, subject, sent, text, email } = useLoaderData<typeof loader>();
  return (
    <OrderDialogForm
      title={subject}
      {...{ number, submission, version }}
      stored={{ where: "order" }}
      labels={{ where: "Send it to", to: "Another address" }}
      note="It goes out with the same words."
      button="Send again"
    >
      {({ field, tick }) => (
        <>
          <p className="small dust">{sent}</p>
          <pre className="letter">{text}</pre>
          <div className="stack">
            <Choices label="Send it to">
              <Choice {...tick("where", "order")}>{email}</Choice>
              <Choice {...tick("where", "elsewhere")}>Another address</Choice>
            </Choices>
            <Field
              {...field("to")}
              type="email"
              label="Another address"
              note="Asks for a passkey or a code first."
              autoComplete="off"
            />
          </div>
        </>
      )}
    </OrderDialogForm>
  );
}
