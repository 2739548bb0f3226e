import fc from "fast-check";
import { expect, test } from "vitest";
import { plainListings } from "~/testing/plain-listings.server";
import { openTestShop } from "~/testing/test-shop.server";
import { limits } from "~/shop/limits";
import { cardTerms } from "../cards/card-terms.server";
import { catalogApi } from "../catalog.api";
import { type Collection, collections, isCollection } from "../collections";
import { fieldsOf, type Listing, plainView, type View } from "./listing-view";
import { listingOf } from "./read-listing.server";
import type { ProductWire } from "../product.wire";
import { sorts, type Sort } from "./sort";

const shop = await openTestShop();
const { db } = shop;
const api = catalogApi(shop);
const keys = Object.keys(collections).filter(isCollection);
const listing = (collection: Collection, fields: [string, string][] = [["shown", "240"]]) =>
  listingOf(db, collection, new URLSearchParams(fields), cardTerms(shop));
const whole = new Map<Collection, Listing>();
for (const key of keys) whole.set(key, await listing(key));
const { maximumPrice } = limits.listing;

/** Makes a value in one of three cases only, because most views with every filter at once would be empty. */
const seldom = <T>(none: T, some: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(none) }, { weight: 1, arbitrary: some });

/** Generates views of a collection from its own words, prices, colors and sizes. */
const viewOf = (collection: Collection): fc.Arbitrary<View> => {
  const { cards: own = [], tabs = [], colors = [], sizes = [] } = whole.get(collection) ?? {};
  const words = own.flatMap(({ name }) => [name, name.toUpperCase(), ...name.split(" "), name.slice(2, 5)]);
  const prices = own
    .flatMap(({ price, salePrice }) => [price, salePrice])
    .flatMap((price) => Math.min((price ?? 0) / 100, maximumPrice));
  return fc.record({
    tab: fc.constantFrom(...tabs.map(({ key }) => key)),
    sort: fc.constantFrom(...(Object.keys(sorts) as Sort[])),
    shown: fc.constant(limits.listing.mostShown),
    colors: seldom([], fc.uniqueArray(fc.constantFrom(...colors.map(({ color }) => color)), { maxLength: 3 })),
    sizes: seldom(
      [],
      fc.uniqueArray(fc.constantFrom(...sizes.flatMap(({ choices }) => choices.map(({ size }) => size))), {
        maxLength: 3,
      }),
    ),
    maxPrice: seldom(
      maximumPrice,
      fc.oneof(fc.integer({ min: 0, max: maximumPrice }), fc.constantFrom(...prices.map(Math.floor))),
    ),
    search: seldom("", fc.constantFrom(...words, "o", "%", "_", "'")),
    after: fc.constant(""),
  });
};

const views = fc.constantFrom(...keys).chain((collection) => fc.tuple(fc.constant(collection), viewOf(collection)));

/** Names and total of the products on the page. */
async function onPage(collection: Collection, view: View) {
  const { total, cards } = await listing(collection, fieldsOf(view));
  return { total: total.count, names: cards.map(({ name }) => name) };
}

/** Names and total of the products from the API, in pages of `limit`. */
async function fromApi(collection: Collection, view: View, limit: number) {
  const tab = whole.get(collection)?.tabs.find(({ key }) => key === view.tab);
  const fields = fieldsOf({ ...view, tab: "", shown: plainView.shown });
  const query = new URLSearchParams([...fields, ["gender", collection], ["limit", String(limit)]]);
  if (tab?.category) query.set("category", tab.category.id);

  const names: string[] = [];
  let total = 0;
  for (let next: string | undefined = `/?${query}`; next;) {
    const response: Response = await api.request(next);
    if (!response.ok) throw new Error(await response.text());
    const products = (await response.json()) as ProductWire[];
    names.push(...products.map(({ name }) => name));
    total = Number(response.headers.get("x-total-count"));
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  }
  return { total, names };
}

test("the page and the API list the same products in the same order, for any view", async () => {
  const found: number[] = [];
  await fc.assert(
    fc.asyncProperty(views, fc.integer({ min: 4, max: 30 }), async ([collection, view], limit) => {
      const page = await onPage(collection, view);
      found.push(page.total);
      expect(await fromApi(collection, view, limit)).toEqual(page);
    }),
    { numRuns: 60 },
  );

  // Some views must have several products, or the test would compare nothing.
  expect(found.filter((count) => count > 1).length).toBeGreaterThan(2);
});

test("the page and the API list the same products of each collection, in every sort order", async () => {
  for (const collection of keys)
    for (const sort of Object.keys(sorts) as Sort[]) {
      const view = { ...plainView, sort, shown: limits.listing.mostShown };
      expect([collection, sort, await fromApi(collection, view, 12)]).toEqual([
        collection,
        sort,
        await onPage(collection, view),
      ]);
    }
});

test("the page shows the same products and counts as a filter over all products, for any view", async () => {
  const plain = await plainListings(db);
  const found: number[] = [];
  await fc.assert(
    fc.asyncProperty(views, fc.constantFrom(12, 36, limits.listing.mostShown), async ([collection, chosen], shown) => {
      const page = await listing(collection, fieldsOf({ ...chosen, shown }));
      const tab = page.tabs.find(({ key }) => key === page.view.tab)?.category?.id;
      const { all, tabs, ...expected } = plain(collection, { ...page.view, shown }, tab);
      found.push(expected.total);
      const frequencies = page.colors.map(({ count }) => count ?? 0);
      expect(frequencies).toEqual(frequencies.toSorted((a, b) => b - a));
      expect({
        total: page.total.count,
        ids: page.cards.map(({ id }) => id),
        tabs: page.tabs.map(({ count }) => count),
        colors: Object.fromEntries(page.colors.map(({ color, count }) => [color, count])),
        sizes: Object.fromEntries(page.sizes.flatMap(({ choices }) => choices.map(({ size, count }) => [size, count]))),
      }).toEqual({
        ...expected,
        tabs: page.tabs.map(({ category }) => (category ? (tabs[category.id] ?? 0) : all)),
      });
    }),
    { numRuns: 200 },
  );

  expect(found.filter((count) => count > 1).length).toBeGreaterThan(10);
});
