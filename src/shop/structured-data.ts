import { isGtin } from "./gtin";
import type { Shop } from "./head";
import { type Cents, dollars } from "./money";
import type { Picture } from "./picture";
import type { Settings } from "./settings";

/**
 * Adds schema.org's context to an object. The type is inferred, since unions over the whole vocabulary slow the compiler down.
 */
const inContext = <T extends { "@type": string }>(thing: T) => ({
  "@context": "https://schema.org" as const,
  ...thing,
});

const pictureAddress = (shop: Shop, { path }: Picture): string => `${shop.address}/api${path}`;
const organizationId = (shop: Shop): string => `${shop.address}/#organization`;

/** Structured data of the shop's organization. */
export const organization = (shop: Shop & { settings: Pick<Settings, "supportEmail" | "social"> }) =>
  inContext({
    "@type": "Organization" as const,
    "@id": organizationId(shop),
    name: shop.settings.shopName,
    url: `${shop.address}/`,
    logo: `${shop.address}/icons/icon-512.png`,
    email: shop.settings.supportEmail,
    sameAs: Object.values(shop.settings.social).filter((link) => link !== ""),
  });

/** Structured data of the shop's site, with the URL of its search. */
export const website = (shop: Shop) => {
  // Google requires `query-input`, which the vocabulary's types lack.
  const search = {
    "@type": "SearchAction" as const,
    target: {
      "@type": "EntryPoint" as const,
      urlTemplate: `${shop.address}/search?query={search_term_string}`,
    },
    "query-input": "required name=search_term_string",
  };
  return inContext({
    "@type": "WebSite" as const,
    "@id": `${shop.address}/#website`,
    name: shop.settings.shopName,
    url: `${shop.address}/`,
    publisher: { "@id": organizationId(shop) },
    potentialAction: search,
  });
};

/** Structured data of breadcrumbs, beginning with the home page; the last step is the page itself. Paths begin with a slash. */
export const breadcrumbs = (shop: Shop, steps: { name: string; path: string }[]) =>
  inContext({
    "@type": "BreadcrumbList" as const,
    itemListElement: [{ name: "Home", path: "/" }, ...steps].map(({ name, path }, index) => ({
      "@type": "ListItem" as const,
      position: index + 1,
      name,
      item: `${shop.address}${path}`,
    })),
  });

/** Structured data of a blog article. */
export const article = (
  shop: Shop,
  post: { title: string; description: string; path: string; publishedAt: Date; picture: Picture | null },
) =>
  inContext({
    "@type": "Article" as const,
    headline: post.title,
    description: post.description,
    mainEntityOfPage: `${shop.address}${post.path}`,
    datePublished: post.publishedAt.toISOString(),
    ...(post.picture && { image: pictureAddress(shop, post.picture) }),
    author: { "@id": organizationId(shop), "@type": "Organization" as const, name: shop.settings.shopName },
    publisher: { "@id": organizationId(shop), "@type": "Organization" as const, name: shop.settings.shopName },
  });

/** Structured data of a page of questions and answers, in plain text. */
export const faqPage = (questions: { question: string; answer: string }[]) =>
  inContext({
    "@type": "FAQPage" as const,
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question" as const,
      name: question,
      acceptedAnswer: { "@type": "Answer" as const, text: answer },
    })),
  });

/** The offer of a variant, or of a product with only one variant. */
export interface OfferedVariant {
  sku: string;
  /** Barcode, which is named only if it is a GTIN; empty if unknown. */
  barcode: string;
  price: Cents;
  available: boolean;
  name?: string;
  /** Path of the product's page with this variant selected. */
  path: string;
}

/** Structured data of a product with its offers. The rating comes from approved reviews only, never from samples. */
export function product(
  shop: Shop,
  goods: {
    id: string;
    name: string;
    description: string;
    path: string;
    sku: string;
    /** Name of a country; empty if unknown. */
    countryOfOrigin: string;
    pictures: Picture[];
    offers: OfferedVariant[];
    rating: { average: number; count: number } | null;
  },
) {
  const availability = (available: boolean) =>
    available ? "https://schema.org/InStock" : "https://schema.org/OutOfStock";

  return inContext({
    "@type": "Product" as const,
    name: goods.name,
    description: goods.description,
    url: `${shop.address}${goods.path}`,
    productID: goods.id,
    ...(goods.sku && { sku: goods.sku }),
    ...(goods.countryOfOrigin && {
      countryOfOrigin: { "@type": "Country" as const, name: goods.countryOfOrigin },
    }),
    brand: { "@type": "Brand" as const, name: shop.settings.shopName },
    image: goods.pictures.map((picture) => pictureAddress(shop, picture)),
    offers: goods.offers.map(({ sku, barcode, price, available, name, path }) => ({
      "@type": "Offer" as const,
      ...(sku && { sku }),
      ...(isGtin(barcode) && { gtin: barcode }),
      ...(name && { name }),
      price: dollars(price).toFixed(2),
      priceCurrency: "USD",
      availability: availability(available),
      itemCondition: "https://schema.org/NewCondition" as const,
      url: `${shop.address}${path}`,
      seller: { "@id": organizationId(shop) },
    })),
    ...(goods.rating &&
      goods.rating.count > 0 && {
        aggregateRating: {
          "@type": "AggregateRating" as const,
          ratingValue: goods.rating.average.toFixed(1),
          reviewCount: goods.rating.count,
        },
      }),
  });
}
