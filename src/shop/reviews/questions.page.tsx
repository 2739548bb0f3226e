import { services } from "~/services";
import { FormMessage } from "~/ui/form-message";
import { GoLink } from "~/ui/go-link";
import { PostedForm } from "~/ui/posted-form";
import { fieldErrorsBy, handleForm, sendForm } from "~/shop/form";
import { publicPage, withRetryAfter } from "~/shop/caching";
import { productById } from "~/shop/catalog/catalog.server";
import { productAddress } from "~/shop/catalog/product";
import { ProductHead } from "~/shop/catalog/product-head";
import { PRODUCT_ID } from "~/shop/catalog/product-id-pattern";
import { pageContent } from "~/shop/texts/page-content.server";
import { headOf, metaOf } from "~/shop/head";
import { fieldLike, type PublicAddress } from "~/shop/public-address.server";
import { looksAutomated } from "~/shop/bot-traps";
import { enforceFormLimit } from "~/shop/form-limits.server";
import { orPageNotFound } from "~/shop/texts/or-page-not-found.server";
import type { Route } from "./+types/questions.page";
import { questionOnItsDay } from "./on-its-day";
import { QuestionList } from "./question-list";
import { QuestionForm } from "./review-form";
import { askQuestion, questionsOf } from "./reviews.server";
import { QuestionFields } from "./write-fields";

const PATH = "/questions";

/** Query parameters that the page reads; other parameters are not part of its cache key. */
export const searchParameters = ["product"];

export async function loader({ context, url }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings } = all;
  const { id, name } = await orPageNotFound(all, await productById(db, url.searchParams.get("product") ?? ""));
  const shop = { address, settings: settings() };
  const title = `Questions about ${name}`;
  const path = `${PATH}?product=${id}`;
  const { questions: texts } = await pageContent(db, "riders", shop.settings);
  return {
    texts,
    product: { id, name, address: productAddress({ id, name }) },
    questions: (await questionsOf(db, id)).map((question) => questionOnItsDay(question, shop.settings.timeZone)),
    head: headOf(shop, { title, path, description: `What riders ask about ${name}.`, listed: false }),
  };
}

loader.publicAddress = (async ({ asked }) => ({
  fields: fieldLike(asked, "product", PRODUCT_ID),
})) satisfies PublicAddress;

/**
 * Receives all questions, also those from other pages; without script this page shows the result. A question is published after
 * it is answered.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(services);
  return handleForm(request, QuestionForm, async (question) => {
    await enforceFormLimit(shop, request, "question");
    // Bots get the same response as people, but nothing is stored.
    if (!looksAutomated(question, Date.now())) await askQuestion(shop.db, question);
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(publicPage);
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

const complaints = fieldErrorsBy(async () => (await import("./review-form")).QuestionForm);

export default function QuestionsPage({ loaderData: { texts, product, questions }, actionData }: Route.ComponentProps) {
  return (
    <main id="main">
      <ProductHead title={texts.heading} product={product} />
      <div className="wide plain">
        <QuestionList heading="h2" none={texts.text} questions={questions} />
        <h2 className="plain__t" id="ask">
          Ask a question
        </h2>
        {actionData?.ok ? (
          <>
            <FormMessage kind="success">{texts.success}</FormMessage>
            <GoLink to={product.address}>Back to {product.name}</GoLink>
          </>
        ) : (
          <PostedForm
            action={`${PATH}?product=${product.id}`}
            className="plain__form"
            preventScrollReset
            complaints={complaints}
            answered={actionData}
            button="Submit question"
          >
            {(typed, errors) => <QuestionFields productId={product.id} values={typed} errors={errors} />}
          </PostedForm>
        )}
      </div>
    </main>
  );
}
