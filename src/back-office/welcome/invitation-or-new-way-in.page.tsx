import { data, Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { fieldErrors } from "~/shop/form-values";
import { roleWords } from "~/shop/members/member";
import { openLink } from "~/shop/members/member-links.server";
import { acceptInvitation, openRenewal } from "~/shop/members/members.server";
import { ShortText } from "~/shop/form-submission";
import { servicesOf, visitContext } from "../context";
import { LinkExpired } from "../sign-in/link-expired";
import { doorAction, DoorText } from "../forms/door-action.server";
import { sendForm } from "../forms/send-form";
import { useAnswer } from "../forms/use-unsaved";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { forSetup } from "../sign-in/session-cookies.server";
import { Steps } from "./steps";
import { titled } from "../titled";

export const meta = titled("Come in");

/** Checks whether the link is valid: an invitation, or a link to set up a new way to sign in. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const { db } = servicesOf(context);
  const link = await openLink(db, ["invitation", "renewal"], token, new Date());
  const found = link && { kind: link.kind, email: link.email, role: link.role && roleWords[link.role] };
  return data({ token, link: found ?? null }, { status: found ? 200 : 403 });
}

const OVER = { errors: { token: "over" } };
const Named = z.object({ name: ShortText("Please type your name.") });

export const action = doorAction({
  schema: z.object({ token: DoorText, name: DoorText }),
  async act({ services: { db }, context }, { token, name }) {
    const { agent } = context.get(visitContext).visitor;
    const link = await openLink(db, ["invitation", "renewal"], token, new Date());
    if (link?.kind === "renewal") {
      const opened = await openRenewal(db, { token, agent }, new Date());
      return opened.ok ? forSetup(context, opened.token, "/welcome/way-in") : OVER;
    }
    const { data: named, error } = Named.safeParse({ name });
    if (error) return { errors: fieldErrors(error) };
    const accepted = await acceptInvitation(db, { token, name: named.name, agent }, new Date());
    return accepted.ok ? forSetup(context, accepted.token, "/welcome/way-in") : { ...OVER, status: 403 };
  },
});

export const clientAction = sendForm;

export default function InvitationOrNewWayIn() {
  const { token, link } = useLoaderData<typeof loader>();
  const answer = useAnswer();
  if (!link || answer?.errors.token) return <LinkExpired />;
  const isNew = link.kind === "invitation";
  return (
    <>
      <Steps at={1} of={3} />
      <h1>{isNew ? "Come in" : "A new way in"}</h1>
      <p className="door__text">
        {isNew && link.role
          ? `You sign in as ${link.email}. Your role: ${link.role.name}. ${link.role.does}`
          : "You set up a new passkey, or a new password and code. The old ones count no more from now on."}
      </p>
      <Form method="post" className="stack">
        <input type="hidden" name="token" value={token} />
        {isNew && (
          <Field
            label="Your name"
            name="name"
            autoComplete="name"
            required
            defaultValue={answer?.typed.name}
            {...(answer?.errors.name && { error: answer.errors.name })}
          />
        )}
        <Button look="main" wide>
          Go on
        </Button>
      </Form>
    </>
  );
}
