import { expect, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import type { Collection } from "../collections";
import type { Listing } from "./listing-view";
import { listingOf } from "./read-listing.server";
import recorded from "./listing-answers.json";

const { db, settings } = await openTestShop();
const ids = recorded.products.split(" ");

const counts = (named: [name: string, count: number | null][]) =>
  named.map(([name, count]) => `${name}:${count}`).join(",");

/** Equally frequent colors come in any order. */
const byCount = (colors: string) =>
  colors
    .split(",")
    .toSorted()
    .toSorted((a, b) => Number(b.split(":")[1]) - Number(a.split(":")[1]))
    .join(",");

/** An answer as it was written down: the total, the products by their places in the list of ids, the counts. */
function written({ tabs, colors, sizes, total, cards }: Listing) {
  const places = cards.map(({ id }) => ids.indexOf(id).toString(36).padStart(2, "0")).join("");
  const groups = sizes.map(
    ({ name, choices }) => `(${name}) ${counts(choices.map(({ size, count }) => [size, count]))}`,
  );
  const ranked = counts(colors.map(({ color, count }) => [color, count]));
  return {
    shown: `${total.count} ${places || "-"}`,
    tabs: counts(tabs.map(({ name, count }) => [name, count])),
    colors: byCount(ranked),
    sizes: groups.join(" "),
  };
}

/** Views requested at once. */
const AT_ONCE = 8;

async function compare(line: string): Promise<void> {
  const [address = "", total = "", places = "", facets = ""] = line.split(" ");
  const [collection, query] = address.split("?");
  const [tabs = "", colors = "", sizes = ""] = recorded.facets[Number(facets)]?.split("|") ?? [];
  const listing = await listingOf(db, collection as Collection, new URLSearchParams(query), settings());
  expect({ address, ...written(listing) }).toEqual({
    address,
    shown: `${total} ${places}`,
    tabs,
    colors: byCount(colors),
    sizes,
  });
  const frequencies = listing.colors.map(({ count }) => count ?? 0);
  expect(frequencies).toEqual(frequencies.toSorted((a, b) => b - a));
}

test("three thousand views of the demo shop are answered as they were by the engine in memory", async () => {
  for (let first = 0; first < recorded.views.length; first += AT_ONCE)
    await Promise.all(recorded.views.slice(first, first + AT_ONCE).map(compare));
});
