import { Link } from "react-router";
import { Icon } from "~/ui/icon";
import type { Collection } from "../collections";
import { activeFilters, addressOf, type View } from "./listing-view";

/** Links for the active filters, each of which removes its filter. */
export function ActiveFilters({ collection, view }: { collection: Collection; view: View }) {
  const filters = activeFilters(view);
  if (filters.length === 0) return null;
  return (
    <ul className="filters-on" aria-label="Filters in force">
      {filters.map(({ label, without }) => (
        <li key={label}>
          <Link className="chip" to={addressOf(collection, without)} preventScrollReset>
            <span className="vh">Remove </span>
            {label}
            <Icon name="close" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
