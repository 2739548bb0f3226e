import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { allCategories, cardsIn } from "./catalog.server";
import { type Collection } from "./collections";
import { type Listing, listingOf } from "./listing";
import recorded from "./listing-answers.json";

const { db, settings } = await openTestShop();
const ids = recorded.products.split(" ");
const categories = await allCategories(db);

const answerTo = async (collection: Collection, params: URLSearchParams): Promise<Listing> =>
  listingOf(collection, await cardsIn(db, collection, settings()), categories, params);

const counts = (named: { count: number }[], nameOf: (one: never) => string) =>
  named.map((one) => `${nameOf(one as never)}:${one.count}`).join(",");

/** An answer as it was written down: the total, the products by their places in the list of ids, the counts. */
function written({ tabs, colors, sizes, total, cards }: Listing) {
  const places = cards.map(({ id }) => ids.indexOf(id).toString(36).padStart(2, "0")).join("");
  const groups = sizes.map(({ name, choices }) => `(${name}) ${counts(choices, ({ size }: { size: string }) => size)}`);
  return {
    shown: `${total} ${places || "-"}`,
    counts: [
      counts(tabs, ({ name }: { name: string }) => name),
      counts(colors, ({ color }: { color: string }) => color),
      groups.join(" "),
    ].join("|"),
  };
}

test("three thousand views of the demo shop are answered as they always were", { timeout: 120_000 }, async () => {
  for (const line of recorded.views) {
    const [address = "", total = "", places = "", facets = ""] = line.split(" ");
    const [collection, query] = address.split("?");
    const listing = await answerTo(collection as Collection, new URLSearchParams(query));
    expect({ address, ...written(listing) }).toEqual({
      address,
      shown: `${total} ${places}`,
      counts: recorded.facets[Number(facets)],
    });
  }
});
