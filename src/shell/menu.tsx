import { createContext, useContext, useMemo, useRef, useState, type CSSProperties, type ReactNode } from "react";
import { Link, NavLink, useMatch } from "react-router";
import { isCollection, type Collection } from "~/shop/catalog/collections";
import { SearchBox } from "~/shop/catalog/search-box";
import type { MenuLink } from "~/shop/information/page";
import { Drawer } from "~/ui/drawer";
import { Icon, type IconName } from "~/ui/icon";
import { IconButton } from "~/ui/icon-button";
import { CloseButton } from "~/ui/layer";
import { Logo } from "~/ui/logo";
import { useMedia } from "~/ui/use-media";
import type { FrameFacts } from "./facts";
import { usePastHero } from "./past-hero";

/** From this width home has room for the menu beside its hero: `--from-xl` of theme.css. */
const ROOM_FOR_SIGN = "(width >= 1280px)";

interface MenuState {
  /** The panel over the page, and what has the focus in it first. */
  panel: "closed" | "open" | "open-for-search";
  setPanel: (panel: MenuState["panel"]) => void;
  /** Whether home's hero has room for the sign now, and whether it shows it. */
  hasSign: boolean;
  isSignShown: boolean;
  toggleSign: () => void;
}

const MenuContext = createContext<MenuState | null>(null);

function useMenu(): MenuState {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error("The menu was asked for outside its provider.");
  return menu;
}

/** Lets the header's buttons open the menu wherever it is: at the left of home's hero, or over the page. */
export function MenuProvider({ children }: { children: ReactNode }) {
  const [panel, setPanel] = useState<MenuState["panel"]>("closed");
  const [isSignShown, setSignShown] = useState(true);
  const isHome = useMatch("/") !== null;
  const isPastHero = usePastHero(isHome);
  const hasSign = useMedia(ROOM_FOR_SIGN) && !isPastHero;

  const state = useMemo(
    () => ({ panel, setPanel, hasSign, isSignShown, toggleSign: () => setSignShown((shown) => !shown) }),
    [panel, hasSign, isSignShown],
  );
  return <MenuContext value={state}>{children}</MenuContext>;
}

/** Opens the menu. Without script it leads to the same links in the footer. */
export function MenuButton() {
  const { panel, setPanel, hasSign, isSignShown, toggleSign } = useMenu();
  const isOpen = panel !== "closed" || (hasSign && isSignShown);
  return (
    <>
      <button
        type="button"
        className="head__menu"
        aria-label={isOpen ? "Close menu" : "Open menu"}
        aria-expanded={isOpen}
        onClick={() => (hasSign ? toggleSign() : setPanel("open"))}
      >
        <Icon name="menu" />
        <span>Menu</span>
      </button>
      <a className="head__menu head__menu--plain" href="#footer" aria-label="Menu">
        <Icon name="menu" />
        <span>Menu</span>
      </a>
    </>
  );
}

/** Where the header has no room for a search field: opens the menu at its own. */
export function SearchButton() {
  const { setPanel } = useMenu();
  return (
    <IconButton icon="search" label="Search" className="head__searchbtn" onClick={() => setPanel("open-for-search")} />
  );
}

/** The menu over the page: the whole window below 1024 px, at its left above. */
export function MenuPanel({ facts: { menus, counts, settings } }: { facts: FrameFacts }) {
  const { panel, setPanel } = useMenu();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Drawer
      title="Menu"
      headless
      side="full"
      className="mmenu"
      open={panel !== "closed"}
      onOpenChange={(open) => !open && setPanel("closed")}
      initialFocus={panel === "open-for-search" ? field : undefined}
    >
      <div className="mmenu__top">
        <Logo name={settings.shopName} isNamed />
        <CloseButton label="Close menu" />
      </div>
      <SearchBox className="mmenu__search" inputRef={field} />
      <nav aria-label="Menu">
        <DistanceSign links={menus.main} counts={counts} />
      </nav>
      <div className="mmenu__icons">
        {menus.mobileIcons.map(({ label, href, icon }) => (
          <Link key={href} to={href} prefetch="intent">
            <Icon name={icon as IconName} />
            {label}
          </Link>
        ))}
      </div>
    </Drawer>
  );
}

/** The menu as home shows it at first: the sign beside the hero, where there is room for it. */
export function MenuSign({ facts: { menus, counts } }: { facts: FrameFacts }) {
  const { isSignShown } = useMenu();
  return (
    <nav className="rail-nav" aria-label="Menu" inert={!isSignShown}>
      <DistanceSign links={menus.main} counts={counts} />
    </nav>
  );
}

const collectionAt = (href: string): Collection | undefined => {
  const key = href.replace(/^\/shop\//, "");
  return isCollection(key) ? key : undefined;
};

/** Names left, and as miles are on a distance sign, the number of products right; below, what is not for sale. */
function DistanceSign({ links, counts }: { links: MenuLink[]; counts: FrameFacts["counts"] }) {
  const row = ({ label, href }: MenuLink, place: number) => {
    const collection = collectionAt(href);
    return (
      <NavLink key={href} to={href} end prefetch="intent" style={{ "--n": place } as CSSProperties}>
        {label}
        {collection && <span aria-hidden="true">{counts[collection]}</span>}
      </NavLink>
    );
  };
  const rows = links.map((link, place) => ({ isShop: collectionAt(link.href) !== undefined, row: row(link, place) }));
  return (
    <>
      <div className="dist">{rows.filter(({ isShop }) => isShop).map(({ row }) => row)}</div>
      <div className="dist dist--minor">{rows.filter(({ isShop }) => !isShop).map(({ row }) => row)}</div>
    </>
  );
}
