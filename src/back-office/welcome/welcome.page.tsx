import { data, Form, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { consume } from "~/platform/rate-limit.server";
import { withRetryAfter } from "~/shop/caching";
import { beginFirstOwner, ownerLinkState } from "~/shop/members/first-owner.server";
import { signInLimits } from "~/shop/members/sign-in-limits";
import { EmailAddress, ShortText } from "~/shop/form-submission";
import { tryAgainIn } from "../try-again-in";
import { servicesOf, visitContext } from "../context";
import { LinkExpired, OwnerLinkDone } from "../sign-in/link-expired";
import { doorAction } from "../forms/door-action.server";
import { sendForm } from "../forms/send-form";
import { useAnswer } from "../forms/use-unsaved";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { forSetup } from "../sign-in/session-cookies.server";
import { Steps } from "./steps";
import { titled } from "../titled";

export const meta = titled("The shop is yours");

export const headers = withRetryAfter({});

/** Checks whether the first owner's link is valid, without using it up; an invalid link gets no explanation. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const { db } = servicesOf(context);
  const state = await ownerLinkState(db, token, new Date());
  return data({ token, state }, { status: state === "opens" ? 200 : 403 });
}

export const action = doorAction({
  schema: z.object({ name: ShortText("Please type your name."), email: EmailAddress }),
  async act({ services: { db }, context, typed }, fields) {
    const { network, agent } = context.get(visitContext).visitor;
    const retryAfter = await consume(db, signInLimits.links, network);
    if (retryAfter > 0) return { message: tryAgainIn(retryAfter), status: 429, retryAfter };
    const link = typed.token ?? "";
    const begun = await beginFirstOwner(db, { ...fields, link, agent }, new Date());
    if (begun.ok) return forSetup(context, begun.token, "/welcome/way-in");
    const state = await ownerLinkState(db, link, new Date());
    return { errors: { token: state === "owned" ? state : "over" }, status: 403 };
  },
});

export const clientAction = sendForm;

export default function Welcome() {
  const { token, state } = useLoaderData<typeof loader>();
  const answer = useAnswer();
  if (state === "owned" || answer?.errors.token === "owned") return <OwnerLinkDone />;
  if (state !== "opens" || answer?.errors.token) return <LinkExpired />;
  return (
    <>
      <Steps at={1} of={4} />
      <h1>The shop is yours</h1>
      <p className="door__text">
        A few short steps, about five minutes. First: who are you? Until you have your way in, this link opens again,
        also on another device; then it is over.
      </p>
      {answer?.message && <Notice title={answer.message} isAnswer />}
      <Form method="post" className="stack">
        <input type="hidden" name="token" value={token} />
        <Field
          label="Your name"
          name="name"
          autoComplete="name"
          required
          defaultValue={answer?.typed.name}
          {...(answer?.errors.name && { error: answer.errors.name })}
        />
        <Field
          label="E-mail"
          labelNote="for signing in, shoppers never see it"
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={answer?.typed.email}
          {...(answer?.errors.email && { error: answer.errors.email })}
        />
        <Button look="main" wide>
          Go on
        </Button>
      </Form>
      <p className="door__more">
        <span>
          Next: a passkey or a password, your recovery codes, the shop&rsquo;s name and address, and whether to keep the
          demo goods.
        </span>
        <Link className="link" to={`/welcome/restore?token=${encodeURIComponent(token)}`}>
          You have a backup of your shop? Restore it instead
        </Link>
      </p>
    </>
  );
}
