import { services } from "~/services";
import { wholeDate } from "~/shop/shop-time";
import { publicPage, withRetryAfter } from "~/shop/caching";
import { looksAutomated } from "~/shop/bot-traps";
import { fieldErrorsBy, handleForm, sendForm } from "~/shop/form";
import { admitLookup, enforceLimitOfNetwork, formNetwork } from "~/shop/form-limits.server";
import { headOf, metaOf } from "~/shop/head";
import { withSlowLetter } from "~/shop/slow-letter";
import { TrapFields } from "~/shop/trap-fields";
import { Radio } from "~/ui/checkbox-and-radio";
import { Field } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { GoLink } from "~/ui/go-link";
import { PageHead } from "~/ui/page-head";
import { PostedForm } from "~/ui/posted-form";
import type { Route } from "./+types/your-data.page";
import { YourData } from "./person-request";
import { askForData, proveRequest } from "./person-requests.server";

const PATH = "/your-data";

/** Query parameters that the page reads: none, so no parameter becomes part of its page-cache key. */
export const searchParameters = [];

export function loader({ context }: Route.LoaderArgs) {
  const { address, settings } = context.get(services);
  const { requestDays, shopName } = settings();
  const shop = { address, settings: settings() };
  const description = `Ask ${shopName} for a copy of what it holds about you, or for its erasure.`;
  return { requestDays, head: headOf(shop, { title: "Your data", description, path: PATH, listed: false }) };
}

/** Takes a request, or the code that proves one. Both answers are the same for every address. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(services);
  return handleForm(request, YourData, async (sent) => {
    const now = new Date();
    if (sent.step === "prove") {
      const lookup = { form: "your-data-code", email: sent.email, unknown: "code-unknown" } as const;
      const { kind, dueAt } = await admitLookup(shop, request, lookup, () => proveRequest(shop, sent, now));
      return { kind, by: wholeDate(dueAt, shop.settings().timeZone), email: "", isSlow: false };
    }
    // Not limited by address: many networks could keep its owner from asking, and its letters have bounds of their own.
    await enforceLimitOfNetwork(shop, request, "your-data", sent.email);
    // Bots get the same response as people, but nothing is stored.
    const asked = looksAutomated(sent, now.getTime())
      ? { isSlow: false }
      : await askForData(shop, sent, now, formNetwork(request));
    return { kind: sent.kind, by: "", email: sent.email, ...asked };
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(publicPage);
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

const complaints = fieldErrorsBy(async () => (await import("./person-request")).YourData);

export default function YourDataPage({ loaderData: { requestDays }, actionData }: Route.ComponentProps) {
  const done = actionData?.ok ? actionData.value : undefined;
  // A refusal stands at the form that was sent.
  const declined = actionData?.ok === false ? actionData : undefined;
  const isProof = declined?.values["step"] === "prove";
  if (done?.by)
    return (
      <main id="main">
        <PageHead title="Your data" />
        <div className="wide plain">
          <FormMessage kind="success">
            {`Thank you, your request for ${done.kind === "copy" ? "a copy" : "erasure"} has arrived. We answer by ${done.by}, to your mailbox.`}
          </FormMessage>
          <GoLink to="/privacy-policy">Privacy Policy</GoLink>
        </div>
      </main>
    );
  return (
    <main id="main">
      <PageHead
        title="Your data"
        lead={`Ask for a copy of what we hold about you, or for its erasure. A code to your mailbox proves that it is you. We answer within ${requestDays} days.`}
      />
      <div className="wide plain">
        {done ? (
          <FormMessage kind="success">
            {withSlowLetter("A letter with a code is on its way to that address. Enter the code below.", done)}
          </FormMessage>
        ) : (
          <AskForm answered={isProof ? undefined : declined} />
        )}
        <h2 id="code" className="plain__t">
          You have a code
        </h2>
        <CodeForm answered={isProof ? declined : undefined} email={done?.email} />
        <p>
          To have something corrected, or to end letters, <GoLink to="/contact">write to us</GoLink>
        </p>
      </div>
    </main>
  );
}

const Email = ({ typed, error }: { typed: string | undefined; error: string | undefined }) => (
  <Field
    label="Email"
    type="email"
    name="email"
    autoComplete="email"
    maxLength={254}
    required
    defaultValue={typed}
    error={error}
  />
);

interface FormProps {
  answered: Exclude<Route.ComponentProps["actionData"], { ok: true }>;
}

const AskForm = ({ answered }: FormProps) => (
  <PostedForm action={PATH} className="plain__form" complaints={complaints} answered={answered} button="Send me a code">
    {(typed, errors) => (
      <>
        <fieldset>
          <legend>What do you ask for?</legend>
          <Radio name="kind" value="copy" label="A copy of my data" defaultChecked={typed.kind !== "erase"} />
          <Radio name="kind" value="erase" label="Erase my data" defaultChecked={typed.kind === "erase"} />
        </fieldset>
        <Email typed={typed.email} error={errors.email} />
        <input type="hidden" name="step" value="ask" />
        <TrapFields />
      </>
    )}
  </PostedForm>
);

const CodeForm = ({ answered, email }: FormProps & { email: string | undefined }) => (
  <PostedForm
    action={PATH}
    className="plain__form"
    complaints={complaints}
    answered={answered}
    button="Confirm my request"
  >
    {(typed, errors) => (
      <>
        <Email typed={typed.email ?? email} error={errors.email} />
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          maxLength={30}
          required
          defaultValue={typed.code}
          error={errors.code}
        />
        <input type="hidden" name="step" value="prove" />
      </>
    )}
  </PostedForm>
);
