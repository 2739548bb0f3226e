import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { requestKinds } from "~/privacy/request-kinds";
import { noteRequest } from "~/privacy/person-requests.server";
import { EmailAddress } from "~/shop/form-submission";
import { requireRight } from "~/shop/members/rights.server";
import { dayIn } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Choice, Choices, Field } from "../ui/field";
import { titled } from "../titled";
import { requestWishes } from "./request-words";

export const meta = titled("Note a request");

export async function loader({ context }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  await requireRight(services, memberOf(context), "people.change");
  return { submission: randomUUID(), today: dayIn(new Date(), services.settings().timeZone) };
}

export const action = formAction({
  right: "people.change",
  schema: z.object({
    kind: z.enum(requestKinds, "Choose what the person asks for."),
    email: EmailAddress,
    came: z.iso.date("Enter the day on which it came."),
  }),
  async act({ services, member, submission }, { kind, email, came }) {
    const now = new Date();
    // Noon in UTC lies on the same day in every state.
    const cameAt = new Date(Math.min(Date.parse(`${came}T12:00:00Z`), now.getTime()));
    const id = await noteRequest(services, member, { submission, kind, email, cameAt }, now);
    return { to: `/people/requests/${id}`, act: submission };
  },
});

export const clientAction = sendForm;

/** Page on which a member notes a request that came by letter, phone or in the shop. */
export default function NewRequest() {
  const { submission, today } = useLoaderData<typeof loader>();
  return (
    <WorkshopForm
      submission={submission}
      stored={{ came: today, kind: "copy" }}
      labels={{ kind: "Asks for", email: "E-mail", came: "Came" }}
    >
      {({ field, tick, error, isSending }) => (
        <DialogPage
          title="Note a request"
          foot={
            <>
              <p>A code goes to the address. Nothing else happens before the person has given it.</p>
              <ButtonLink look="bare" to="/people/requests">
                Note nothing
              </ButtonLink>
              <Button look="main" fit busy={isSending}>
                Note it
              </Button>
            </>
          }
        >
          <div className="stack">
            <Choices label="The person asks for" error={error("kind")}>
              {requestKinds.map((kind) => (
                <Choice key={kind} {...tick("kind", kind)}>
                  {requestWishes[kind]}
                </Choice>
              ))}
            </Choices>
            <Field {...field("email")} label="Their e-mail address" type="email" autoComplete="off" />
            <Field
              {...field("came")}
              label="The day on which it came"
              type="date"
              note="The days to answer count from it."
            />
          </div>
        </DialogPage>
      )}
    </WorkshopForm>
  );
}
