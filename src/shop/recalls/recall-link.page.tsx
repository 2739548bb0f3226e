import { data } from "react-router";
import { z } from "zod";
import { services } from "~/services";
import { privatePage, withRetryAfter } from "~/shop/caching";
import { handleForm, sendForm } from "~/shop/form";
import { headOf, metaOf } from "~/shop/head";
import { orPageNotFound } from "~/shop/texts/or-page-not-found.server";
import { FormMessage } from "~/ui/form-message";
import { GoLink } from "~/ui/go-link";
import { PageHead } from "~/ui/page-head";
import { PostedForm } from "~/ui/posted-form";
import { recallAt, stopUsing } from "./recalls.server";
import type { Route } from "./+types/recall-link.page";

/** Shows a recall. It only reads, because mail programs also open the addresses in letters. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(services);
  const { address, settings } = shop;
  const { stoppedAt, ...recall } = await orPageNotFound(shop, await recallAt(shop, params));
  const page = { title: "Recall", description: "", path: "/recall", listed: false };
  return data(
    {
      head: headOf({ address, settings: settings() }, page),
      recall,
      hasStopped: stoppedAt !== null,
      path: `/recall/${params.id}/${params.signature}`,
    },
    { headers: privatePage },
  );
}

/** Notes that the shopper does not use the goods any more. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(services);
  await orPageNotFound(shop, await recallAt(shop, params));
  return handleForm(request, z.object({}), () => stopUsing(shop.db, params.id));
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(privatePage);
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

const complaints = async () => () => ({});

/** Page of a recall, with one button by which the shopper says not to use the goods any more. */
export default function RecallLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { recall, hasStopped, path } = loaderData;
  return (
    <main id="main" className="about-letters">
      <PageHead title="Recall" lead={recall.title} />
      <div className="wide plain">
        <p className="said__words">{recall.words}</p>
        <p className="muted">Case {recall.caseNumber}</p>
        {hasStopped || actionData?.ok ? (
          <FormMessage kind="success">Thank you. We have noted that you do not use it any more.</FormMessage>
        ) : (
          <PostedForm action={path} complaints={complaints} answered={actionData} button="I have stopped using it">
            {() => null}
          </PostedForm>
        )}
        <GoLink to="/contact">Write to us about it</GoLink>
      </div>
    </main>
  );
}
