import type { CSSProperties, KeyboardEvent } from "react";
import { Link } from "react-router";
import { limits } from "~/shop/limits";
import type { Collection } from "../collections";
import { addressOf, type Listing } from "../listing";

interface LoadMoreProps {
  collection: Collection;
  listing: Listing;
  isLoading: boolean;
}

/** How far down the road we are, and four more; nothing more when all are shown. */
export function LoadMore({ collection, listing: { view, total, cards }, isLoading }: LoadMoreProps) {
  const share = { "--v": `${(cards.length / total) * 100}%` } as CSSProperties;
  return (
    <div className="more">
      <p className="muted tnum" role="status">
        {cards.length} of {total} shown
      </p>
      <div className="more__road" style={share} aria-hidden="true">
        <i />
      </div>
      {cards.length < total && (
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
    </div>
  );
}

/** It looks and is named like a button, so it is pressed like one. */
function pressWithSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== " ") return;
  event.preventDefault();
  event.currentTarget.click();
}
