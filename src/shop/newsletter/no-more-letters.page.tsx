import { data } from "react-router";
import { z } from "zod";
import { services } from "~/services";
import { privatePage, withRetryAfter } from "~/shop/caching";
import { handleForm, sendForm } from "~/shop/form";
import { headOf, metaOf } from "~/shop/head";
import { endLetters, haveEnded, kindOfEnd } from "~/shop/letter-endings.server";
import type { AskingLetter } from "~/shop/asking-letters";
import { orPageNotFound } from "~/shop/texts/or-page-not-found.server";
import { FormMessage } from "~/ui/form-message";
import { GoLink } from "~/ui/go-link";
import { PageHead } from "~/ui/page-head";
import { PostedForm } from "~/ui/posted-form";
import type { Route } from "./+types/no-more-letters.page";

/** Shows the button that ends letters. It only reads, because mail programs and their scanners open every link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(services);
  const { address, settings } = shop;
  const kind = await orPageNotFound(shop, kindOfEnd(shop, params));
  const page = { title: "No more letters", description: "", path: "/no-more-letters", listed: false };
  return data(
    {
      head: headOf({ address, settings: settings() }, page),
      kind,
      hasEnded: await haveEnded(shop.db, kind, params.mailbox),
      path: `/no-more-letters/${params.kind}/${params.mailbox}/${params.signature}`,
    },
    { headers: privatePage },
  );
}

/** Ends the letters, also for the one-click request of mail programs (RFC 8058). */
export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(services);
  const kind = await orPageNotFound(shop, kindOfEnd(shop, params));
  return handleForm(request, z.object({}), () => endLetters(shop.db, kind, params.mailbox));
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(privatePage);
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

const complaints = async () => () => ({});

const words = {
  review: {
    asks: "We ask once after each order how you like it. One click, and we never ask this address again. Letters about your orders still come.",
    done: "Done. We do not ask this address for reviews any more.",
    button: "No more letters that ask for reviews",
  },
  reminder: {
    asks: "A reminder comes only to who ticks its box at the checkout. One click, and this address gets none, whoever ticks it. Letters about your orders still come.",
    done: "Done. We do not remind this address any more.",
    button: "No more reminders",
  },
} satisfies Record<AskingLetter, { asks: string; done: string; button: string }>;

export default function NoMoreLettersPage({ loaderData: { kind, hasEnded, path }, actionData }: Route.ComponentProps) {
  const { asks, done, button } = words[kind];
  const isDone = hasEnded || actionData?.ok === true;
  return (
    <main id="main" className="about-letters">
      <PageHead title="No more letters" lead={isDone ? undefined : asks} />
      <div className="wide plain">
        {isDone ? (
          <FormMessage kind="success">{done}</FormMessage>
        ) : (
          <PostedForm action={path} complaints={complaints} answered={actionData} button={button}>
            {() => null}
          </PostedForm>
        )}
        <GoLink to="/">Home</GoLink>
      </div>
    </main>
  );
}
