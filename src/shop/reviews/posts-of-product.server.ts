import type { Services } from "~/services";
import { productById } from "~/shop/catalog/catalog.server";
import { productAddress } from "~/shop/catalog/product";
import { PRODUCT_ID } from "~/shop/catalog/product-id-pattern";
import { headOf } from "~/shop/head";
import { fieldLike, type PublicAddress } from "~/shop/public-address.server";
import { orPageNotFound } from "~/shop/texts/or-page-not-found.server";
import { pageContent } from "~/shop/texts/page-content.server";

const words = {
  reviews: { title: "Reviews of", description: "What riders say about" },
  questions: { title: "Questions about", description: "What riders ask about" },
} as const;

/**
 * Data that the page of a product's reviews and the page of its questions have in common.
 *
 * @throws a 404 response with the page's frame for an unknown product.
 */
export async function postsOfProduct(services: Services, { searchParams }: URL, kind: keyof typeof words) {
  const { db, address } = services;
  const settings = services.settings();
  const { id, name } = await orPageNotFound(services, await productById(db, searchParams.get("product") ?? ""));
  const { [kind]: texts } = await pageContent(db, "riders", settings);
  const { title, description } = words[kind];
  return {
    texts,
    product: { id, name, address: productAddress({ id, name }) },
    head: headOf(
      { address, settings },
      {
        title: `${title} ${name}`,
        path: `/${kind}?product=${id}`,
        description: `${description} ${name}.`,
        listed: false,
      },
    ),
  };
}

/** Keeps the product in the address of a page of reviews or questions. */
export const addressOfPosts = (async ({ asked }) => ({
  fields: fieldLike(asked, "product", PRODUCT_ID),
})) satisfies PublicAddress;
