import { createContext, useContext, useMemo, useState, type ReactNode } from "react";
import { Icon } from "~/ui/icon";
import { IconButton } from "~/ui/icon-button";
import { later } from "~/ui/later";
import { DistanceSign } from "./distance-sign";
import type { FrameContent } from "./frame-content";
import { type DistanceSignState, useDistanceSign } from "./use-distance-sign";

interface MenuState {
  /** State of the panel; "open-for-search" focuses the search field first. */
  panel: "closed" | "open" | "open-for-search";
  setPanel: (panel: MenuState["panel"]) => void;
  sign: DistanceSignState;
}

const MenuContext = createContext<MenuState | null>(null);

function useMenu(): MenuState {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error("The menu was asked for outside its provider.");
  return menu;
}

/**
 * Provides the menu's state to the header's buttons: they open the sign beside the home page's hero, or the panel over the page.
 */
export function MenuProvider({ children }: { children: ReactNode }) {
  const [panel, setPanel] = useState<MenuState["panel"]>("closed");
  const sign = useDistanceSign();
  const state = useMemo(() => ({ panel, setPanel, sign }), [panel, sign]);
  return <MenuContext value={state}>{children}</MenuContext>;
}

/** Button that opens the menu. Without script a link to the footer's menu is shown in its place. */
export function MenuButton() {
  const { panel, setPanel, sign } = useMenu();
  const isOpen = panel !== "closed" || (sign.isBesideHero && sign.isShown);
  return (
    <>
      <button
        type="button"
        className="head__menu"
        aria-label={isOpen ? "Close menu" : "Open menu"}
        aria-expanded={isOpen}
        onClick={() => (sign.isBesideHero ? sign.toggle() : setPanel("open"))}
      >
        <Icon name="menu" />
        <span>Menu</span>
      </button>
      <noscript>
        <a className="head__menu" href="#footer" aria-label="Menu">
          <Icon name="menu" />
          <span>Menu</span>
        </a>
      </noscript>
    </>
  );
}

/** Button of narrow headers: opens the menu at its search field. */
export function SearchButton() {
  const { setPanel } = useMenu();
  return (
    <IconButton icon="search" label="Search" className="head__searchbtn" onClick={() => setPanel("open-for-search")} />
  );
}

const Panel = later(async () => (await import("./menu-panel")).MenuPanel);

/** The menu as a panel over the page; below 1024 px it fills the window. */
export function MenuOverPage({ content }: { content: FrameContent }) {
  const { panel, setPanel } = useMenu();
  const [wasOpened, setOpened] = useState(false);
  if (panel !== "closed" && !wasOpened) setOpened(true);
  return wasOpened && <Panel content={content} panel={panel} onClose={() => setPanel("closed")} />;
}

/** The home page's menu on wide screens: the distance sign beside the hero. */
export function MenuSign({ content: { menus, counts } }: { content: FrameContent }) {
  const { sign } = useMenu();
  return (
    <nav className="rail-nav" aria-label="Menu" inert={!sign.isShown}>
      <DistanceSign links={menus.main} counts={counts} />
    </nav>
  );
}
