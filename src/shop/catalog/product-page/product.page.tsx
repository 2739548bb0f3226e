import { Link, redirect } from "react-router";
import { memoizedPictures } from "~/platform/media.server";
import { byName } from "~/platform/by-name";
import { services } from "~/services";
import { JsonLd } from "~/ui/json-ld";
import { BelowFold, EndOfColumn, useFollows } from "~/ui/below-fold";
import { Picture } from "~/ui/picture";
import { Tile } from "~/ui/tile";
import { publicPage } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { toldWithEnds } from "~/shop/offers/told-offers.server";
import { sharePicture } from "~/shop/share-picture.server";
import { approvedQuestions, approvedReviews, averageRating, shopSummary } from "~/shop/reviews/reviews.server";
import { onItsDay, questionOnItsDay } from "~/shop/reviews/on-its-day";
import { ReviewsSection } from "~/shop/reviews/reviews-section";
import type { PublicAddress } from "~/shop/public-address.server";
import { breadcrumbs, product as productData } from "~/shop/structured-data";
import { orPageNotFound } from "~/shop/texts/or-page-not-found.server";
import type { Route } from "./+types/product.page";
import { CardRail } from "../cards/card-rail";
import { cardTerms } from "../cards/card-terms.server";
import { throughStore } from "../cards/data-ahead";
import { addressedProduct, cardsById, offeredProduct } from "../catalog.server";
import { choiceIn, plainFields } from "../choice/choice";
import { isCollection } from "../collections";
import { BrandStory } from "./brand-story";
import { BuyBox } from "./buy-box";
import { DataPlate } from "./data-plate";
import { detailOf, detailPictures } from "./detail-of.server";
import { picturesOf, type ProductDetail } from "./product-detail";
import { Gallery } from "./gallery";
import { RecentlyViewed } from "./recently-viewed";
import { SizeFit } from "./size-fit";
import { useChoice } from "./use-choice";
import { shownPrice, variantPrice } from "../pricing/pricing";
import {
  NO_CHOICE,
  offeredSize,
  productAddress,
  productIdIn,
  shownColor,
  slug,
  type Choice,
  type Product,
  type Variant,
  withPublicStock,
} from "../product";
import { previewedProduct } from "./previewed-product.server";
import { productPageReader } from "./product-page-reader.server";
import { PRODUCT_ID } from "../product-id-pattern";
import { GIFT_CARD_ID, GIFT_CARD_PAGE } from "../product-kind";
import { isSized, leadOf, plateRows } from "./data-plate-rows";
import { productTexts } from "./product-texts.server";
import { recommendedProducts } from "./recommended-products.server";

const TILE_PICTURES = byName<string>({
  "/shop/men": "/media/scenes/category-men.webp",
  "/shop/women": "/media/scenes/category-women.webp",
});

/** Query parameters that the page reads; others do not enter its cache key. */
export const searchParameters = ["color", "size"];

/** The product with its reviews, questions and rating. */
const readProductPage = productPageReader((id) => ({
  reviewList: approvedReviews(id),
  questions: approvedQuestions(id),
  rating: averageRating(id),
}));

export async function loader({ context, params: { productNameId }, url }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings: inForce } = all;
  const settings = inForce();
  const terms = cardTerms(all);
  const previewed = context.get(previewedProduct);
  if (!previewed && productIdIn(productNameId) === GIFT_CARD_ID) throw redirect(GIFT_CARD_PAGE);
  const known = await readProductPage(db, productIdIn(productNameId), previewed);
  const found = await orPageNotFound(all, known);
  const { product, searchTitle, searchWords, reviewList: reviews, questions, rating, sizeGuide: ownGuide } = found;
  const [stored, styleWith, others, summary, words] = await Promise.all([
    memoizedPictures(db, [...detailPictures(product), ...Object.values(TILE_PICTURES)]),
    product.styleWith ? cardsById(db, product.styleWithProducts, terms) : [],
    recommendedProducts(db, product, terms),
    shopSummary(db),
    productTexts(db, product, settings, { reviews, questions }),
  ]);

  const detail = detailOf(withPublicStock(product, settings.lowStock), stored);
  const choice = choiceIn(product, url.searchParams);
  const pictures = picturesOf(detail, choice.color ?? detail.colors[0]?.name);
  const steps = stepsTo(product);
  const shop = { address, settings };
  const { shopName, timeZone } = settings;
  const offers = toldWithEnds(terms.offers, offeredProduct(product), new Date(), timeZone);
  return {
    product: detail,
    choice,
    // Not sent for products without offers.
    ...(offers.length > 0 && { offers }),
    promises: words.promises,
    shopName,
    steps,
    styleWith,
    others,
    reviews: reviews.map((review) => onItsDay(review, timeZone)),
    questions: questions.map((question) => questionOnItsDay(question, timeZone)),
    // Ratings of the whole shop say nothing about the fit of a product that nobody has rated.
    summary: reviews.length > 0 ? summary : { ...summary, fit: null, breakdowns: [] },
    sizeGuide: words.sizeGuide,
    ownGuide,
    texts: words.texts,
    tiles: words.promoTiles.map((tile) => ({
      ...tile,
      picture: stored.get(TILE_PICTURES[tile.href] ?? "") ?? null,
    })),
    structured: [breadcrumbs(shop, steps), structuredProduct(shop, product, { choice, pictures, rating })],
    head: headOf(shop, {
      title: searchTitle || product.name,
      description: searchWords || leadOf(product.description) || product.name,
      path: productAddress(product),
      kind: "product",
      share: sharePicture(all, {
        title: product.name,
        picture: pictures[0],
        price: shownPrice(product, "product", choice),
      }),
    }),
  };
}

/** Font that this page has and a listing has not: if it arrived after a click, the page would be laid out twice. */
const FONT = "600 1em Barlow";

/** Returns prefetched data from memory if there is some. */
export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  const data = await throughStore(url.pathname + url.search, serverLoader);
  void document.fonts.load(FONT).catch(() => undefined);
  return data;
}

/** Slug that contains no valid product id: all unknown products share its cache entry. */
const UNKNOWN = "unknown-";

loader.publicAddress = (async ({ db, memoize, params, asked }) => {
  const id = productIdIn(params.productNameId ?? "");
  // The page of gift cards says whether there are any.
  if (id === GIFT_CARD_ID) return { params: { productNameId: id }, fields: [] };
  const product = PRODUCT_ID.test(id) ? await memoize(`address of ${id}`, () => addressedProduct(db, id)) : undefined;
  if (!product) return { params: { productNameId: UNKNOWN }, fields: [] };
  const productNameId = `${slug(product.name)}-${id}`;
  return {
    params: { productNameId },
    moved: productNameId !== params.productNameId,
    fields: plainFields(product, asked),
  };
}) satisfies PublicAddress;

/** Structured data about the product for search engines. */
const structuredProduct = (
  shop: Parameters<typeof productData>[0],
  product: Product,
  {
    choice,
    pictures,
    rating,
  }: {
    choice: Choice;
    pictures: ReturnType<typeof picturesOf>;
    rating: { count: number; average: number } | null;
  },
) =>
  productData(shop, {
    id: product.id,
    name: product.name,
    description: product.description,
    sku: product.sku,
    countryOfOrigin: product.countryOfOrigin,
    pictures,
    rating,
    path: productAddress(product),
    offers: shownFirst(product.variants, choice).map((variant) => ({
      sku: variant.sku,
      barcode: variant.barcode,
      price: variantPrice(product, variant),
      available: variant.stock !== 0,
      name: variantName(product.name, variant),
      path: productAddress(product, variant),
    })),
  });

/** Variants with the chosen one first, because some search engines read only the first price. */
function shownFirst(variants: Variant[], { color, size }: Choice): Variant[] {
  const isShown = (variant: Variant) =>
    (color === undefined || variant.color === color) && (size === undefined || variant.size === size);
  return [...variants.filter(isShown), ...variants.filter((variant) => !isShown(variant))];
}

const variantName = (name: string, { size, color }: Variant): string =>
  [name, color !== NO_CHOICE && shownColor(color), size !== NO_CHOICE && offeredSize(size)].filter(Boolean).join(", ");

/** Breadcrumbs from the top-level category to the product. */
function stepsTo(product: Product): { name: string; path: string }[] {
  const { category } = product;
  const top = category.parent ?? category;
  const collection = top.name.toLowerCase();
  const listing = isCollection(collection) ? `/shop/${collection}` : undefined;
  return [
    ...(listing ? [{ name: top.name, path: listing }] : []),
    ...(listing && category.parent ? [{ name: category.name, path: `${listing}?tab=${slug(category.name)}` }] : []),
    { name: product.name, path: productAddress(product) },
  ];
}

export const headers = () => publicPage;
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, styleWith, others, texts, tiles, structured, steps, summary } = loaderData;
  return (
    // The key resets the choice when another product is shown.
    <main id="main" className="above-first" key={product.id}>
      <EndOfColumn>
        {structured.map((data) => (
          <JsonLd data={data} key={data["@type"]} />
        ))}
      </EndOfColumn>
      <div className="wide above">
        <Crumbs steps={steps} />
        <ProductBlock {...loaderData} />
      </div>
      <BelowFold>
        {texts.brandStory && <BrandStory texts={texts.brandStory} />}
        <CardRail title={texts.rows.styleWith} cards={styleWith} />
        <hr className="wide divider" />
        <CardRail title={texts.rows.others} cards={others} />
        {isSized(product) && texts.sizeFit && <SizeFit texts={texts.sizeFit} />}
        <ReviewsSection
          title={texts.rows.reviews}
          none={{ reviews: texts.noReviews, questions: texts.noQuestions }}
          product={{ id: product.id, name: product.name }}
          shopName={loaderData.shopName}
          summary={summary}
          reviews={loaderData.reviews}
          questions={loaderData.questions}
        />
        <RecentlyViewed title={texts.rows.viewed} product={product} />
        <section className="section wide duo" aria-label="Keep shopping">
          {tiles.map(({ title, button, href, picture }) => (
            <Tile
              key={href}
              to={href}
              title={title}
              words={button}
              picture={<Picture picture={picture} alt="" sizes="50vw" className="scene__photo" />}
            />
          ))}
        </section>
      </BelowFold>
    </main>
  );
}

function Crumbs({ steps }: { steps: { name: string; path: string }[] }) {
  return (
    <nav className="crumbs" aria-label="Breadcrumb">
      <Link to="/">Home</Link>
      {steps.map(({ name, path }, i) => (
        <span className="crumb" key={path}>
          {i < steps.length - 1 ? <Link to={path}>{name}</Link> : <span aria-current="page">{name}</span>}
        </span>
      ))}
    </nav>
  );
}

type ProductBlockProps = Pick<
  Route.ComponentProps["loaderData"],
  "product" | "choice" | "promises" | "offers" | "texts" | "sizeGuide" | "ownGuide"
>;

function ProductBlock({ product, choice: opened, promises, offers, texts, sizeGuide, ownGuide }: ProductBlockProps) {
  const [choice, choose] = useChoice(opened);
  return (
    <div className="pdp">
      <div className="pdp__left">
        <Photographs product={product} color={choice.color} />
        <EndOfColumn>
          <DataPlate rows={plateRows(product)} />
        </EndOfColumn>
      </div>
      <BuyBox
        product={product}
        choice={choice}
        onChoose={choose}
        promises={promises}
        offers={offers}
        texts={texts}
        sizeGuide={sizeGuide}
        ownGuide={ownGuide}
      />
    </div>
  );
}

/** The gallery of the chosen color. After a click it begins with the first picture, on all but tablets the only one in the window. */
function Photographs({ product, color }: { product: ProductDetail; color: string | undefined }) {
  const isWhole = useFollows();
  return (
    <Gallery
      key={color}
      product={product.id}
      name={product.name}
      pictures={picturesOf(product, color)}
      firstOnly={!isWhole}
    />
  );
}
