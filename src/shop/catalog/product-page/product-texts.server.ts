import type { Database } from "~/platform/database.server";
import { openDelivery } from "~/shop/delivery-terms.server";
import type { Settings } from "~/shop/settings";
import { pageContent } from "~/shop/texts/page-content.server";
import { withoutEmpty } from "../listing/links-to-goods.server";
import { isOnlyFaulty } from "../only-faulty-returns.server";
import type { Product } from "../product";
import { fitNote } from "./data-plate-rows";
import { generalSizes } from "./general-sizes";
import type { Promises } from "./promise-list";

/** Lists of a product's page; an empty list needs other texts. */
interface Listed {
  reviews: readonly unknown[];
  questions: readonly unknown[];
}

/** Texts of product pages, without those that the page of this product does not show. */
export async function productTexts(db: Database, product: Product, settings: Settings, { reviews, questions }: Listed) {
  const [takesOnlyFaulty, { faqs, promoTiles }, words, backInStock, riders, guide] = await Promise.all([
    isOnlyFaulty(db, product),
    pageContent(db, "product", settings).then((texts) => withoutEmpty(db, texts)),
    pageContent(db, "productPage", settings),
    pageContent(db, "backInStock", settings),
    pageContent(db, "riders", settings),
    pageContent(db, "sizeGuide", settings),
  ]);
  const { brandStory, sizeFit, styleWith, others, viewed, free, delivery } = words;
  const { lowStock } = settings;
  const { freeDeliveryFrom } = openDelivery({ settings: () => settings }).terms;
  const back = product.finalSale ? words.finalSale : takesOnlyFaulty ? words.kept : words.returns;
  const isSoldOutSomewhere = product.variants.some(({ stock }) => stock === 0);
  return {
    promises: { freeDeliveryFrom, lowStock, free, delivery, back } satisfies Promises,
    promoTiles,
    // Hidden texts are not sent: they would stand in the document's data.
    sizeGuide: {
      heading: guide.heading,
      general: guide.visibility === "hidden" ? null : generalSizes(guide, product),
    },
    texts: {
      faqs,
      brandStory: brandStory.visibility === "hidden" ? null : brandStory,
      sizeFit: sizeFit.visibility === "hidden" ? null : sizeFit,
      fitNote: fitNote(product, words),
      titles: { description: words.description.title, materials: words.materials.title },
      rows: {
        styleWith: styleWith.heading,
        others: others.heading,
        viewed: viewed.heading,
        reviews: words.reviews.heading,
      },
      ...(isSoldOutSomewhere && (product.finalSale ? { gone: words.gone.text } : { requested: backInStock.success })),
      ...(reviews.length === 0 && { noReviews: riders.reviews.text }),
      ...(questions.length === 0 && { noQuestions: riders.questions.text }),
    },
  };
}
