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
import type { Route } from "./+types/reviews.page";
import { onItsDay } from "./on-its-day";
import { ReviewForm } from "./review-form";
import { ReviewArticle } from "./review-article";
import { reviewsOf, writeReview } from "./reviews.server";
import { ReviewFields } from "./write-fields";

const PATH = "/reviews";

/** Query parameters that the page reads; other parameters are not part of its cache key. */
export const searchParameters = ["product"];

export async function loader({ context, url }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings } = all;
  const { id, name } = await orPageNotFound(all, await productById(db, url.searchParams.get("product") ?? ""));
  const shop = { address, settings: settings() };
  const title = `Reviews of ${name}`;
  const path = `${PATH}?product=${id}`;
  const { reviews: texts } = await pageContent(db, "riders", shop.settings);
  return {
    texts,
    product: { id, name, address: productAddress({ id, name }) },
    reviews: (await reviewsOf(db, id)).map((review) => onItsDay(review, shop.settings.timeZone)),
    head: headOf(shop, { title, path, description: `What riders say about ${name}.`, listed: false }),
  };
}

loader.publicAddress = (async ({ asked }) => ({
  fields: fieldLike(asked, "product", PRODUCT_ID),
})) satisfies PublicAddress;

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
    <main id="main">
      <ProductHead title={texts.heading} product={product} />
      <div className="wide plain">
        {reviews.length === 0 && <p className="muted">{texts.text}</p>}
        {reviews.map((review) => (
          <ReviewArticle heading="h2" review={review} key={review.id} />
        ))}
        <h2 className="plain__t" id="write">
          Write a review
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
            button="Submit review"
          >
            {(typed, errors) => <ReviewFields productId={product.id} values={typed} errors={errors} />}
          </PostedForm>
        )}
      </div>
    </main>
  );
}
