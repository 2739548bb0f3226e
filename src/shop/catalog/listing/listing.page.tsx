import { type ReactNode, useEffect, useId, useRef } from "react";
import { redirect, useNavigationType } from "react-router";
import { services } from "~/services";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { JsonLd } from "~/ui/json-ld";
import { publicPage } from "~/shop/caching";
import { inSearch } from "~/shop/texts/search-texts.server";
import { headOf, metaOf } from "~/shop/head";
import { sharePicture } from "~/shop/share-picture.server";
import { limits } from "~/shop/limits";
import type { PublicAddress } from "~/shop/public-address.server";
import { breadcrumbs } from "~/shop/structured-data";
import { pageContent } from "~/shop/texts/page-content.server";
import type { Route } from "./+types/listing.page";
import { isCollection, type Collection } from "../collections";
import { activeFilters, addressOf, cleared, fieldsOf, shownTotal, viewFrom, type Listing } from "./listing-view";
import { coverOf, listingOf, listingValues, shownView } from "./read-listing.server";
import { ActiveFilters } from "./active-filters";
import { filteredColors } from "./filtered-colors";
import { ListingBar } from "./listing-bar";
import { LoadMore } from "./load-more";
import { useArrival } from "./use-arrival";
import { useIsWaitingHere } from "./use-is-waiting-here";
import { cardTerms } from "../cards/card-terms.server";
import { ABOVE_FOLD } from "../cards/picture-sizes";
import { GridSkeleton, ProductGrid } from "../cards/product-grid";

/** Query parameters that the page reads; others do not enter its cache key. */
export const searchParameters = ["search", "tab", "sort", "colors", "sizes", "maxPrice", "after", "shown"];

export async function loader({ context, params: { gender }, url }: Route.LoaderArgs) {
  if (!isCollection(gender)) throw redirect("/404");

  const all = context.get(services);
  const { db, settings, address } = all;
  const [{ count, ...listing }, texts] = await Promise.all([
    listingOf(db, gender, url.searchParams, cardTerms(all)),
    pageContent(db, "listings", settings()),
  ]);
  const cover = await coverOf(db, gender, listing, cardTerms(all));

  const shop = { address, settings: settings() };
  const title = texts.titles[gender];
  const path = `/shop/${gender}`;
  const made = { title, description: described(title, shop.settings.shopName, count) };
  return {
    collection: gender,
    title,
    ...(listing.total.count === 0 && {
      nothing: activeFilters(listing.view).length === 0 ? texts.empty : texts.filtered,
    }),
    listing,
    // Not sent for lists without a filter by color.
    ...(listing.view.colors.length > 0 && { colors: filteredColors(listing.view, listing.cards) }),
    breadcrumbs: breadcrumbs(shop, [{ name: title, path }]),
    head: headOf(shop, {
      ...(await inSearch(db, `shop-${gender}`, made, shop.settings)),
      path,
      share: sharePicture(all, { title, picture: cover }),
    }),
  };
}

loader.publicAddress = (async ({ db, memoize, params: { gender }, asked }) => {
  if (!isCollection(gender)) return undefined;
  if (asked.size === 0) return { fields: [] };
  const values = await memoize(`listing ${gender}`, () => listingValues(db, gender));
  return { fields: fieldsOf(shownView(viewFrom(asked), values)) };
}) satisfies PublicAddress;

const described = (title: string, shopName: string, count: number): string =>
  `${title} at ${shopName}: ${count} ${count === 1 ? "product" : "products"}. Filter by size, color and price.`;

export const headers = () => publicPage;

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ListingPage({ loaderData }: Route.ComponentProps) {
  const { collection, title, nothing, listing, colors, breadcrumbs } = loaderData;
  return (
    <main id="main">
      <JsonLd data={breadcrumbs} />
      <div className="lhead topo">
        <div className="wide">
          <div className="ltitle">
            <h1>{title}</h1>
            <span className="n">
              {shownTotal(listing.total)}
              <span className="vh">{listing.total.count === 1 ? " product" : " products"}</span>
            </span>
          </div>
        </div>
      </div>
      <Rack key={collection} {...{ collection, listing, colors, nothing }} />
    </main>
  );
}

interface RackProps {
  collection: Collection;
  listing: Listing;
  /** Color that a card shows, by product id. */
  colors: Record<string, string> | undefined;
  /** Message for a list without products. */
  nothing: { title: string; text: string } | undefined;
}

function Rack({ collection, listing, colors, nothing }: RackProps) {
  const { view, cards } = listing;
  const panel = useId();
  const section = useRef<HTMLElement>(null);
  const grid = useRef<HTMLUListElement>(null);
  const isArriving = useArrival(section);
  useTopOfRack(section, addressOf(collection, { ...view, shown: limits.listing.first }));
  useFocusOnNewcomer(grid, view.shown);

  return (
    <>
      <ListingBar collection={collection} listing={listing} panel={panel} />
      <Products id={panel} isArriving={isArriving} ref={section}>
        <ActiveFilters collection={collection} view={view} />
        {isArriving && (
          <div className="rack__wait">
            <p className="vh" role="status">
              Loading products...
            </p>
            <GridSkeleton count={Math.min(cards.length, limits.listing.first)} />
          </div>
        )}
        {nothing && activeFilters(view).length === 0 ? (
          <EmptyState
            {...nothing}
            action={
              <ButtonLink look="line" to="/">
                HOME
              </ButtonLink>
            }
          />
        ) : nothing ? (
          <EmptyState
            {...nothing}
            action={
              <ButtonLink look="line" to={addressOf(collection, { ...cleared(view), search: "" })}>
                CLEAR
              </ButtonLink>
            }
          />
        ) : (
          <>
            <ProductGrid
              ref={grid}
              cards={cards}
              colors={colors}
              {...(isArriving ? { eager: limits.listing.first } : ABOVE_FOLD)}
            />
            <LoadMore collection={collection} listing={listing} />
          </>
        )}
      </Products>
    </>
  );
}

interface ProductsProps {
  id: string;
  isArriving: boolean;
  ref: React.Ref<HTMLElement>;
  children: ReactNode;
}

/**
 * Section with the products. It reads the navigation state in a component of its own, so that `children` do not render again when
 * it changes.
 */
function Products({ id, isArriving, ref, children }: ProductsProps) {
  const isWaiting = useIsWaitingHere();
  return (
    <section
      className={isArriving ? "wide rack rack--arriving" : "wide rack"}
      id={id}
      role="tabpanel"
      aria-label="Products"
      aria-busy={isArriving || isWaiting || undefined}
      ref={ref}
    >
      {children}
    </section>
  );
}

/** Scrolls up to the first row when the tab, sort order or filter changes; not after a step back or forward. */
function useTopOfRack(section: React.RefObject<HTMLElement | null>, address: string) {
  const type = useNavigationType();
  const last = useRef(address);
  useEffect(() => {
    if (last.current === address) return;
    last.current = address;
    const isAbove = (section.current?.getBoundingClientRect().top ?? 0) < 0;
    if (type !== "POP" && isAbove) section.current?.scrollIntoView({ behavior: "instant" });
  }, [section, address, type]);
}

/** Moves the focus to the first new product after LOAD MORE. */
function useFocusOnNewcomer(grid: React.RefObject<HTMLUListElement | null>, shown: number) {
  const last = useRef(shown);
  useEffect(() => {
    const newcomer = grid.current?.children[last.current];
    if (shown > last.current) newcomer?.querySelector("a")?.focus({ preventScroll: true });
    last.current = shown;
  }, [grid, shown]);
}
