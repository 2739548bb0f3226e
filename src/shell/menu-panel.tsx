import { useRef } from "react";
import { Link } from "react-router";
import { SearchBox } from "~/shop/catalog/search/search-box";
import { Drawer } from "~/ui/drawer";
import { Icon, type IconName } from "~/ui/icon";
import { CloseButton } from "~/ui/layer";
import { Logo } from "~/ui/logo";
import { DistanceSign } from "./distance-sign";
import type { FrameContent } from "./frame-content";

interface MenuPanelProps {
  content: FrameContent;
  panel: "closed" | "open" | "open-for-search";
  onClose: () => void;
}

/** Panel of the menu over the page, loaded when it is first opened. */
export function MenuPanel({ content: { menus, counts, settings }, panel, onClose }: MenuPanelProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Drawer
      title="Menu"
      headless
      side="full"
      className="mmenu"
      open={panel !== "closed"}
      onOpenChange={(open) => !open && onClose()}
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
