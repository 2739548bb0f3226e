import { useNavigate } from "react-router";
import { Select } from "~/ui/select";
import { TabLinks } from "~/ui/tabs";
import type { Collection } from "../collections";
import { addressOf, changed, fieldsOf, type Listing } from "./listing-view";
import { sorts, type Sort } from "./sort";
import { FilterDrawer, PlainFilter } from "./filter-drawer";

interface ListingBarProps {
  collection: Collection;
  listing: Listing;
  panel: string;
}

/** Bar with tabs, sort order and filters, which sticks below the header. */
export function ListingBar({ collection, listing, panel }: ListingBarProps) {
  const { view, tabs, colors, sizes } = listing;
  return (
    <div className="lbar">
      <div className="wide lbar__in">
        <TabLinks
          look="bar"
          label="Categories"
          controls={panel}
          links={tabs.map(({ key, name, count }) => ({
            to: addressOf(collection, changed(view, { tab: key })),
            label: name,
            ...(count === null ? {} : { count }),
            isCurrent: key === view.tab,
          }))}
        />
        <div className="lbar__tools">
          <SortSelect collection={collection} listing={listing} />
          <FilterDrawer collection={collection} listing={listing} />
        </div>
      </div>
      <noscript>
        <div className="wide">
          <PlainFilter collection={collection} listing={{ view, colors, sizes }} />
        </div>
      </noscript>
    </div>
  );
}

const options = Object.entries(sorts).map(([value, label]) => ({ value, label }));

function SortSelect({ collection, listing: { view } }: Omit<ListingBarProps, "panel">) {
  const navigate = useNavigate();
  const go = (sort: string) =>
    navigate(addressOf(collection, changed(view, { sort: sort as Sort })), { preventScrollReset: true });
  const others = fieldsOf(changed(view, { sort: "recommended" }));
  return (
    <form action={`/shop/${collection}`}>
      {others.map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name + value} />
      ))}
      <Select
        label="Sort"
        name="sort"
        options={options}
        key={view.sort}
        defaultValue={view.sort}
        onChange={(event) => void go(event.currentTarget.value)}
      />
      <noscript>
        <button className="btn btn--quiet">Sort</button>
      </noscript>
    </form>
  );
}
