import { services } from "~/services";
import { looksAutomated } from "~/shop/bot-traps";
import { publicPage, withRetryAfter } from "~/shop/caching";
import { fieldErrorsBy, handleForm, sendForm } from "~/shop/form";
import { enforceFormLimit } from "~/shop/form-limits.server";
import { metaOf } from "~/shop/head";
import type { Route } from "./+types/reviews.page";
import { onItsDay } from "./on-its-day";
import { addressOfPosts, postsOfProduct } from "./posts-of-product.server";
import { PostsPage } from "./posts-page";
import { ReviewArticle } from "./review-article";
import { ReviewForm } from "./review-form";
import { reviewsOf, writeReview } from "./reviews.server";
import { ReviewFields } from "./write-fields";

/** Query parameters that the page reads; other parameters are not part of its cache key. */
export const searchParameters = ["product"];

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(services);
  const page = await postsOfProduct(shop, url, "reviews");
  const { timeZone } = shop.settings();
  const reviews = await reviewsOf(shop.db, page.product.id);
  return { ...page, reviews: reviews.map((review) => onItsDay(review, timeZone)) };
}

loader.publicAddress = addressOfPosts;

/**
 * Receives all reviews, also those from other pages; without script this page shows the result. A review is published after its
 * approval.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(services);
  return handleForm(request, ReviewForm, async (review) => {
    await enforceFormLimit(shop, request, "review", review.email || undefined);
    // Bots get the same response as people, but nothing is stored.
    if (!looksAutomated(review, Date.now())) await writeReview(shop.db, review);
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(publicPage);
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

const complaints = fieldErrorsBy(async () => (await import("./review-form")).ReviewForm);

export default function ReviewsPage({ loaderData: { texts, product, reviews }, actionData }: Route.ComponentProps) {
  return (
    <PostsPage
      path="/reviews"
      texts={texts}
      product={product}
      list={
        <>
          {reviews.length === 0 && <p className="muted">{texts.text}</p>}
          {reviews.map((review) => (
            <ReviewArticle heading="h2" review={review} key={review.id} />
          ))}
        </>
      }
      title="Write a review"
      anchor="write"
      complaints={complaints}
      answered={actionData}
      button="Submit review"
    >
      {(typed, errors) => <ReviewFields productId={product.id} values={typed} errors={errors} />}
    </PostsPage>
  );
}
