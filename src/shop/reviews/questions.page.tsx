import { services } from "~/services";
import { looksAutomated } from "~/shop/bot-traps";
import { publicPage, withRetryAfter } from "~/shop/caching";
import { fieldErrorsBy, handleForm, sendForm } from "~/shop/form";
import { enforceFormLimit } from "~/shop/form-limits.server";
import { metaOf } from "~/shop/head";
import type { Route } from "./+types/questions.page";
import { questionOnItsDay } from "./on-its-day";
import { addressOfPosts, postsOfProduct } from "./posts-of-product.server";
import { PostsPage } from "./posts-page";
import { QuestionList } from "./question-list";
import { QuestionForm } from "./review-form";
import { askQuestion, questionsOf } from "./reviews.server";
import { QuestionFields } from "./write-fields";

/** Query parameters that the page reads; other parameters are not part of its cache key. */
export const searchParameters = ["product"];

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(services);
  const page = await postsOfProduct(shop, url, "questions");
  const { timeZone } = shop.settings();
  const questions = await questionsOf(shop.db, page.product.id);
  return { ...page, questions: questions.map((question) => questionOnItsDay(question, timeZone)) };
}

loader.publicAddress = addressOfPosts;

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
    <PostsPage
      path="/questions"
      texts={texts}
      product={product}
      list={<QuestionList heading="h2" none={texts.text} questions={questions} />}
      title="Ask a question"
      anchor="ask"
      complaints={complaints}
      answered={actionData}
      button="Submit question"
    >
      {(typed, errors) => <QuestionFields productId={product.id} values={typed} errors={errors} />}
    </PostsPage>
  );
}
