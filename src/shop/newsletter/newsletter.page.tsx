import { services } from "~/services";
import { Field } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { GoLink } from "~/ui/go-link";
import { PageHead } from "~/ui/page-head";
import { PostedForm } from "~/ui/posted-form";
import { fieldErrorsBy, handleForm, sendForm } from "~/shop/form";
import { publicPage, withRetryAfter } from "~/shop/caching";
import { inSearch } from "~/shop/texts/search-texts.server";
import { headOf, metaOf } from "~/shop/head";
import { pageContent } from "~/shop/texts/page-content.server";
import { looksAutomated } from "~/shop/bot-traps";
import { enforceFormLimit, formNetwork } from "~/shop/form-limits.server";
import { withSlowLetter } from "~/shop/slow-letter";
import { TrapFields } from "~/shop/trap-fields";
import { useFrameData } from "~/shop/use-frame-data";
import type { Route } from "./+types/newsletter.page";
import { subscribe } from "./newsletter.server";
import { Subscription } from "./subscription";

const PATH = "/newsletter";

/** Query parameters that the page reads: none, so no parameter becomes part of its page-cache key. */
export const searchParameters = [];

export async function loader({ context }: Route.LoaderArgs) {
  const { db, address, settings } = context.get(services);
  const shop = { address, settings: settings() };
  const { newsletter: texts } = await pageContent(db, "footer", shop.settings);
  const made = { title: texts.heading, description: texts.text };
  return { texts, head: headOf(shop, { ...(await inSearch(db, "newsletter", made, shop.settings)), path: PATH }) };
}

/** Handles all newsletter forms. With JavaScript their page remains; without it, this page shows the result. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(services);
  return handleForm(request, Subscription, async (subscription) => {
    await enforceFormLimit(shop, request, "newsletter", subscription.email);
    // Bots get the same response as people, but nothing is stored.
    if (looksAutomated(subscription, Date.now())) return { isSlow: false };
    return subscribe(shop, subscription.email, subscription.source, formNetwork(request));
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(publicPage);
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

const complaints = fieldErrorsBy(async () => (await import("./subscription")).Subscription);

export default function NewsletterPage({ loaderData: { texts }, actionData }: Route.ComponentProps) {
  const { waysOn } = useFrameData();
  return (
    <main id="main" className="about-letters">
      <PageHead title={texts.heading} lead={texts.text} />
      <div className="wide plain">
        {actionData?.ok ? (
          <>
            <FormMessage kind="success">{withSlowLetter(texts.success, actionData.value)}</FormMessage>
            <GoLink to={waysOn["new-arrivals"]}>Continue Shopping</GoLink>
          </>
        ) : (
          <PostedForm
            action={PATH}
            className="plain__form"
            complaints={complaints}
            answered={actionData}
            button={texts.button}
          >
            {(typed, errors) => (
              <>
                <Field
                  label={texts.fieldLabel}
                  name="email"
                  type="email"
                  autoComplete="email"
                  placeholder={texts.placeholder}
                  required
                  defaultValue={typed.email}
                  error={errors.email}
                  hint={texts.note}
                />
                <TrapFields />
              </>
            )}
          </PostedForm>
        )}
      </div>
    </main>
  );
}
