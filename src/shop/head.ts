import type { MetaDescriptor } from "react-router";
import type { Settings } from "./settings";

/** Data of the shop for page heads: its base URL without a trailing slash, and its settings. */
export interface Shop {
  address: string;
  settings: Pick<Settings, "shopName">;
}

/** Data of a page's head for search engines and link previews; plain values, which a loader can return. */
export interface Head {
  title: string;
  description: string;
  /** Canonical URL of the page, absolute. */
  canonical: string;
  kind: "website" | "article" | "product";
  picture: { address: string; width: number; height: number; alt: string };
  siteName: string;
  /** False for personal pages, which search engines should not list. */
  listed: boolean;
}

declare const shared: unique symbol;

/** Picture of a page in link previews. Only `sharePicture` creates one, so that all have the size and the look of previews. */
export type SharePicture = Head["picture"] & { readonly [shared]: true };

interface Page {
  /** Title without the shop's name. */
  title: string;
  description: string;
  /** Path of the page, e.g. `/blogs`. */
  path: string;
  kind?: Head["kind"];
  /** Picture in link previews; a page without one has the shop's. */
  share?: SharePicture | null | undefined;
  listed?: boolean;
}

/** Size in pixels of pictures in link previews. */
export const SHARE_SIZE = { width: 1200, height: 630 };
/** Path of the picture in link previews of pages that have none of their own. */
const SHARED_PICTURE = "/brand/share.jpg";
/** Maximum length of a description in characters; search engines cut longer ones. */
const DESCRIPTION_LENGTH = 160;

/** Builds the data of a page's head, which the loader returns and `metaOf` converts to tags. */
export function headOf(shop: Shop, { title, description, path, kind, share, listed }: Page): Head {
  const { shopName } = shop.settings;
  return {
    title: title.includes(shopName) ? title : `${title} | ${shopName}`,
    description: shortened(description, DESCRIPTION_LENGTH),
    canonical: `${shop.address}${path}`,
    kind: kind ?? "website",
    picture: share ?? { address: `${shop.address}${SHARED_PICTURE}`, ...SHARE_SIZE, alt: shopName },
    siteName: shopName,
    listed: listed ?? true,
  };
}

/** Tags of a page's head, used as `export const meta = ({ loaderData }) => metaOf(loaderData?.head)`. */
export function metaOf(head: Head | undefined): MetaDescriptor[] {
  if (!head) return [{ title: "Page Not Found" }, { name: "robots", content: "noindex" }];
  return [
    { title: head.title },
    { name: "description", content: head.description },
    ...(head.listed
      ? [{ tagName: "link", rel: "canonical", href: head.canonical } as const]
      : [{ name: "robots", content: "noindex" }]),
    { property: "og:type", content: head.kind },
    { property: "og:site_name", content: head.siteName },
    { property: "og:locale", content: "en_US" },
    { property: "og:title", content: head.title },
    { property: "og:description", content: head.description },
    { property: "og:url", content: head.canonical },
    { property: "og:image", content: head.picture.address },
    { property: "og:image:width", content: String(head.picture.width) },
    { property: "og:image:height", content: String(head.picture.height) },
    { property: "og:image:alt", content: head.picture.alt },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** Text of at most `length` characters, cut between words, with an ellipsis if shortened. */
export function shortened(text: string, length: number): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= length) return plain;
  const lastSpace = plain.lastIndexOf(" ", length - 1);
  return `${plain.slice(0, lastSpace > 0 ? lastSpace : length - 1).replace(/(?<![\s.,;:])[\s.,;:]+$/, "")}…`;
}
