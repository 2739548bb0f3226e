import type { CSSProperties, KeyboardEvent } from "react";
import { Link } from "react-router";
import { limits } from "~/shop/limits";
import type { Collection } from "../collections";
import { addressOf, changed, shownTotal, type Listing } from "./listing-view";
import { useIsWaitingHere } from "./use-is-waiting-here";

interface LoadMoreProps {
  collection: Collection;
  listing: Listing;
}

/** Number of shown products, and links: LOAD MORE, or NEXT PAGE once the page has the maximum, and FIRST PAGE on later pages. */
export function LoadMore({ collection, listing: { view, total, cards, next } }: LoadMoreProps) {
  const isLoading = useIsWaitingHere();
  const share = { "--v": `${(cards.length / total.count) * 100}%` } as CSSProperties;
  return (
    <div className="more">
      <p className="muted tnum" role="status">
        {cards.length} {view.after && "more "}of {shownTotal(total)} shown
      </p>
      <div className="more__road" style={share} aria-hidden="true">
        <i />
      </div>
      {next !== null && view.shown < limits.listing.mostShown && (
        <Link
          className="btn btn--line"
          role="button"
          to={addressOf(collection, { ...view, shown: view.shown + limits.listing.loadMore })}
          aria-busy={isLoading || undefined}
          onKeyDown={pressWithSpace}
          prefetch="intent"
          preventScrollReset
          replace
        >
          {isLoading && <i className="spin" aria-hidden="true" />}
          LOAD MORE
        </Link>
      )}
      {next !== null && view.shown >= limits.listing.mostShown && (
        <Link className="btn btn--line" to={addressOf(collection, changed(view, { after: next }))} preventScrollReset>
          NEXT PAGE
        </Link>
      )}
      {view.after && (
        <Link className="btn btn--line" to={addressOf(collection, changed(view, {}))} preventScrollReset>
          FIRST PAGE
        </Link>
      )}
    </div>
  );
}

/** Follows the link on the space bar as well, because the link looks like a button. */
function pressWithSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
}
