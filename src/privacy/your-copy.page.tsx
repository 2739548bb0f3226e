import { services } from "~/services";
import { privatePage, withRetryAfter } from "~/shop/caching";
import { fieldErrorsBy, handleForm, sendForm } from "~/shop/form";
import { admitLookup, enforceFormLimit } from "~/shop/form-limits.server";
import { headOf, metaOf } from "~/shop/head";
import { orPageNotFound } from "~/shop/texts/or-page-not-found.server";
import { lastMoment } from "~/shop/shop-time";
import { Field } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { PageHead } from "~/ui/page-head";
import { PostedForm } from "~/ui/posted-form";
import type { Route } from "./+types/your-copy.page";
import { copyAt, fileAddress } from "./person-copy.server";
import { YourCopy } from "./person-request";
import { codeForCopy, wrongCode } from "./person-requests.server";
import { isCodeOf } from "./request-code.server";

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(services);
  const copy = await orPageNotFound(shop, await copyAt(shop, params, new Date()));
  const { address, settings } = shop;
  const page = { title: "Your copy", description: "", path: "/your-copy", listed: false };
  return {
    path: `/your-copy/${params.id}/${params.signature}`,
    until: lastMoment(copy.copyUntil, settings().timeZone),
    head: headOf({ address, settings: settings() }, page),
  };
}

/** Sends a code to the copy's mailbox, or answers with the address of its file, valid for minutes, for the right code. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(services);
  return handleForm(request, YourCopy, async (sent) => {
    const now = new Date();
    const copy = await orPageNotFound(shop, await copyAt(shop, params, now));
    if (sent.step === "send") {
      await enforceFormLimit(shop, request, "your-copy", copy.email);
      await codeForCopy(shop, copy.id, now);
      return { file: "" };
    }
    const lookup = { form: "your-copy-code", email: copy.email, unknown: "code-unknown" } as const;
    await admitLookup(shop, request, lookup, async () => {
      if (!isCodeOf(shop, copy, sent.code)) throw wrongCode();
    });
    return { file: fileAddress(shop, copy.id, now) };
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(privatePage);
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

const complaints = fieldErrorsBy(async () => (await import("./person-request")).YourCopy);

export default function YourCopyPage({ loaderData: { path, until }, actionData }: Route.ComponentProps) {
  const done = actionData?.ok ? actionData.value : undefined;
  const declined = actionData?.ok === false ? actionData : undefined;
  const isSending = declined?.values["step"] === "send";
  if (done?.file)
    return (
      <main id="main">
        <PageHead title="Your copy" lead="The link below works for ten minutes." />
        <div className="wide plain">
          <a className="btn" href={done.file} download>
            Download your data (ZIP)
          </a>
        </div>
      </main>
    );
  return (
    <main id="main">
      <PageHead title="Your copy" lead={`Here until ${until}. A code to your mailbox opens it.`} />
      <div className="wide plain">
        {done ? (
          <FormMessage kind="success">A letter with a code is on its way to you.</FormMessage>
        ) : (
          <PostedForm
            action={path}
            complaints={complaints}
            answered={isSending ? declined : undefined}
            button="Send me a code"
          >
            {() => <input type="hidden" name="step" value="send" />}
          </PostedForm>
        )}
        <PostedForm
          action={path}
          className="plain__form"
          complaints={complaints}
          answered={isSending ? undefined : declined}
          button="Open my copy"
        >
          {(typed, errors) => (
            <>
              <Field
                label="Code"
                name="code"
                autoComplete="one-time-code"
                maxLength={30}
                required
                defaultValue={typed.code}
                error={errors.code}
              />
              <input type="hidden" name="step" value="fetch" />
            </>
          )}
        </PostedForm>
      </div>
    </main>
  );
}
