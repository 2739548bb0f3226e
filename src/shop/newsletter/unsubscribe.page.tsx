import { data, Form } from "react-router";
import { z } from "zod";
import { services } from "~/services";
import { Button } from "~/ui/button";
import { FormMessage } from "~/ui/form-message";
import { GoLink } from "~/ui/go-link";
import { PageHead } from "~/ui/page-head";
import { handleForm, sendForm } from "~/shop/form";
import { privatePage, withRetryAfter } from "~/shop/caching";
import { pageContent } from "~/shop/texts/page-content.server";
import { headOf, metaOf } from "~/shop/head";
import { enforceFormLimit } from "~/shop/form-limits.server";
import type { Route } from "./+types/unsubscribe.page";
import { isSubscriptionToken, unsubscribe } from "./newsletter.server";

const PATH = "/unsubscribe";
const tokenIn = (url: URL): string => (url.searchParams.get("token") ?? "").slice(0, 100);

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, address, settings } = context.get(services);
  const shop = { address, settings: settings() };
  const token = tokenIn(url);
  const [isKnown, texts] = await Promise.all([
    isSubscriptionToken(db, token),
    pageContent(db, "unsubscribe", shop.settings),
  ]);
  const head = headOf(shop, { title: texts.heading, description: "", path: PATH, listed: false });
  return data({ texts, token, isKnown, head }, { status: isKnown ? 200 : 404 });
}

/**
 * Unsubscribes, also for the one-click request of mail programs. Opening the link alone changes nothing, because mail programs
 * open links, too.
 */
export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(services);
  return handleForm(request, z.object({}), async () => {
    if (await unsubscribe(shop, tokenIn(url))) return true;
    // Only unknown links are limited: mail services send the clicks of all their users from a few networks.
    await enforceFormLimit(shop, request, "unsubscribe");
    return false;
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(privatePage);
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function UnsubscribePage({ loaderData: { texts, token, isKnown }, actionData }: Route.ComponentProps) {
  const isDone = actionData?.ok === true && actionData.value;
  const lead = isKnown ? texts.text : texts.broken.text;
  return (
    <main id="main" className="about-letters">
      <PageHead title={texts.heading} lead={isDone ? undefined : lead} />
      <div className="wide plain">
        {isDone && <FormMessage kind="success">{texts.success}</FormMessage>}
        {isKnown && !isDone && (
          <Form method="post" action={`${PATH}?${new URLSearchParams({ token })}`}>
            {actionData?.ok === false && <FormMessage kind="error">{actionData.message}</FormMessage>}
            <Button type="submit">Unsubscribe</Button>
          </Form>
        )}
        <GoLink to={isKnown ? "/" : "/contact"}>{isKnown ? "Home" : "Contact"}</GoLink>
      </div>
    </main>
  );
}
