import { dependOn } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { loadOptional } from "~/shop/optional.server";
import { type FrameData, WAYS_ON } from "~/shop/frame-data";
import { areGiftCardsSold } from "../catalog.server";
import { type Collection, isCollection } from "../collections";
import { GIFT_CARD_PAGE } from "../product-kind";
import { countsByCollection } from "./facet-counts.server";

/**
 * Number of products below which a page that links to a collection is made again with every change of the collection, because one
 * act may empty it.
 */
const FEW = 5;

/** The collection that an address leads to; undefined for other addresses. */
const collectionAt = (href: string): Collection | undefined => {
  const [, key] = /^\/shop\/([^/?#]+)/.exec(href) ?? [];
  return isCollection(key) ? key : undefined;
};

type Counts = Record<Collection, number>;

/** Numbers of products; undefined where they cannot be read. */
const countsIfRead = (db: Database): Promise<Counts | undefined> =>
  loadOptional(countsByCollection(db), "Failed to count the collections");

/**
 * Finds out whether an address leads to something: only one of a collection without products does not, and the page of gift cards while
 * none are sold. Where this cannot be read every address does, so that a page is complete without it.
 */
export async function leadsToGoods(db: Database): Promise<(href: string) => boolean> {
  const [counts, sellsGiftCards = true] = await Promise.all([
    countsIfRead(db),
    loadOptional(areGiftCardsSold(db), "Failed to read whether gift cards are sold"),
  ]);
  const leads = leadsBy(counts);
  return (href) => leads(href) && (sellsGiftCards || href.split(/[?#]/)[0] !== GIFT_CARD_PAGE);
}

const leadsBy =
  (counts: Counts | undefined) =>
  (href: string): boolean => {
    const collection = collectionAt(href);
    if (!counts || collection === undefined) return true;
    if (counts[collection] < FEW) dependOn(cacheKeys.listing(collection));
    return counts[collection] > 0;
  };

/** Shops of the main menu, in its order. */
const SHOPS = ["men", "women", "accessories", "headwear"] as const;

/** The largest shop of the main menu; undefined while none has goods. */
export function largestShop(counts: Counts): (typeof SHOPS)[number] | undefined {
  const [largest] = SHOPS.filter((key) => counts[key] > 0).toSorted((one, other) => counts[other] - counts[one]);
  return largest;
}

/**
 * Addresses of buttons that say to go on shopping: their collection, while it has no products the largest shop, and the first page
 * of a shop without goods.
 */
export async function waysOn(db: Database): Promise<FrameData["waysOn"]> {
  const counts = await countsIfRead(db);
  const leads = leadsBy(counts);
  const largest = counts && largestShop(counts);
  const other = largest ? `/shop/${largest}` : "/";
  const ways = WAYS_ON.map((key) => [key, leads(`/shop/${key}`) ? `/shop/${key}` : other] as const);
  return Object.fromEntries(ways) as FrameData["waysOn"];
}

/** Texts without the links, in lists of any depth, that lead to collections without products. */
export async function withoutEmpty<T>(db: Database, texts: T): Promise<T> {
  return filtered(texts, await leadsToGoods(db)) as T;
}

function filtered(value: unknown, leads: (href: string) => boolean): unknown {
  if (Array.isArray(value)) return linksIn(value, leads).map((each) => filtered(each, leads));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filtered(each, leads)]));
}

/** Entries of a list that lead to something. Links under one that does not are moved up a step. */
function linksIn(entries: readonly unknown[], leads: (href: string) => boolean): unknown[] {
  let isOrphan = false;
  return entries.flatMap((entry) => {
    if (!isLink(entry)) return [entry];
    if (!entry.isUnder) isOrphan = !leads(entry.href);
    if (!leads(entry.href)) return [];
    const { isUnder, ...link } = entry;
    return [isUnder && !isOrphan ? entry : link];
  });
}

const isLink = (entry: unknown): entry is { href: string; isUnder?: true } =>
  typeof entry === "object" && entry !== null && "href" in entry && typeof entry.href === "string";
