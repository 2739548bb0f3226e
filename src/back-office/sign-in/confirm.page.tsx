import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { withRetryAfter } from "~/shop/caching";
import { formOf } from "~/shop/form";
import { factorsOf } from "~/shop/members/factors.server";
import { passkeyQuestion } from "~/shop/members/passkeys.server";
import { confirmFactor } from "~/shop/members/step-up.server";
import { declined } from "../form-answers";
import { relyingParty, safeBack, servicesOf, signedInSession } from "../context";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { askPasskey } from "./passkey";
import { PasskeyButton } from "./passkey-button";
import { wayBack } from "./way-back";

export const meta = () => [{ title: "Is it you? | Workshop" }];

export const headers = withRetryAfter({});

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { member } = signedInSession(context);
  const query = new URL(request.url).searchParams;
  const services = servicesOf(context);
  const { passkeys } = await factorsOf(services.db, member.id);
  // Who has none would only be sent away by the browser.
  const passkey = passkeys.length > 0 ? await passkeyQuestion(services, relyingParty(context)) : null;
  const [back, kept] = [query.get("back") ?? "", query.get("kept") ?? ""];
  return { passkey, back, kept, way: wayBack(back, kept) };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const session = signedInSession(context);
  const { form, code = "", response = "", sealed = "", back, kept } = await formOf(request);
  const shown = form === "passkey" ? { response, sealed, party: relyingParty(context) } : { code };
  const result = await confirmFactor(servicesOf(context), session, shown, new Date());
  if (result === "confirmed") return redirect(safeBack(back, kept));
  if (result === "limited")
    return declined({}, { message: "Too many tries. Wait a quarter of an hour.", status: 429, retryAfter: 900 });
  return declined({}, { errors: { code: "This code is wrong or was used. Wait for the next one." } });
}

export default function Confirm() {
  const { passkey, back, kept, way } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
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
