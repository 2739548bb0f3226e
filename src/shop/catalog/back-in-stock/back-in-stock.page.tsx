import { Link } from "react-router";
import { services } from "~/services";
import { Field } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { GoLink } from "~/ui/go-link";
import { PostedForm } from "~/ui/posted-form";
import { fieldErrorsBy, handleForm, sendForm } from "~/shop/form";
import { publicPage, withRetryAfter } from "~/shop/caching";
import { pageContent } from "~/shop/texts/page-content.server";
import { headOf, metaOf } from "~/shop/head";
import { enforceFormLimit, formNetwork } from "~/shop/form-limits.server";
import { SLOW_STOCK_LETTER, withSlowLetter } from "~/shop/slow-letter";
import type { PublicAddress } from "~/shop/public-address.server";
import { orPageNotFound } from "~/shop/texts/or-page-not-found.server";
import type { Route } from "./+types/back-in-stock.page";
import { requestBackInStock } from "./back-in-stock.server";
import { productById } from "../catalog.server";
import { NO_CHOICE, offeredSize, productAddress, shownColor } from "../product";
import { ProductHead } from "../product-head";
import { PRODUCT_ID } from "../product-id-pattern";
import { requestAddress } from "./request-address";
import { StockRequest } from "./stock-request";

/** Query parameters that the page reads; others do not enter its cache key. */
export const searchParameters = ["product", "size", "color"];

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings } = all;
  const { id, name, variants } = await orPageNotFound(all, await productById(db, searchParams.get("product") ?? ""));
  const soldOut = variants.filter(({ stock }) => stock === 0).map(({ size, color }) => ({ size, color }));
  const asked = variants.find(
    ({ size, color }) => size === searchParams.get("size") && color === searchParams.get("color"),
  );
  const isAvailable = asked !== undefined && asked.stock !== 0;
  const requested = isAvailable
    ? undefined
    : (soldOut.find(({ size, color }) => size === asked?.size && color === asked.color) ??
      (soldOut.length === 1 ? soldOut[0] : undefined));
  const texts = await pageContent(db, "backInStock", settings());
  return {
    texts,
    product: { id, name, address: productAddress({ id, name }, requested) },
    soldOut,
    requested,
    available: isAvailable ? { size: asked.size, color: asked.color } : undefined,
    head: headOf(
      { address, settings: settings() },
      {
        title: `${name}: back in stock`,
        description: `Hear when ${name} is back.`,
        path: requestAddress(id),
        listed: false,
      },
    ),
  };
}

/** Keeps a known product in the address, and size and color only if they name a sold-out variant. */
loader.publicAddress = (async ({ db, memoize, asked }) => {
  const id = asked.get("product") ?? "";
  const [size, color] = [asked.get("size") ?? "", asked.get("color") ?? ""];
  if (!PRODUCT_ID.test(id)) return { fields: [] };
  const product = await memoize(`variants of ${id}`, () => productById(db, id));
  if (!product) return { fields: [] };
  const isSoldOut = product.variants.some((one) => one.size === size && one.color === color && one.stock === 0);
  return {
    fields: isSoldOut
      ? [
          ["product", id],
          ["size", size],
          ["color", color],
        ]
      : [["product", id]],
  };
}) satisfies PublicAddress;

/** Handles the form of a sold-out variant; without script this page shows the result. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(services);
  return handleForm(request, StockRequest, async (wish) => {
    await enforceFormLimit(shop, request, "back-in-stock", wish.email);
    return requestBackInStock(shop.db, wish, new Date(), formNetwork(request));
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(publicPage);
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

interface Variant {
  size: string;
  color: string;
}

const named = ({ size, color }: Variant): string =>
  [color !== NO_CHOICE && shownColor(color), size !== NO_CHOICE && offeredSize(size)].filter(Boolean).join(", ");

export default function BackInStockPage({
  loaderData: { texts, product, soldOut, requested, available },
  actionData,
}: Route.ComponentProps) {
  return (
    <main id="main">
      <ProductHead title={texts.heading} product={product} />
      <div className="wide plain">
        {available && soldOut.length > 0 && !actionData?.ok && (
          <p>{named(available) || product.name} can be had right now.</p>
        )}
        {actionData?.ok ? (
          <FormMessage kind="success">{withSlowLetter(texts.success, actionData.value, SLOW_STOCK_LETTER)}</FormMessage>
        ) : requested ? (
          <WishForm productId={product.id} variant={requested} answered={actionData} />
        ) : soldOut.length > 0 ? (
          <ul className="plain__list">
            {soldOut.map((variant) => (
              <li key={variant.size + variant.color}>
                <Link className="chip" to={requestAddress(product.id, variant)}>
                  {named(variant)}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p>{texts.text}</p>
        )}
        <GoLink to={product.address}>Back to {product.name}</GoLink>
      </div>
    </main>
  );
}

const complaints = fieldErrorsBy(async () => (await import("./stock-request")).StockRequest);

interface WishFormProps {
  productId: string;
  variant: Variant;
  answered: Route.ComponentProps["actionData"];
}

function WishForm({ productId, variant, answered }: WishFormProps) {
  return (
    <PostedForm
      action={requestAddress(productId, variant)}
      className="plain__form"
      complaints={complaints}
      answered={answered}
      button="Email me when it is back"
    >
      {(typed, errors) => (
        <>
          {named(variant) && <p>{named(variant)}</p>}
          <input type="hidden" name="productId" value={productId} />
          <input type="hidden" name="size" value={variant.size} />
          <input type="hidden" name="color" value={variant.color} />
          <Field
            label="E-mail address"
            type="email"
            name="email"
            autoComplete="email"
            required
            defaultValue={typed.email}
            error={errors.email}
          />
        </>
      )}
    </PostedForm>
  );
}
