import type { CSSProperties } from "react";
import { NavLink } from "react-router";
import { isCollection, type Collection } from "~/shop/catalog/collections";
import type { MenuLink } from "~/shop/texts/page-texts";
import type { FrameContent } from "./frame-content";

/** Style of a child link in the menu. */
const UNDER = { paddingInlineStart: "1em", fontSize: "var(--t-20)" };

const collectionAt = (href: string): Collection | undefined => {
  const key = href.replace(/^\/shop\//, "");
  return isCollection(key) ? key : undefined;
};

/**
 * Draws collections as a distance sign, with their number of products in place of miles; links to other pages follow in a second
 * list.
 */
export function DistanceSign({ links, counts }: { links: MenuLink[]; counts: FrameContent["counts"] }) {
  const row = ({ label, href, isUnder }: MenuLink, place: number) => {
    const collection = collectionAt(href);
    return (
      <NavLink
        key={href}
        to={href}
        end
        prefetch="intent"
        style={{ "--n": place, ...(isUnder && UNDER) } as CSSProperties}
      >
        {label}
        {collection && <span aria-hidden="true">{counts[collection]}</span>}
      </NavLink>
    );
  };
  // A child link is listed with its parent.
  const rows = links.map((link, place) => {
    const top = link.isUnder ? links.slice(0, place).findLast(({ isUnder }) => !isUnder) : link;
    return { isShop: collectionAt(top?.href ?? "") !== undefined, row: row(link, place) };
  });
  return (
    <>
      <div className="dist">{rows.filter(({ isShop }) => isShop).map(({ row }) => row)}</div>
      <div className="dist dist--minor">{rows.filter(({ isShop }) => !isShop).map(({ row }) => row)}</div>
    </>
  );
}
