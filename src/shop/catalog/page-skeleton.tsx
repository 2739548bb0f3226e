import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { LoadingLine } from "~/ui/loading-line";
import { PageStatus } from "~/ui/page-status";
import { limits } from "~/shop/limits";
import { type Collection, collections, isCollection } from "./collections";
import { GridSkeleton } from "./cards/product-grid";

/** Milliseconds until the placeholder appears. */
const LATE_MS = 120;

/**
 * Placeholder over the page while a listing, product or article loads; other pages get a progress line. Both appear after a
 * delay, so that fast pages do not flicker. `titles`: titles of listings that a member changed.
 */
export function PageSkeleton({ titles }: { titles: Partial<Record<Collection, string>> | undefined }) {
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
  if (kind !== "shop" || !isCollection(name)) return <LoadingLine label="Loading the page" />;
  return (
    <div className="waiting">
      <div className="wide">
        <p className="ltitle sign" role="status">
          <span className="ltitle__t">{titles?.[name] ?? collections[name]}</span>
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

/** Whether the current navigation, by its key, has exceeded the delay. */
function useIsLate(key: string | undefined): boolean {
  const [late, setLate] = useState<string>();
  useEffect(() => {
    const timer = key && setTimeout(() => setLate(key), LATE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return key !== undefined && key === late;
}
