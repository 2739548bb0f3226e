import { services } from "~/services";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { publicPage } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { limits } from "~/shop/limits";
import type { PublicAddress } from "~/shop/public-address.server";
import { pageContent } from "~/shop/texts/page-content.server";
import type { Route } from "./+types/search.page";
import { cardsById } from "../catalog.server";
import { cardTerms } from "../cards/card-terms.server";
import { ABOVE_FOLD } from "../cards/picture-sizes";
import { ProductGrid } from "../cards/product-grid";
import { rememberAnswer } from "./answered-searches.server";
import { FoundTexts } from "./found-texts";
import { isSearchable, normalizeQuery } from "./match-and-rank";
import { NothingFound, ReadAs } from "./read-as";
import { namedColors } from "./named-colors";
import { readingsOf } from "./readings";
import { searchProducts } from "./search-query.server";
import { SearchBox } from "./search-box";
import { leadsToGoods } from "../listing/links-to-goods.server";
import { offeredSearches } from "./search-offers.server";
import { shopTexts } from "./shop-texts.server";

/** Listings to which a page without results links. */
const WAYS_ON = ["men", "women", "accessories", "headwear", "new-arrivals"] as const;

const { shown: STEP } = limits.search;
const { mostRows } = limits.api;

/** Query parameters that the page reads; others do not enter its cache key. */
export const searchParameters = ["query", "shown"];

/** Loads the page with all results for a keyword, which the search box opens if no suggestion is chosen. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings } = all;
  const query = normalizeQuery(url.searchParams.get("query"));
  const shown = shownOf(url.searchParams);
  const isLongEnough = isSearchable(query);
  const [found, matches] = isLongEnough
    ? await Promise.all([searchProducts(db, query, mostRows), shopTexts(db, settings(), query, address)])
    : [undefined, []];
  const { ids = [], units = [] } = found ?? {};
  const [cards, words, { titles }] = await Promise.all([
    cardsById(db, ids.slice(0, shown), cardTerms(all)),
    pageContent(db, "search", settings()),
    pageContent(db, "listings", settings()),
  ]);
  const leads = await leadsToGoods(db);
  if (isLongEnough) rememberAnswer(query, ids.length > 0 || matches.length > 0);
  const isNothing = query !== "" && ids.length === 0;
  const texts = ids.length === 0 ? matches : matches.filter(({ isNamed }) => isNamed);
  return {
    heading: words.heading,
    // Texts of the other outcomes are not sent.
    ...(query === "" && { empty: words.empty }),
    ...(texts.length > 0 && { answers: words.answers.heading }),
    ...(isNothing && { words: { nothing: words.nothing, others: words.others, ways: words.ways } }),
    query,
    shown,
    total: ids.length,
    cards,
    colors: namedColors(query, cards),
    readings: found ? readingsOf(found, cards) : [],
    texts,
    ways: WAYS_ON.map((key) => ({ to: `/shop/${key}`, title: titles[key] })).filter(
      ({ to }) => ids.length === 0 && leads(to),
    ),
    offers: isLongEnough && ids.length === 0 && matches.length === 0 ? await offeredSearches(db, units) : [],
    head: headOf(
      { address, settings: settings() },
      { title: query ? `${words.heading}: ${query}` : words.heading, description: "", path: "/search", listed: false },
    ),
  };
}

/** Number of results to show: a multiple of the step up to the first that shows all; one step if any other number is asked. */
function shownOf(asked: URLSearchParams): number {
  const shown = Number(asked.get("shown"));
  return Number.isInteger(shown / STEP) && shown > STEP && shown < mostRows + STEP ? shown : STEP;
}

loader.publicAddress = (async ({ asked }) => {
  const query = normalizeQuery(asked.get("query"));
  const shown = shownOf(asked);
  return {
    fields:
      query === "" ? [] : [["query", query], ...(shown > STEP ? [["shown", String(shown)] as [string, string]] : [])],
  };
}) satisfies PublicAddress;

export const headers = () => publicPage;
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { heading, empty, words, query, shown, total, cards, colors, readings, texts, offers, ways } = loaderData;
  const answers = loaderData.answers !== undefined && <FoundTexts title={loaderData.answers} texts={texts} />;
  return (
    <main id="main" className="wide results">
      <h1 className="page-t">
        {query || heading}
        {total > 0 && (
          <sup>
            <span className="vh">, </span>
            {total < mostRows ? total : `${mostRows}+`}
            <span className="vh">{total === 1 ? " product" : " products"}</span>
          </sup>
        )}
      </h1>
      <SearchBox name="Search again" key={query} keyword={query} className="search search--page" />
      <ReadAs readings={readings} />
      {total === 0 && answers}
      {total > 0 ? (
        <ProductGrid cards={cards} colors={colors} {...ABOVE_FOLD} />
      ) : words ? (
        <NothingFound {...{ words, query, offers, ways }} isAnswered={texts.length > 0} />
      ) : (
        empty && <EmptyState {...empty} action={<ButtonLink to="/">Continue Shopping</ButtonLink>} />
      )}
      {total > shown && (
        <div className="more">
          <p className="muted tnum" role="status">
            {cards.length} of {total < mostRows ? total : `${mostRows}+`} shown
          </p>
          <ButtonLink
            look="line"
            to={`/search?${new URLSearchParams({ query, shown: String(shown + STEP) }).toString()}`}
            preventScrollReset
            replace
          >
            LOAD MORE
          </ButtonLink>
        </div>
      )}
      {total > 0 && answers}
    </main>
  );
}
