import { memo, type ReactNode } from "react";
import { Link, NavLink, useMatch } from "react-router";
import { BagLink } from "~/shop/bag/bag-link";
import { SearchBox } from "~/shop/catalog/search/search-box";
import { useWishlist } from "~/shop/wishlist/wishlist-provider";
import { IconLink } from "~/ui/icon-button";
import { Logo } from "~/ui/logo";
import type { FrameContent } from "./frame-content";
import { MenuButton, SearchButton } from "./menu-provider";
import { usePastHero } from "./past-hero";
import { SocialLinks } from "./social-links";

/** Header of every page except those on which shoppers pay. On the home page its links appear after the hero. */
export const Header = memo(function Header({ content: { menus, settings } }: { content: FrameContent }) {
  return (
    <Head>
      <MenuButton />
      <Link className="head__logo" to="/" prefetch="intent" aria-label={`${settings.shopName}, home`}>
        <Logo name={settings.shopName} />
      </Link>
      <nav className="head__nav" aria-label="Main">
        {menus.sticky.map(({ label, href }) => (
          <NavLink key={href} to={href} end prefetch="intent" className={label === "Sale" ? "sale" : undefined}>
            {label}
          </NavLink>
        ))}
      </nav>
      <span className="head__space" />
      <SearchBox />
      <SocialLinks social={settings.social} />
      <div className="head__icons">
        <SearchButton />
        <WishlistLink />
        <BagLink settings={settings} />
      </div>
    </Head>
  );
});

/** Reads the location in a component of its own, so that its children do not render again when the location changes. */
function Head({ children }: { children: ReactNode }) {
  const isSticky = usePastHero(useMatch("/") !== null);
  return <header className={isSticky ? "head head--sticky" : "head"}>{children}</header>;
}

function WishlistLink() {
  const { count } = useWishlist();
  return (
    <IconLink
      to="/wishlist"
      prefetch="intent"
      icon="heart"
      label={`Wishlist, ${count} ${count === 1 ? "item" : "items"}`}
      count={count}
      className="head__wish"
    />
  );
}
