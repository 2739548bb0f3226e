import { useMemo } from "react";
import { data, Link } from "react-router";
import { services } from "~/services";
import { LinePicture } from "~/shop/bag/line-picture";
import { privatePage, withRetryAfter } from "~/shop/caching";
import { choiceParts } from "~/shop/catalog/product";
import { fieldErrorsBy, handleForm, sendForm } from "~/shop/form";
import { enforceNetworkLimit } from "~/shop/form-limits.server";
import { headOf, metaOf } from "~/shop/head";
import { limits } from "~/shop/limits";
import { unbrokenNumber } from "~/shop/orders/order-number";
import { orPageNotFound } from "~/shop/texts/or-page-not-found.server";
import { Field, SelectField, TextField } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { PageHead } from "~/ui/page-head";
import { PostedForm } from "~/ui/posted-form";
import { fits, fitWords } from "../fit";
import { RatingRadios } from "../write-fields";
import { fieldOf, OrderReviewForm } from "./order-review-form";
import { type OrderReviewPage, orderReviewPage, type Which, writeOrderReviews } from "./order-review.server";
import type { Route } from "./+types/order-review.page";

/** Maximum number of forms (`times`) that one network may send, in `seconds`. */
const ALLOWANCE = { name: "order-review", times: 60, seconds: 600 };

const whichOf = (url: URL): Which => (url.searchParams.get("pieces") === "all" ? "all" : "kept");

/** Shows the form for the reviews of an order's goods. It only reads, because mail programs also open the addresses in letters. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shop = context.get(services);
  const { address, settings } = shop;
  const which = whichOf(url);
  const found = await orPageNotFound(shop, await orderReviewPage(shop, params, which));
  const page = { title: "How is it?", description: "", path: "/order-review", listed: false };
  return data(
    {
      head: headOf({ address, settings: settings() }, page),
      ...found,
      path: `/order-review/${params.id}/${params.signature}${which === "all" ? "?pieces=all" : ""}`,
    },
    { headers: privatePage },
  );
}

/** Stores the reviews, which are published after their approval. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const shop = context.get(services);
  const which = whichOf(url);
  const { goods } = await orPageNotFound(shop, await orderReviewPage(shop, params, which));
  return handleForm(request, OrderReviewForm(goods.map(({ productId }) => productId)), async (written) => {
    await enforceNetworkLimit(shop.db, request, ALLOWANCE);
    await writeOrderReviews(shop.db, params.id, which, written);
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(privatePage);
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

/** Page of an order's reviews: stars, fit and words for each of its products, and one button. */
export default function OrderReviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { goods, reviewed, orderNumber, author, path } = loaderData;
  const ids = goods.map(({ productId }) => productId).join(" ");
  const complaints = useMemo(
    () => fieldErrorsBy(() => Promise.resolve(OrderReviewForm(ids.split(" ").filter(Boolean)))),
    [ids],
  );
  return (
    <main id="main">
      <PageHead title="How is it?" lead={`Order ${unbrokenNumber(orderNumber)}`} />
      <div className="wide plain">
        {actionData?.ok && (
          <FormMessage kind="success">Thank you. We read it, and then it stands in the shop.</FormMessage>
        )}
        {reviewed.length > 0 && <p>You have reviewed: {reviewed.join(", ")}.</p>}
        {goods.length === 0 && reviewed.length === 0 && (
          <p>There is nothing left of this order to review. What came back can be reviewed from the order's page.</p>
        )}
        {goods.length > 0 && (
          <PostedForm
            key={ids}
            action={path}
            className="order-review"
            preventScrollReset
            complaints={complaints}
            answered={actionData?.ok ? undefined : actionData}
            button={goods.length > 1 ? "Send reviews" : "Send review"}
          >
            {(typed, errors) => (
              <>
                <p className="muted">
                  Good or bad, say it as it is.{goods.length > 1 && " Leave empty what you do not want to review."}
                </p>
                {goods.map((each) => (
                  <GoodsFields key={each.productId} goods={each} typed={typed} errors={errors} />
                ))}
                <Field
                  label="Name"
                  hint="Stands beside your words."
                  name="author"
                  autoComplete="given-name"
                  maxLength={limits.text.name}
                  defaultValue={typed["author"] ?? author}
                  error={errors["author"]}
                />
              </>
            )}
          </PostedForm>
        )}
        <p>
          <Link className="text-link" to={`/order-status?order=${orderNumber}`}>
            See your order
          </Link>
        </p>
      </div>
    </main>
  );
}

interface GoodsFieldsProps {
  goods: OrderReviewPage["goods"][number];
  typed: Record<string, string | undefined>;
  errors: Record<string, string | undefined>;
}

/** Stars, fit, title and words for one product. */
function GoodsFields({ goods, typed, errors }: GoodsFieldsProps) {
  const { productId, name, color, size, image, address, isSized } = goods;
  const choice = choiceParts({ size, color }).join(", ");
  const named = (field: Parameters<typeof fieldOf>[0]) => {
    const full = fieldOf(field, productId);
    return { name: full, error: errors[full], typed: typed[full] };
  };
  const [rating, fit, title, content] = [named("rating"), named("fit"), named("title"), named("content")];
  return (
    <fieldset className="order-review__goods">
      <legend className="vh">{name}</legend>
      <div className="order-review__what">
        <LinePicture line={{ image: image ?? "" }} />
        <div>
          <b>
            <Link to={address}>{name}</Link>
          </b>
          {choice && <span className="muted">{choice}</span>}
        </div>
      </div>
      <RatingRadios name={rating.name} chosen={Number(rating.typed ?? 0)} error={rating.error} />
      {isSized && (
        <SelectField label="Fit" mark="(optional)" name={fit.name} defaultValue={fit.typed ?? ""}>
          <option value="">Not said</option>
          {fits.map((each) => (
            <option key={each} value={each}>
              {fitWords[each]}
            </option>
          ))}
        </SelectField>
      )}
      <Field
        label="Title"
        mark="(optional)"
        name={title.name}
        maxLength={limits.text.line}
        defaultValue={title.typed}
        error={title.error}
      />
      <TextField
        label="Review"
        name={content.name}
        maxLength={limits.text.message}
        defaultValue={content.typed}
        error={content.error}
      />
    </fieldset>
  );
}
