import { services } from "~/services";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { publicPage } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { limits } from "~/shop/limits";
import type { PublicAddress } from "~/shop/public-address.server";
import type { Route } from "./+types/search.page";
import { cardsById } from "../catalog.server";
import { ProductGrid } from "../cards/product-grid";
import { normalizeQuery } from "./match-and-rank";
import { searchIds } from "./search-query.server";
import { SearchBox } from "./search-box";

/** Parameters of the address that the page reads; any other makes no further cached page. */
export const searchParameters = ["query"];

/** Everything that a keyword finds, in the whole shop: where the search box leads when no suggestion is chosen. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, address, settings } = context.get(services);
  const query = normalizeQuery(url.searchParams.get("query"));
  const isLongEnough = query.length >= limits.search.minimumLetters;
  const found = isLongEnough ? await searchIds(db, query, limits.api.mostRows) : [];
  return {
    query,
    cards: await cardsById(db, found, settings()),
    head: headOf(
      { address, settings: settings() },
      { title: query ? `Search: ${query}` : "Search", description: "", path: "/search", listed: false },
    ),
  };
}

loader.publicAddress = (async ({ asked }) => {
  const query = normalizeQuery(asked.get("query"));
  return { fields: query === "" ? [] : [["query", query]] };
}) satisfies PublicAddress;

export const headers = () => publicPage;
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SearchPage({ loaderData: { query, cards } }: Route.ComponentProps) {
  return (
    <main id="main" className="wide results">
      <h1 className="page-t">
        {query || "Search"}
        {cards.length > 0 && <sup>{cards.length}</sup>}
      </h1>
      <SearchBox name="Search again" key={query} keyword={query} className="search search--page" />
      {cards.length > 0 ? (
        <ProductGrid cards={cards} eager={4} />
      ) : (
        <EmptyState
          title={query ? "No Products Available" : "What are you after?"}
          text={query ? `Nothing in the shop goes by "${query}".` : "Two letters are enough to start looking."}
          action={<ButtonLink to="/shop/new-arrivals">Continue Shopping</ButtonLink>}
        />
      )}
    </main>
  );
}
