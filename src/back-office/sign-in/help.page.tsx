import { Form, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { consume } from "~/platform/rate-limit.server";
import { withRetryAfter } from "~/shop/caching";
import { accountByEmail } from "~/shop/members/account.server";
import { linkLasts } from "~/shop/members/link-kinds";
import { type AboutMember, MEMBER_RESET } from "~/shop/members/members.server";
import { hashed } from "~/shop/members/sign-in.server";
import { signInLimits } from "~/shop/members/sign-in-limits";
import { EmailAddress } from "~/shop/form-submission";
import { tryAgainIn } from "../try-again-in";
import { servicesOf, visitContext } from "../context";
import { doorAction } from "../forms/door-action.server";
import { sendForm } from "../forms/send-form";
import { useAnswer, useShown } from "../forms/use-unsaved";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { titled } from "../titled";

export const meta = titled("I cannot get in");

export const headers = withRetryAfter({});

export const loader = ({ context }: LoaderFunctionArgs) => ({ isMailed: servicesOf(context).mail.isDelivering });

/** Sends a member the letter to set a new password; the answer is the same for an address of no member. */
export const action = doorAction({
  schema: z.object({ email: EmailAddress }),
  async act({ services, context }, { email }) {
    const { network } = context.get(visitContext).visitor;
    const retryAfter = await consume(services.db, signInLimits.links, network);
    const message = `Too many letters were asked for. ${tryAgainIn(retryAfter)}`;
    if (retryAfter > 0) return { message, status: 429, retryAfter };
    const account = await accountByEmail(services.db, email);
    const address = hashed(email);
    const isUsedUp =
      (await consume(services.db, signInLimits.resetPair, `${network} ${address}`)) > 0 ||
      (await consume(services.db, signInLimits.resetAddress, address)) > 0;
    // A job is enqueued for an unknown address too, so that the answer takes the same time.
    const payload: AboutMember = { memberId: account?.id ?? null };
    if (!isUsedUp) await services.jobs.enqueue(services.db, MEMBER_RESET, payload, { key: crypto.randomUUID() });
    return { shown: true };
  },
});

export const clientAction = sendForm;

export default function Help() {
  const { isMailed } = useLoaderData<typeof loader>();
  const answer = useAnswer();
  const isSent = useShown<boolean>();
  return (
    <>
      <h1>I cannot get in</h1>
      {isSent && isMailed ? (
        <p className="door__text" role="status">
          If this is a member&rsquo;s address, a letter is on its way. Its link works once, within {linkLasts("reset")}.
        </p>
      ) : (
        <>
          {answer?.message && <Notice title={answer.message} isAnswer />}
          <p className="door__text">
            Forgot the password? A letter leads to the page where you set a new one. Your code is still asked for.
          </p>
          {!isMailed && (
            <Notice title="This shop sends no mail yet. An owner can make a link for you, under Members." />
          )}
          <Form method="post" className="stack">
            <Field
              label="E-mail"
              name="email"
              type="email"
              autoComplete="username"
              required
              defaultValue={answer?.typed.email}
              {...(answer?.errors.email && { error: answer.errors.email })}
            />
            <Button wide>Send me the letter</Button>
          </Form>
        </>
      )}
      <ul className="door__more">
        <li>Lost your phone? Type one of your ten recovery codes in place of the code.</li>
        <li>Lost all of it? An owner makes you a link, under Members.</li>
        <li>The only owner? Whoever runs the server types: npm run shop -- owner-recover YOUR-E-MAIL</li>
      </ul>
      <p className="door__more">
        <Link className="link" to="/sign-in">
          Back to sign in
        </Link>
      </p>
    </>
  );
}
