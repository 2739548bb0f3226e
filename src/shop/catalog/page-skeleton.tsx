import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { PageStatus } from "~/ui/page-status";
import { limits } from "~/shop/limits";
import { collections, isCollection } from "./collections";
import { GridSkeleton } from "./cards/product-grid";

/** A page that is there sooner shows no sign that it is on its way, in milliseconds. */
const LATE_MS = 120;

/**
 * Lies over the page while a link to another listing, product or article waits for its answer; for other pages a line of road
 * says that one is on its way. Both come only after a moment, so that what is there at once does not flicker.
 */
export function PageSkeleton() {
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const isLate = useIsLate(location?.key);
  if (!location || location.pathname === pathname || !isLate) return null;

  const [, kind, name] = location.pathname.split("/");
  if (kind === "product")
    return (
      <div className="waiting waiting--product">
        <span className="plate" aria-hidden="true" />
        <PageStatus>Loading product...</PageStatus>
      </div>
    );
  if (kind === "blog")
    return (
      <div className="waiting">
        <PageStatus>Loading blog...</PageStatus>
      </div>
    );
  if (kind !== "shop" || !isCollection(name))
    return <div className="under-way" role="progressbar" aria-label="Loading the page" />;
  return (
    <div className="waiting">
      <div className="wide">
        <p className="ltitle sign" role="status">
          <span className="ltitle__t">{collections[name]}</span>
          <span className="vh">Loading products...</span>
        </p>
      </div>
      <div className="waiting__bar" aria-hidden="true" />
      <div className="wide rack">
        <GridSkeleton count={limits.listing.first} />
      </div>
    </div>
  );
}

/** Whether the navigation at hand, by its key, has taken longer than a moment. */
function useIsLate(key: string | undefined): boolean {
  const [late, setLate] = useState<string>();
  useEffect(() => {
    const timer = key && setTimeout(() => setLate(key), LATE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return key !== undefined && key === late;
}
