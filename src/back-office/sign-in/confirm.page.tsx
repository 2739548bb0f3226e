import { Form, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { withRetryAfter } from "~/shop/caching";
import { factorsOf } from "~/shop/members/factors.server";
import { passkeyQuestion } from "~/shop/members/passkeys.server";
import { confirmFactor } from "~/shop/members/confirm-factor.server";
import { relyingParty, safeBack, servicesOf, signedInSession } from "../context";
import { type DoorForm, doorActions, DoorText } from "../forms/door-action.server";
import type { FormOutcome } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { useAnswer } from "../forms/use-unsaved";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { askPasskey } from "./passkey";
import { PasskeyButton } from "./passkey-button";
import { titled } from "../titled";

export const meta = titled("Is it you?");

export const headers = withRetryAfter({});

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { member } = signedInSession(context);
  const query = new URL(request.url).searchParams;
  const services = servicesOf(context);
  const { passkeys } = await factorsOf(services.db, member.id);
  // A member without passkeys is not asked for one: the browser would show an empty prompt.
  const passkey = passkeys.length > 0 ? await passkeyQuestion(services, relyingParty(context)) : null;
  const [back, kept] = [query.get("back") ?? "", query.get("kept") ?? ""];
  return { passkey, back, kept, way: wayBack(back, kept) };
}

/** Pages that cannot be shown without a factor, each with the page to return to instead. */
const ABOVE: [asks: RegExp, above: string][] = [
  [/^\/(account\/(password|passkey|codes)|welcome\/way-in)$/, "/account"],
  [/^\/members\/[^/]+$/, "/members"],
  [/^\/orders\/export$/, "/orders"],
  [/^\/content$/, "/"],
];

/**
 * Address for a member who cancels the question for a factor: the page with the form and its typed text, or, for a page of
 * `ABOVE`, its parent.
 */
function wayBack(back: string, kept: string): string {
  const to = safeBack(back, kept);
  const [path = "/"] = to.split("?");
  const above = ABOVE.find(([asks]) => asks.test(path))?.[1];
  // The export of orders has the parameters of the list, so that the list keeps its filter.
  return above === "/orders" ? above + to.slice(path.length) : (above ?? to);
}

type Shown = Parameters<typeof confirmFactor>[2];

/** Checks the factor, then redirects to the page that asked for it. */
async function confirmed({ services, context, typed }: DoorForm, shown: Shown): Promise<FormOutcome> {
  const result = await confirmFactor(services, signedInSession(context), shown, new Date());
  if (result === "confirmed") return { to: safeBack(typed.back, typed.kept) };
  if (result === "limited")
    return { message: "Too many tries. Wait a quarter of an hour.", status: 429, retryAfter: 900 };
  return { errors: { code: "This code is wrong or was used. Wait for the next one." } };
}

export const action = doorActions(
  { schema: z.object({ code: DoorText }), act: confirmed },
  {
    name: "passkey",
    schema: z.object({ response: DoorText, sealed: DoorText }),
    act: (sent, shown) => confirmed(sent, { ...shown, party: relyingParty(sent.context) }),
  },
);

export const clientAction = sendForm;

export default function Confirm() {
  const { passkey, back, kept, way } = useLoaderData<typeof loader>();
  const answer = useAnswer();
  return (
    <>
      <h1>Is it you?</h1>
      <p className="door__text">
        What you are about to do asks for {passkey ? "your passkey or a code" : "a code"} once more.
      </p>
      {answer?.message && <Notice title={answer.message} isAnswer />}
      {passkey && (
        <>
          <PasskeyButton ask={() => askPasskey(passkey.options)} fields={{ sealed: passkey.sealed, back, kept }}>
            Use my passkey
          </PasskeyButton>
          <p className="or">or</p>
        </>
      )}
      <Form method="post" className="stack">
        <input type="hidden" name="back" value={back} />
        <input type="hidden" name="kept" value={kept} />
        <Field
          label="Code"
          labelNote="6 digits from your app, or a recovery code"
          name="code"
          autoComplete="one-time-code"
          required
          {...(answer?.errors.code && { error: answer.errors.code })}
        />
        <Button wide look={passkey ? "line" : "main"}>
          Go on
        </Button>
      </Form>
      <p className="door__more">
        <Link className="link" to={way}>
          {kept ? "Go back, with what I typed" : "Go back"}
        </Link>
      </p>
    </>
  );
}
